import { JudgeError } from "../errors.js";

/** Most tools of one question about many: beyond that, models skip some. */
const BATCH_TOOLS = 16;
/** Most characters of tool definitions in one such question, unless a single tool is longer. */
const BATCH_CHARS = 60_000;

/** Items in runs of at most `maxItems` and about {@link BATCH_CHARS} of their lines, in order. */
export function batches<Item extends { readonly line: string }>(
  items: readonly Item[],
  maxItems = BATCH_TOOLS,
): Item[][] {
  const out: Item[][] = [];
  let chars = 0;
  for (const item of items) {
    const last = out.at(-1);
    if (last === undefined || last.length >= maxItems || chars + item.line.length > BATCH_CHARS) {
      out.push([item]);
      chars = item.line.length;
    } else {
      last.push(item);
      chars += item.line.length;
    }
  }
  return out;
}

/**
 * Asks about a batch; where the reply stays unusable, about its halves, down to one item: long answers are
 * the ones that get cut or lose an entry. An item that cannot be answered alone fails the whole.
 */
export async function askBatch<Item, Result>(
  batch: readonly Item[],
  ask: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  try {
    return [...(await ask(batch))];
  } catch (error) {
    if (!(error instanceof JudgeError) || !error.evaluator || batch.length === 1) throw error;
    const middle = Math.ceil(batch.length / 2);
    const halves = await Promise.all([
      askBatch(batch.slice(0, middle), ask),
      askBatch(batch.slice(middle), ask),
    ]);
    return halves.flat();
  }
}
