import type { JsonValue } from "@gradable/contract";
import { type Slot, slotsOf } from "../fill/slots.js";
import { labelOf, leadOf } from "./connectives.js";
import { isScalar, sayValue } from "./say-value.js";

/** One argument put into words. */
export interface SaidArgument {
  /** Steps from the arguments to the value. */
  readonly path: readonly string[];
  /** "from", "titled", or the parameter's name in words. */
  readonly lead: string;
  /** Whether the lead is a connective, and not the parameter's name. */
  readonly connective: boolean;
  readonly text: string;
}

/**
 * Every value of a call's arguments in words, in the order of the arguments, such that reading gives each its value back: with a natural
 * connective where no other parameter would be said with the same one, with its name elsewhere ("priority high"). Members of objects are said
 * one by one where they are few and plain, a map by its entries, and as JSON elsewhere.
 */
export function sayArguments(
  args: { readonly [key: string]: JsonValue },
  inputSchema?: JsonValue,
): SaidArgument[] {
  const slots = new Map<string, Slot>();
  // The arguments may follow any of the alternatives.
  for (let variant = 3; variant >= 0; variant--)
    for (const slot of slotsOf(inputSchema ?? {}, variant)) slots.set(slot.path.join("\0"), slot);
  const places = Object.entries(args).flatMap(([name, value]) => placesIn(value, [name], slots));
  const leads = [...slots.values()].filter(({ path }) => path.length === 1).map(({ lead }) => lead);
  const labels = places.map(({ path }) => labelOf(nameAt(path)));
  return places.map(({ path, value }) => {
    const name = nameAt(path);
    const lead = leadOf(name);
    const text = sayValue(value);
    const isPlain = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
    if (
      lead !== undefined &&
      isPlain &&
      path.length === 1 &&
      leads.filter((other) => other === lead).length <= 1
    )
      return { path, lead, connective: true, text };
    if (labels.filter((label) => label === labelOf(name)).length === 1)
      return { path, lead: labelOf(name), connective: false, text };
    const around = path.filter((step) => step !== "0").at(-2);
    return {
      path,
      lead: around === undefined ? name : `${labelOf(around)} ${name}`,
      connective: false,
      text,
    };
  });
}

/** Said arguments strung together: connectives first, then "with" and the named ones. */
export function joinSaid(said: readonly SaidArgument[]): string {
  const connected = said.filter(({ connective }) => connective).map(({ lead, text }) => `${lead} ${text}`);
  const named = said.filter(({ connective }) => !connective).map(({ lead, text }) => `${lead} ${text}`);
  return [
    ...(connected.length > 0 ? [connected.join(" ")] : []),
    ...(named.length > 0 ? [`with ${named.join(", ")}`] : []),
  ].join(", ");
}

/** Members said one by one, at most. */
const MOST_MEMBERS = 6;

function placesIn(
  value: JsonValue,
  path: readonly string[],
  slots: ReadonlyMap<string, Slot>,
): { path: readonly string[]; value: JsonValue }[] {
  const [item] = Array.isArray(value) ? value : [value];
  const inside = Array.isArray(value) ? [...path, "0"] : path;
  const isSingle = !Array.isArray(value) || value.length === 1;
  if (!isSingle || !isPlain(item) || slots.get(path.join("\0"))?.kind !== "nested") return [{ path, value }];
  const members = Object.entries(item as { [key: string]: JsonValue });
  // A member that the schema does not name could not be read back.
  if (!members.every(([name]) => slots.has([...inside, name].join("\0")))) return [{ path, value }];
  return members.map(([name, member]) => ({ path: [...inside, name], value: member }));
}

/** An object of few members, each said in one piece. */
function isPlain(value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const members = Object.values(value);
  return (
    members.length > 0 &&
    members.length <= MOST_MEMBERS &&
    members.every(
      (member) =>
        isScalar(member) ||
        typeof member === "boolean" ||
        (Array.isArray(member) && member.length > 0 && member.every(isScalar)),
    )
  );
}

const nameAt = (path: readonly string[]): string => path.filter((step) => step !== "0").at(-1) ?? "";
