import { relative, resolve } from "node:path";
import type { Annotation } from "@gradable/contract";
import type { CliIo } from "../io.js";

/** Where the annotations of one result are looked for. */
export interface AnnotationPlaces {
  /** `--annotations`: the only place, where it was given. */
  readonly given: string | undefined;
  readonly target: string;
  /** `--cwd`: the folder the server is started in. */
  readonly serverCwd: string | undefined;
  /** Folder of the result, from its slug. */
  readonly directory: (slug: string) => string;
  readonly quiet: boolean;
}

/**
 * The maintainer's annotations of a result, for `scanTarget`: those of the file that was given; else of
 * `gradable.annotations.json` in the folder of the result; else of the one in the folder the server is started from, for a server that
 * is (an npm package or an address is not in this folder, so a file here is about another server). A given file is read at once, so that a
 * mistake in it costs no scan. What was read is said on stderr.
 */
export async function annotationsOption(
  places: AnnotationPlaces,
  io: CliIo,
): Promise<(slug: string) => Promise<readonly Annotation[]>> {
  const { findAnnotations, readAnnotationsFile } = await import("@gradable/run");
  if (places.given !== undefined) {
    const annotations = await readAnnotationsFile(resolve(io.cwd, places.given));
    return async () => annotations;
  }
  const here = /^(npm:|https?:\/\/)/i.test(places.target.trim())
    ? []
    : [resolve(io.cwd, places.serverCwd ?? ".")];
  return async (slug) => {
    const { file, annotations } = await findAnnotations([places.directory(slug), ...here]);
    if (file !== null && !places.quiet) {
      const count = `${annotations.length} annotation${annotations.length === 1 ? "" : "s"}`;
      io.stderr.write(`gradable: ${count} from ${relative(io.cwd, file) || file}\n`);
    }
    return annotations;
  };
}
