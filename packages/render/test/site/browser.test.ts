import type { Server } from "node:http";
import { leaderboard } from "@gradable/insight";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportOf } from "../../../insight/test/entries.js";
import { leaderboardFiles } from "../../src/site/leaderboard-page.js";
import { methodPage } from "../../src/site/method-page.js";
import { methodology } from "../../src/site/methodology.js";
import { serverPage } from "../../src/site/server/server-page.js";
import { hasChromium, launch, serve, violations, watchedPage } from "./browser.js";
import { filesOf, hostileReport, madeResults, mixedReport, resultOfReport } from "./made-site.js";

let browser: Browser;
let server: Server;
let origin: string;
let other: string;

beforeAll(async () => {
  if (!hasChromium) return;
  const files = await filesOf(madeResults());
  other = [...files.keys()].find((path) => path.startsWith("judge-")) ?? "";
  files.set("single/report.html", serverPage(mixedReport));
  files.set("single/method.html", methodPage(methodology(), "single"));
  // Ten thousand rows on the pages and data of a second leaderboard.
  const entry = (index: number) => ({
    ...resultOfReport(reportOf("server", { missed: index % 20, tokens: 100 + index * 31 })).entry,
    slug: `server-${String(index).padStart(5, "0")}`,
  });
  const few = Array.from({ length: 20 }, (_, index) => entry(index));
  const many = Array.from({ length: 10_000 }, (_, index) => ({ ...few[index % 20], slug: entrySlug(index) }));
  for (const { path, text } of leaderboardFiles(leaderboard(many as Parameters<typeof leaderboard>[0])))
    files.set(`many/${path}`, text);
  for (const [path, text] of [...files]) if (path.startsWith("assets/")) files.set(`many/${path}`, text);
  ({ origin, server } = await serve(files));
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

const entrySlug = (index: number) => `server-${String((index * 7919) % 10_000).padStart(5, "0")}`;

async function inPage(
  path: string,
  look: (page: Page) => Promise<void>,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<void> {
  const context: BrowserContext = await browser.newContext(options);
  try {
    const { page, quiet } = await watchedPage(context, origin);
    await page.goto(`${origin}/${path}`);
    await look(page);
    quiet();
  } finally {
    await context.close();
  }
}

const ready = (page: Page) => page.waitForSelector("html[data-ready]");
const slugs = (page: Page) => page.locator("#leaderboard tbody th a").allTextContents();

const focused = (page: Page) => page.evaluate("document.activeElement.textContent");
const found = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

// What runs in the page is text here: this program is checked without a browser's types.

/** The rows as the page brings them, and as the script makes them from the data when there are none. */
const MADE_ROWS = `(async () => {
  const fresh = async () => new DOMParser().parseFromString(await (await fetch("index.html")).text(), "text/html");
  const rows = (page) => [...page.querySelectorAll("#leaderboard tbody tr")];
  const served = rows(await fresh()).map((row) => row.outerHTML);
  document.body.replaceWith(document.adoptNode((await fresh()).body));
  for (const row of rows(document)) row.remove();
  document.documentElement.removeAttribute("data-ready");
  const script = document.createElement("script");
  script.src = "assets/leaderboard.js";
  document.body.append(script);
  while (document.documentElement.dataset.ready === undefined) await new Promise((done) => setTimeout(done, 20));
  return { served, made: rows(document).map((row) => row.outerHTML) };
})()`;

describe.runIf(hasChromium)("in a browser", () => {
  const pages = [
    ["leaderboard", () => "index.html"],
    ["another configuration", () => other],
    ["server", () => "servers/tiny-library/index.html"],
    ["server with a history", () => "servers/server-01/index.html"],
    ["what changed", () => "servers/server-01/changes.html"],
    ["hostile server", () => "servers/hostile-server/index.html"],
    ["no score", () => "servers/broken-server/index.html"],
    ["without a rank", () => "excluded.html"],
    ["method", () => "method.html"],
    ["compare, nothing chosen", () => "compare.html"],
    ["compare", () => "compare.html?first=server-00&second=server-02"],
    ["one report", () => "single/report.html"],
    ["its method", () => "single/method.html"],
  ] as const;
  const looks = [
    { colorScheme: "light", viewport: { width: 1280, height: 900 } },
    { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
    { colorScheme: "light", viewport: { width: 360, height: 740 } },
  ] as const;

  describe.each(looks)("$colorScheme, $viewport.width px", (look) => {
    it.each(pages)(
      "%s: nothing that axe-core finds, nothing on the console, nothing wider than the screen",
      async (_, path) => {
        await inPage(
          path(),
          async (page) => {
            await page.waitForLoadState("networkidle");
            expect(await violations(page)).toEqual([]);
            const wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
            expect(wider).toBeLessThanOrEqual(0);
          },
          look,
        );
      },
      60_000,
    );
  });

  it("finds a server, opens it, and copies a command", async () => {
    await inPage(
      "index.html",
      async (page) => {
        await ready(page);
        await page.getByLabel("Search").fill("tiny library");
        await found(page, "1 of 26 servers");
        await page.getByRole("link", { name: "tiny-library" }).click();
        await page.waitForURL(/servers\/tiny-library/);
        await page.locator(".command .copy").first().click();
        await page.getByRole("button", { name: "Copied" }).waitFor();
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe("npx gradable verify report.json");
        expect(await page.locator("#badge-snippet code").textContent()).toBe(
          `[![Gradable](${origin}/servers/tiny-library/badge.svg)](${origin}/servers/tiny-library/index.html)`,
        );
      },
      { permissions: ["clipboard-read", "clipboard-write"] },
    );
  });

  it("sorts by any figure, keeps what was not measured last, and keeps the view in the address", async () => {
    await inPage("index.html", async (page) => {
      await ready(page);
      await page.getByRole("button", { name: "Tokens" }).click();
      const tokens = async () =>
        (await page.locator("#leaderboard .tokens").allTextContents())
          .slice(0, -1)
          .map((text) => Number(text.replace(",", "")));
      const ascending = await page.locator("#leaderboard tbody .tokens").allTextContents();
      const numbers = ascending.map((text) => Number(text.replaceAll(",", "")));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(await page.locator('th[data-sort="tokens"]').getAttribute("aria-sort")).toBe("ascending");
      await page.getByRole("button", { name: "Tokens" }).click();
      expect((await tokens())[0]).toBe(numbers.at(-1));
      expect(new URL(page.url()).search).toBe("?sort=-tokens");
      await page.getByLabel("Sort by").selectOption("safety");
      const unmeasured = (await page.evaluate(
        '[...document.querySelectorAll("#leaderboard tbody .no-safety")].map((note) => !note.hidden)',
      )) as boolean[];
      expect(unmeasured).toEqual([...unmeasured].sort((a, b) => Number(a) - Number(b)));
      await page.reload();
      await ready(page);
      expect(await page.getByLabel("Sort by").inputValue()).toBe("safety");
    });
  });

  it("filters by grade and size, says when nothing fits, and shows all again", async () => {
    await inPage("index.html", async (page) => {
      await ready(page);
      const all = (await slugs(page)).length;
      await page.getByLabel("Grade").selectOption("A");
      const grades = await page.locator("#leaderboard tbody .grade").allTextContents();
      expect(new Set(grades)).toEqual(new Set(["A"]));
      expect(grades.length).toBeLessThan(all);
      await page.getByLabel("Size").selectOption("51-100");
      await page.getByText("No server fits these filters.").waitFor();
      await page.getByRole("button", { name: "Show all" }).click();
      expect((await slugs(page)).length).toBe(all);
    });
  });

  it("switches to another judge's configuration, whose ranks start anew", async () => {
    await inPage("index.html", async (page) => {
      await page.getByRole("link", { name: /claude \/ a-model/ }).click();
      await page.waitForURL(new RegExp(other));
      await ready(page);
      expect((await slugs(page)).every((slug) => slug.startsWith("server-by-model-"))).toBe(true);
      expect(await page.locator("#leaderboard tbody .rank").first().textContent()).toMatch(/^1/);
    });
  });

  it("compares two servers, and says first what stands in the way", async () => {
    await inPage("servers/server-00/index.html", async (page) => {
      await page.getByRole("link", { name: "Compare with another server" }).click();
      await page.getByLabel("Second server").fill("server-by-model-0");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("heading", { name: /may not be compared/ }).waitFor();
      expect(await page.locator("#blocker-list").textContent()).toContain("the configurations differ");
      await page.getByLabel("Second server").fill("server-11");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("heading", { name: "These two may be compared" }).waitFor();
      expect(await page.locator("#verdict").textContent()).toContain("server-00 scores higher, by more than");
      await page.getByLabel("Second server").fill("../../etc/passwd");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByText("Not ranked here: ../../etc/passwd.").waitFor();
    });
  });

  it("says on an empty compare page what to do, and offers the names that hold what is typed", async () => {
    await inPage("compare.html", async (page) => {
      await page.getByText(/^Choose two servers: type a part of a name/).waitFor();
      await page.getByLabel("First server").pressSequentially("library");
      const offered = page.locator("#servers option");
      await offered.first().waitFor({ state: "attached" });
      expect(
        await page.evaluate("[...document.querySelectorAll('#servers option')].map(({ value }) => value)"),
      ).toEqual(["tiny-library"]);
      await page.getByLabel("First server").fill("tiny-library");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByText(/^Choose the server to set beside tiny-library/).waitFor();
    });
  });

  it("gives a name room on a narrow screen", async () => {
    await inPage(
      "index.html",
      async (page) => {
        await ready(page);
        const shares = (await page.evaluate(
          `[...document.querySelectorAll("#leaderboard tbody th")].map((name) => name.getBoundingClientRect().width / name.parentElement.getBoundingClientRect().width)`,
        )) as number[];
        expect(Math.min(...shares)).toBeGreaterThan(0.4);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  it("is used by keyboard alone", async () => {
    await inPage("index.html", async (page) => {
      await ready(page);
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to the content");
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate("document.activeElement.id")) === "search") break;
      }
      await page.keyboard.type("server-07");
      await found(page, "1 of 26 servers");
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      expect(outline).toBe("solid");
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press("Tab");
        if ((await focused(page)) === "server-07") break;
      }
      await page.keyboard.press("Enter");
      await page.waitForURL(/servers\/server-07/);
    });
  });

  it("is complete and linked without JavaScript", async () => {
    await inPage(
      "index.html",
      async (page) => {
        expect((await slugs(page)).length).toBe(26);
        expect(await page.locator("#filters").isHidden()).toBe(true);
        await page.getByRole("link", { name: "server-02", exact: true }).click();
        await page.waitForURL(/servers\/server-02/);
        expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
      },
      { javaScriptEnabled: false },
    );
  });

  it("makes a new row just as the page has it", async () => {
    await inPage("index.html", async (page) => {
      await ready(page);
      const { served, made } = (await page.evaluate(MADE_ROWS)) as { served: string[]; made: string[] };
      expect(served.length).toBe(26);
      expect(made).toEqual(served);
    });
  });

  it("shows hostile names as text, and runs nothing of theirs", async () => {
    const hostile = hostileReport();
    await inPage("servers/hostile-server/index.html", async (page) => {
      const text = await page.locator("main").textContent();
      for (const part of [
        "</script><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "safe\\u{202e}gnp.exe",
        "{{constructor}}",
        "done ✅",
      ])
        expect(text).toContain(part);
      const foreign = await page
        .locator("main img:not([src='badge.svg']), main iframe, main form, main script, main style")
        .count();
      expect(foreign).toBe(0);
      expect(await page.locator("main a[href^='http']").count()).toBe(0);
    });
    await inPage("index.html", async (page) => {
      await ready(page);
      await page.getByLabel("Search").fill("hostile");
      await found(page, "1 of 26 servers");
      expect(await page.locator("#leaderboard .name").first().textContent()).toContain("</script>");
      expect(hostile.slug).toBe("hostile-server");
    });
  });

  it("keeps ten thousand rows smooth", async () => {
    await inPage("many/index.html", async (page) => {
      await ready(page);
      expect((await slugs(page)).length).toBe(50);
      await page.getByLabel("Search").fill("server-0991");
      await found(page, "10 of 10,000 servers");
      await page.getByLabel("Search").fill("");
      await found(page, "10,000 servers");
      await page.getByRole("button", { name: "Page 200 of 200" }).click();
      expect((await slugs(page)).length).toBe(50);
      const current = page.locator('#pages [aria-current="page"]');
      expect(await current.textContent()).toBe("200");
      expect(await page.locator("#pages button").allTextContents()).toEqual(["1", "199", "200"]);
    });
  }, 60_000);

  it("opens what is folded and hides what is not for paper when printed", async () => {
    await inPage("servers/tiny-library/index.html", async (page) => {
      await page.emulateMedia({ media: "print" });
      expect(await page.locator("nav").first().isHidden()).toBe(true);
      expect(await page.getByRole("heading", { name: "Tools", exact: true }).isVisible()).toBe(true);
      expect(await page.getByText("q: what to look for.").isVisible()).toBe(true);
    });
  });
});
