// Writes docs/user-value-chain.md from the vocabularies of packages/chain. Run it after a build.
// packages/chain/test/reference.test.ts fails when the committed page differs.
import { writeFile } from "node:fs/promises";
import { renderReferencePage } from "@gradable/chain";

await writeFile(new URL("../docs/user-value-chain.md", import.meta.url), renderReferencePage());
