import { join } from "node:path";
import {
  ANNOTATIONS_FILE,
  type Annotation,
  defined,
  GradableError,
  plainText,
  readAnnotations,
} from "@gradable/contract";
import { readJsonFile } from "@gradable/host";

/**
 * Reads a maintainer's annotations. Throws what `readJsonFile` throws, and `annotations-invalid` (usage), which names the file and the
 * first places that do not fit.
 */
export async function readAnnotationsFile(file: string): Promise<Annotation[]> {
  const document = await readJsonFile(file);
  try {
    return readAnnotations(document);
  } catch (cause) {
    if (!(cause instanceof GradableError)) throw cause;
    throw new GradableError({
      code: cause.code,
      owner: "usage",
      message: `${plainText(file)}: ${cause.message}`,
      ...defined({ hint: cause.hint }),
      facts: cause.facts,
      cause,
    });
  }
}

/** The annotations of the first of `folders` that has a {@link ANNOTATIONS_FILE}; no file and an empty list where none has. */
export async function findAnnotations(
  folders: readonly string[],
): Promise<{ readonly file: string | null; readonly annotations: readonly Annotation[] }> {
  for (const folder of folders) {
    const file = join(folder, ANNOTATIONS_FILE);
    try {
      return { file, annotations: await readAnnotationsFile(file) };
    } catch (error) {
      if (!(error instanceof GradableError && error.code === "file-missing")) throw error;
    }
  }
  return { file: null, annotations: [] };
}
