import type { Hidden } from "./hide-secrets.js";
import { isSecretName, REDACTED, type Redact, redactor } from "./redact.js";

/** A shorter value may stand in a declaration by chance, whatever it is called. */
const SHORTEST_CREDENTIAL = 8;

/** What a scan was given and must not show. Grows while the target is made ready. */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #credentials = new Set<string>();
  #places: Redact = (text) => text;
  /** Made once for as many values as there were. */
  #redactor: { readonly over: number; readonly redact: Redact } | undefined;

  /** Folders of this machine that are not to be shown either. */
  hidePlaces(places: Redact): void {
    this.#places = places;
  }

  /** A value that is not to be shown in a message, a label or a log. */
  add(value: string): void {
    this.#values.add(value);
  }

  /** A value under a name; when the name says that it is a credential, a server must not repeat it either. */
  addNamed(name: string, value: string): void {
    this.#values.add(value);
    if (isSecretName(name)) this.addCredential(value);
  }

  addCredential(value: string): void {
    this.#values.add(value);
    if (value.trim().length >= SHORTEST_CREDENTIAL) this.#credentials.add(value);
  }

  /** What was left out of a text that is shown. */
  addHidden(hidden: Pick<Hidden, "secrets" | "credentials">): void {
    for (const value of hidden.secrets) this.add(value);
    for (const value of hidden.credentials) this.addCredential(value);
  }

  /** The text without any of the values, and with the folders under other names; what is added later counts too. */
  readonly redact = (text: string): string => {
    if (this.#redactor?.over !== this.#values.size)
      this.#redactor = { over: this.#values.size, redact: redactor(this.#values) };
    return this.#places(this.#redactor.redact(text));
  };

  /** Whether a server was given anything that it must not repeat in what it declares. */
  get hasCredentials(): boolean {
    return this.#credentials.size > 0;
  }

  /** The text without the credentials, and otherwise as it is: it is part of a declaration. */
  readonly conceal = (text: string): string => {
    let out = text;
    for (const credential of this.#credentials) out = out.replaceAll(credential, REDACTED);
    return out;
  };
}
