import { defineConfig } from "vitest/config";

// Tests against the real judge CLIs: they install them (outside the repository) and take minutes, so they are a project of their own.
const conditions = ["@gradable/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/e2e-clis/**/*.clis.ts"],
    // One file at a time: a CLI takes one or two cores to itself.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    reporters: process.env.CI ? ["default", ["json", { outputFile: ".ci/clis-results.json" }]] : ["default"],
  },
});
