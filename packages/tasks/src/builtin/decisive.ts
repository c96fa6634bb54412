import { alike, kindred, readRequestIntent, stemsOf, type ToolIntent } from "@gradable/intent";
import { type Wish, wishesOf } from "./wish.js";

interface Known {
  readonly intent: ToolIntent;
  readonly acts: readonly (string | undefined)[];
  /** Stems of what its name and its purpose are about. */
  readonly about: ReadonlySet<string>;
}

/** What sets the tools of a surface apart in their names and in what they say they are for. */
export class Neighbours {
  readonly #tools: readonly Known[];

  constructor(intents: readonly ToolIntent[]) {
    this.#tools = intents.map((intent) => {
      const wishes = wishesOf(intent);
      const texts = [
        intent.name.words.filter((word) => word !== intent.name.verb).join(" "),
        ...wishes.map(({ object }) => object.words),
      ];
      return { intent, acts: wishes.map(({ act }) => act), about: new Set(texts.flatMap(stemsOf)) };
    });
  }

  /**
   * The tool that a request could as well be meant for although the declaration would set the two apart: a request has to say the
   * difference where there is one. `undefined` for a request that names enough. Where nothing declared tells two tools apart, no
   * request can, and that is theirs to answer for.
   */
  rivalOf(own: ToolIntent, wish: Wish, prompt: string): ToolIntent | undefined {
    const mine = (this.#tools[own.index] as Known).about;
    const wanted = stemsOf(wish.object.words);
    const said = new Set(readRequestIntent(prompt.replace(/"[^"]*"/g, " ")).stems.keys());
    return this.#tools.find(({ intent, acts, about }) => {
      if (
        intent === own ||
        !acts.some((act) => act === wish.act || (kindred(act, wish.act) && isLook(act) && isLook(wish.act)))
      )
        return false;
      if (!wanted.every((stem) => about.has(stem) || alike(stem).some((other) => about.has(other))))
        return false;
      const apart = [...mine].filter((stem) => !about.has(stem));
      return (
        apart.length > 0 &&
        !apart.some((stem) => said.has(stem) || alike(stem).some((other) => said.has(other)))
      );
    })?.intent;
  }
}

const isLook = (act: string | undefined) => act === "read" || act === "list" || act === "search";
