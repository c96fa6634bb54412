import { rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atOurEnd } from "@gradable/host";

/**
 * The folders of one judge, readable by this user only: an empty working folder that cannot be written, a
 * home, a place for temporary files, and `root` for the adapter's own files.
 */
export interface PrivateFolder {
  readonly root: string;
  readonly cwd: string;
  readonly home: string;
  readonly tmp: string;
  remove(): Promise<void>;
}

export async function privateFolder(): Promise<PrivateFolder> {
  // The real path: some CLIs compare their folder with what the system calls it, and /tmp may be a link.
  const root = await realpath(await mkdtemp(join(tmpdir(), "gradable-judge-")));
  // When the process ends without having closed its judges.
  const forget = atOurEnd(() => rmSync(root, { recursive: true, force: true }));
  const folder = { root, cwd: join(root, "cwd"), home: join(root, "home"), tmp: join(root, "tmp") };
  for (const path of [folder.cwd, folder.home, folder.tmp]) await mkdir(path, { mode: 0o700 });
  // Nothing a judge is talked into may leave a file there for the next call to read.
  await chmod(folder.cwd, 0o500);
  return {
    ...folder,
    async remove() {
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
      forget();
    },
  };
}
