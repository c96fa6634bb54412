import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findAnnotations, readAnnotationsFile } from "../src/annotations.js";

const remark = (reason: string) => ({ finding: "params_unexplained", tool: "read_note", reason });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-annotations-"));
});
const put = async (place: string, document: unknown) => {
  await mkdir(join(folder, place), { recursive: true });
  await writeFile(join(folder, place, "gradable.annotations.json"), JSON.stringify(document));
};

describe("findAnnotations", () => {
  it("takes the file of the first folder that has one, and none where no folder has", async () => {
    const places = [join(folder, "result"), join(folder, "server")];
    expect(await findAnnotations(places)).toEqual({ file: null, annotations: [] });
    await put("server", [remark("beside the server")]);
    expect((await findAnnotations(places)).annotations).toEqual([remark("beside the server")]);
    await put("result", [remark("beside the report")]);
    expect(await findAnnotations(places)).toEqual({
      file: join(folder, "result", "gradable.annotations.json"),
      annotations: [remark("beside the report")],
    });
  });

  it("does not pass over a file that can't be read", async () => {
    await put("result", [{ ...remark("x"), severity: "low" }]);
    await put("server", []);
    await expect(findAnnotations([join(folder, "result"), join(folder, "server")])).rejects.toMatchObject({
      code: "annotations-invalid",
      owner: "usage",
      message: expect.stringMatching(/result\/gradable\.annotations\.json: .*severity/),
    });
  });

  it("says that a named file is missing", async () => {
    await expect(readAnnotationsFile(join(folder, "none.json"))).rejects.toMatchObject({
      code: "file-missing",
    });
  });
});
