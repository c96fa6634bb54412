import { type Stats, statSync } from "node:fs";

/** What is at a path; undefined where there is nothing, or where it cannot be looked at (too long, a loop, forbidden). */
export function statQuietly(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
