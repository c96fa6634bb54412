import { REDACTED } from "./credential-shapes.js";
import type { Hidden } from "./hide-secrets.js";
import { isSecretName, type Redact, redactor, valueFinder } from "./redact.js";
import { spellings } from "./spellings.js";

/** A shorter value may stand in a declaration by chance, whatever it is called. */
const SHORTEST_CREDENTIAL = 8;
/** As {@link SHORTEST_CREDENTIAL}, for a line of one: `"type": "service_account",` is no secret. */
const SHORTEST_SECRET_LINE = 40;

/** What a scan was given and must not show. Grows while the target is made ready. */
export class Secrets {
  readonly #values = new Set<string>();
  readonly #credentials = new Set<string>();
  #places: Redact = (text) => text;
  #redactor: Redact | undefined;
  #concealer: Redact | undefined;

  /** Folders of this machine that are not to be shown either. */
  hidePlaces(places: Redact): void {
    this.#places = places;
    this.#redactor = undefined;
  }

  /** A value that is not to be shown in a message, a label or a log. */
  add(value: string): void {
    this.#values.add(value);
    this.#redactor = undefined;
  }

  /** A value under a name; when the name says that it is a credential, a server must not repeat it either. */
  addNamed(name: string, value: string): void {
    this.add(value);
    if (isSecretName(name)) this.addCredential(value);
  }

  addCredential(value: string): void {
    this.add(value);
    if (value.trim().length < SHORTEST_CREDENTIAL) return;
    this.#credentials.add(value);
    this.#concealer = undefined;
  }

  /** What was left out of a text that is shown. */
  addHidden(hidden: Pick<Hidden, "secrets" | "credentials">): void {
    for (const value of hidden.secrets) this.add(value);
    for (const value of hidden.credentials) this.addCredential(value);
  }

  /** The text without any of the values, and with the folders under other names; what is added later counts too. */
  readonly redact = (text: string): string => {
    // Folders first: most values that are a path share its beginning with every other path of this machine.
    this.#redactor ??= redactor([...this.#values].flatMap((value) => [value, this.#places(value)]));
    return this.#redactor(this.#places(text));
  };

  /** Whether a server was given anything that it must not repeat in what it declares. */
  get hasCredentials(): boolean {
    return this.#credentials.size > 0;
  }

  /** The text without the credentials, in whatever spelling, and otherwise as it is: it is part of a declaration. */
  readonly conceal = (text: string): string => {
    this.#concealer ??= concealer(this.#credentials);
    return this.#concealer(text);
  };
}

/** Takes out whole values only: a piece of one in a declaration may well be the server's own word. */
function concealer(credentials: ReadonlySet<string>): Redact {
  const find = valueFinder(credentials);
  const whole = [...credentials].flatMap((credential) => [credential, ...longLines(credential)]);
  const forms = new Set(whole.flatMap((text) => [...spellings(text)]));
  const longestFirst = [...forms]
    .filter((form) => form.length >= SHORTEST_CREDENTIAL)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    find(text).length === 0 ? text : longestFirst.reduce((out, form) => out.replaceAll(form, REDACTED), text);
}

/** The lines of a value of several that are long enough to be a secret each; the first and last of a PEM file are not. */
function longLines(value: string): string[] {
  return value
    .split(/\r?\n/)
    .filter((line) => line.trim().length >= SHORTEST_SECRET_LINE && !line.startsWith("-----"));
}
