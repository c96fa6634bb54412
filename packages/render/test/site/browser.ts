import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

/** Debian's Chromium; tests that need it say so and are skipped where it is not. */
const CHROMIUM = "/usr/bin/chromium";
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.warn(`${CHROMIUM} is not installed (apt-get install chromium): the pages are not looked at.`);

const FLAGS: readonly string[] = JSON.parse(
  readFileSync(new URL("../../../../test/chromium-flags.json", import.meta.url), "utf8"),
);

/** Headless, and without anything that would reach out on its own. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ["--headless", ...FLAGS],
  });

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
};

/** Serves files from memory on a port of this machine. */
export async function serve(files: ReadonlyMap<string, string>): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://site").pathname.slice(1) || "index.html";
    const text = files.get(path);
    response.statusCode = text === undefined ? 404 : 200;
    response.setHeader("content-type", TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain");
    response.end(text ?? "not found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A page that notes every word on the console and every request that leaves the site. */
export async function watchedPage(
  context: BrowserContext,
  origin: string,
): Promise<{ page: Page; quiet(): void }> {
  const page = await context.newPage();
  const said: string[] = [];
  const left: string[] = [];
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("dialog", (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) left.push(request.url());
  });
  return {
    page,
    quiet() {
      expect(said).toEqual([]);
      expect(left).toEqual([]);
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong on the page, in a line each. It is run from outside the page, whose policy allows no such script. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
  };
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary.replace(/\s+/g, " ")})`)
        .join("; ")}`,
  );
}
