import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { readReport } from "@gradable/contract";
import { leaderboard, leaderboardSchema, rewriteEffect } from "@gradable/insight";
import { beforeAll, describe, expect, it } from "vitest";
import { judgedBy, reportOf } from "../../../insight/test/entries.js";
import { makeReport, mixedScan } from "../../../insight/test/make-report.js";
import { changeText, effectReading } from "../../src/phrase/rewrite.js";
import { badgeSvg } from "../../src/site/badge.js";
import { leaderboardFiles } from "../../src/site/leaderboard-page.js";
import { methodology } from "../../src/site/methodology.js";
import { serverPage } from "../../src/site/server/server-page.js";
import { type BuiltKeys, type SiteResult, site } from "../../src/site/site.js";
import { renderFix } from "../../src/views/fix.js";
import { filesOf, hostileReport, madeResults, mixedReport, resultOfReport } from "./made-site.js";

let files: Map<string, string>;
beforeAll(async () => {
  files = await filesOf(madeResults());
});
const file = (path: string) => files.get(path) ?? expect.fail(`no ${path}`);
const pages = () => [...files].filter(([path]) => path.endsWith(".html"));

describe("site", () => {
  it("is the same to the byte when built again, in another order", async () => {
    const again = await filesOf(madeResults().reverse());
    expect([...again.keys()].sort()).toEqual([...files.keys()].sort());
    for (const [path, text] of files) expect(again.get(path), path).toBe(text);
  });

  it("links only to files it has, and to anchors they have", () => {
    for (const [path, text] of pages()) {
      for (const [, link] of text
        .replace(/<template.*?<\/template>/gs, "")
        .matchAll(/(?:href|src)="([^"#]*(?:#[^"]*)?)"/g)) {
        if (link === undefined || link === "" || link.startsWith("https:")) continue;
        const url = new URL(link.replaceAll("&amp;", "&").replaceAll("&#x3D;", "="), `http://site/${path}`);
        expect(url.host, `${path} → ${link}`).toBe("site");
        const target = files.get(url.pathname.slice(1));
        expect(target, `${path} → ${link}`).toBeDefined();
        if (url.hash !== "") expect(target, `${path} → ${link}`).toContain(`id="${url.hash.slice(1)}"`);
      }
    }
  });

  it("has a policy on every page that allows no inline script or style, and neither stands in one", () => {
    for (const [path, text] of pages()) {
      expect(text, path).toContain(
        `content="default-src &#x27;none&#x27;; script-src &#x27;self&#x27;; style-src`,
      );
      expect(text, path).not.toMatch(/unsafe-inline|<style|\sstyle=|<script(?! src=)|="javascript:/);
    }
  });

  it("says above the table, once, whether the scores may be compared", async () => {
    const notices = (text: string) =>
      (/<section class="notice[\s\S]*?<\/section>/.exec(text)?.[0] ?? "").replace(/<[^>]*>/g, "");
    const one = await filesOf([resultOfReport(reportOf("a")), resultOfReport(reportOf("b"))]);
    const alike = notices(one.get("index.html") ?? "");
    expect(alike).toContain("These scores may be compared");
    expect(alike.match(/compare/g)).toHaveLength(1);
    const two = notices(file("index.html"));
    expect(two).toContain("compare within one judge configuration only");
    expect(two).toContain("scored 26 of 30 servers");
    expect(two.match(/compare/g)).toHaveLength(1);
    const probe = "is a lexical probe of the declared surface, not a reader";
    expect(alike).toContain(probe);
    expect(two).toContain(probe);
    const other = [...files.keys()].find((path) => path.startsWith("judge-")) ?? "";
    expect(notices(file(other))).not.toContain(probe);
  });

  it("has a column for whose failure it was only where something failed", () => {
    const groups = file("excluded.html").split("<section ");
    const columns = groups.map((group) => group.includes("Whose failure"));
    expect(groups.filter((_, index) => columns[index]).map((group) => /id="(\w+)"/.exec(group)?.[1])).toEqual(
      ["failedScan"],
    );
  });

  it("lists every file that was given, ranked or with its reason", () => {
    const board = leaderboardSchema.parse(JSON.parse(file("leaderboard.json")));
    expect(board.counts).toEqual({ files: 35, rows: 30, excluded: 5 });
    for (const { slug, configuration } of board.rows) {
      const page =
        configuration === 1 ? "index.html" : [...files.keys()].find((path) => path.startsWith("judge-"));
      expect(file(page as string)).toContain(`href="servers/${slug}/index.html"`);
    }
    for (const words of ["broken-server", "edited-server", "nothing.json", "the server", "earlier/server-01"])
      expect(file("excluded.html")).toContain(words);
  });

  it("says at the top what may be compared, and ranks within one configuration only", () => {
    expect(file("index.html")).toContain("Ranks and scores compare within one judge configuration only");
    const other = [...files.keys()].find((path) => path.startsWith("judge-")) as string;
    expect(file(other)).toContain("Not comparable with the largest configuration: the configurations differ");
    expect(file(other)).toContain("judge.model");
    expect(file(other)).not.toContain("servers/server-00/");
  });

  it("hosts each report so that its page can be verified from it", () => {
    const { report } = readReport(JSON.parse(file("servers/server-03/report.json")));
    expect(report.slug).toBe("server-03");
  });

  it("shows a server's scores over time, and joins only those that compare", () => {
    const page = file("servers/server-01/index.html");
    expect(page).toContain("3 scores between 2026-06-01 and 2026-08-03");
    expect(page).toContain("not comparable");
    expect(page.match(/class="line"/g)).toHaveLength(2);
    const changes = file("servers/server-01/changes.html");
    expect(changes.indexOf("The two scores may not be compared")).toBeLessThan(
      changes.indexOf("Side by side"),
    );
    expect(file("servers/server-03/index.html")).not.toContain('id="history"');
  });

  it("gives a server without a score a page that says whose failure it was, and no grade", () => {
    const page = file("servers/broken-server/index.html");
    expect(page).toContain("a failure of the server");
    expect(page).toContain("before it answered &lt;initialize&gt;");
    expect(page).not.toMatch(/grade-[ABCDF]/);
  });

  it("refuses to publish a report that changed while the site was built", async () => {
    const [first] = madeResults();
    if (first === undefined) throw new Error("no result");
    await expect(filesOf([{ ...first, read: async () => "{}" }])).rejects.toMatchObject({
      code: "report-changed",
    });
  });

  it("makes the files of a server again only when something they show has changed", async () => {
    const built = JSON.parse(file("built.json")) as BuiltKeys;
    const again = async (results: SiteResult[]) => {
      const made: string[] = [];
      const kept = new Set<string>();
      const isBuilt = (slug: string, key: string) => built[slug] === key;
      for await (const { path, text } of site({ results, methodology: methodology(), isBuilt }))
        if (text === null) kept.add(path);
        else if (/^servers\/.*index/.test(path)) made.push(path.split("/")[1] as string);
      return { made, kept };
    };
    const unranked = ["broken-server", "edited-server"];
    const same = await again(madeResults());
    expect(same.made).toEqual(unranked);
    expect([...same.kept].filter((path) => path.startsWith("servers/server-01/"))).toHaveLength(6);
    expect([...same.kept].filter((path) => path.startsWith("servers/server-03/"))).toHaveLength(5);
    const changed = madeResults().filter(({ entry }) => entry.slug !== "server-by-model-0");
    const newer = resultOfReport(
      reportOf("server-by-model-0", { missed: 3, stages: judgedBy("claude", "a-model") }),
    );
    // The ranks of its neighbours may move with it; those of other configurations can't.
    const { made } = await again([...changed, newer]);
    expect(made).toContain("server-by-model-0");
    expect(made.filter((slug) => !slug.startsWith("server-by-model") && !unranked.includes(slug))).toEqual(
      [],
    );
  });

  it("builds from nothing", async () => {
    const empty = await filesOf([]);
    expect(empty.get("index.html")).toContain("No result has a rank yet.");
    expect(empty.get("index.html")).not.toContain("<strong>These scores may be compared");
  });
});

describe("a server's page", () => {
  const page = serverPage(mixedReport);

  it("has every part that the evidence allows", () => {
    for (const id of [
      "costs",
      "categories",
      "chain",
      "tools",
      "defects",
      "pairs",
      "requests",
      "rewrite",
      "judge",
      "observations",
      "remarks",
      "check",
    ])
      expect(page, id).toContain(`id="${id}"`);
  });

  it("opens each category to counts, weights and points", () => {
    // By hand: 8 of 10 picked rightly; 8/10 × 0.60 × 30 = 14.4, and × 0.40 × 20 = 6.4.
    expect(page).toContain("8 of 10 (80 %)");
    expect(page).toContain(">14.40</a> of 18.0");
    expect(page).toContain(">6.40</a> of 8.0");
  });

  it("puts the missed requests first, and the caution before the suggestions", () => {
    const at = (text: string) => page.indexOf(text);
    expect(at('class="requests missed"')).toBeLessThan(at('class="requests malformed"'));
    expect(at('class="requests malformed"')).toBeLessThan(at('class="requests held"'));
    expect(at("Check each suggestion against the implementation.")).toBeLessThan(at("q: what to look for."));
  });

  it("shows a maintainer's remark beside its finding, with its end", () => {
    expect(page).toContain("Maintainer’s remark, until 2026-12-31: q is explained in the manual.");
    expect(page).toContain("Maintainer’s remark, expired on 2026-01-31: They are going to be merged.");
  });

  it("says that safety was not measured wherever it shows the grade", async () => {
    const safe = await filesOf([resultOfReport(reportOf("reader", { destructive: false }))]);
    expect(safe.get("servers/reader/index.html")).toContain("<strong>Safety not measured</strong>");
    expect(safe.get("servers/reader/badge.svg")).toContain("safety not measured");
    expect(safe.get("index.html")).toContain('<span class="no-safety">safety not measured</span>');
  });

  it("says of the suggestions what the fix brief says, each request set against itself [M3.5]", () => {
    const suggestion = (tool: string, toolIndex: number) => ({
      tool,
      toolIndex,
      mode: "append" as const,
      text: `Use ${tool}.`,
      addedTokens: 4,
    });
    const report = makeReport({
      ...mixedScan,
      tools: { helped: 10, hurt: 10, idle: 10 },
      destructive: [],
      pairs: [],
      observations: [],
      economics: {},
      tasks: [
        { tool: "helped", prompt: "a", picked: [null], pickedAfter: ["helped"] },
        { tool: "helped", prompt: "b", picked: ["idle"], pickedAfter: ["helped"] },
        { tool: "hurt", prompt: "c", pickedAfter: ["helped"] },
        { tool: "idle", prompt: "d" },
      ],
      defects: ["helped", "hurt"].map((tool, toolIndex) => ({
        tool,
        toolIndex,
        type: "name_restates_behavior" as const,
        evidence: "It says no more than the name.",
      })),
      suggestions: [suggestion("helped", 0), suggestion("hurt", 1)],
    });
    const shown = serverPage(report).replaceAll("&#x27;", "'").replaceAll("&#x3D;", "=");
    const fix = renderFix(report);
    const effect = rewriteEffect(report) ?? expect.fail("no rewrite");
    // By hand: 2 of 4 right as declared, 3 of 4 with the suggestions.
    expect(shown).toContain("<td>+25 pp, 95 % interval");
    for (const rate of [effect.picked, effect.firstCall, ...effect.tools.map(({ picked }) => picked)]) {
      const change = changeText(rate ?? expect.fail("nothing was graded in both runs"));
      expect(shown).toContain(`<td>${change}</td>`);
      expect(fix).toContain(` ${change} |`);
    }
    for (const told of effect.tools) expect(shown).toContain(effectReading(told));
    expect(shown.match(/<strong>It hurt: do not use it as it is\.<\/strong>/g)).toHaveLength(1);
    expect(shown).toMatch(
      /<code>hurt<\/code><span class="what"><strong>hurt: do not use it as it is<\/strong>/,
    );
    expect(shown).toContain(
      "for 2 of 2 requests meant for it, before for 0 of 2, and 1 request for other tools went to it.",
    );
  });

  it("names the calibration of its judge where the scan was given one", () => {
    const calibrationSha256 = "ab".repeat(32);
    const calibrated = { ...mixedReport, judge: { ...mixedReport.judge, calibrationSha256 } };
    expect(serverPage(calibrated)).toContain(
      `<dt>Calibration of this judge</dt><dd><code>${calibrationSha256}</code></dd>`,
    );
    expect(page).not.toContain("Calibration of this judge");
  });

  it("begins what it says of the interval as a sentence", () => {
    const alike = serverPage(reportOf("alike"));
    expect(alike).toContain('<p class="beside">No interval: all requests went alike');
  });

  it("stands alone as one file: its style is named in the policy, and there is no script", () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page.replaceAll("&#x3D;", "=")).toContain(`style-src &#x27;sha256-${hash}&#x27;`);
    expect(page).not.toContain("<script");
    expect(page).not.toMatch(/(?:src|href)="(?:https?:|\/)/);
  });

  it("shows hostile text as text", () => {
    const hostile = serverPage(hostileReport());
    expect(hostile).not.toMatch(/<script>|<img|onerror=|<!-- hidden|http:\/\/evil\.example"/);
    expect(hostile).toContain("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(hostile).toContain("\\u{202e}");
  });
});

describe("badges", () => {
  it.each([
    ["server-01", /^[ABCDF] \d+\.\d$/],
    ["server-by-model-0", /^not comparable$/],
    ["broken-server", /^failed$/],
    ["edited-server", /^does not verify$|^unreadable$/],
  ])("%s says %s", (slug, says) => {
    const endpoint = JSON.parse(file(`servers/${slug}/badge.json`)) as Record<string, unknown>;
    expect(endpoint).toMatchObject({
      schemaVersion: 1,
      label: "gradable",
      message: expect.stringMatching(says),
    });
    expect(file(`servers/${slug}/badge.svg`)).toContain(`aria-label="gradable: ${endpoint.message}"`);
  });

  it("measures its text: wider letters make a wider badge, and the length is fixed", () => {
    const width = (message: string) =>
      Number(/<svg width="([\d.]+)"/.exec(badgeSvg({ message, color: "000000" }))?.[1]);
    expect(width("WWWW")).toBeGreaterThan(width("iiii") + 20);
    expect(badgeSvg({ message: "failed", color: "5f6b7a" })).toMatch(/textLength="\d+"/);
  });
});

describe("pages of a leaderboard", () => {
  const pagesOf = (count: number) => {
    const { entry } = resultOfReport(reportOf("server"));
    const entries = Array.from({ length: count }, (_, index) => ({ ...entry, slug: `server-${index}` }));
    return [...leaderboardFiles(leaderboard(entries as Parameters<typeof leaderboard>[0]))].filter(
      ({ path }) => path.endsWith(".html"),
    );
  };

  it("are one of up to 500 rows, and of 100 each of more, all linked from each", () => {
    expect(pagesOf(500).map(({ path }) => path)).toEqual(["index.html"]);
    const many = pagesOf(501);
    expect(many.map(({ path }) => path)).toEqual([
      "index.html",
      ...[2, 3, 4, 5, 6].map((page) => `page-${page}.html`),
    ]);
    const rows = many.map(({ text }) => text.match(/<th scope="row"/g)?.length);
    // One more than the rows: the template that the script makes rows from.
    expect(rows).toEqual([101, 101, 101, 101, 101, 2]);
    for (const { text } of many) for (const { path } of many) expect(text).toContain(`<li><a href="${path}"`);
  });
});

describe("weight", () => {
  it("of a leaderboard page with 500 rows is at most 150 KB compressed, its scripts 40 KB", () => {
    const made20 = Array.from(
      { length: 20 },
      (_, index) => resultOfReport(reportOf("server", { missed: index, tokens: 100 + index * 931 })).entry,
    );
    const entries = Array.from({ length: 500 }, (_, index) => ({
      ...(made20[index % 20] as (typeof made20)[number]),
      slug: `server-of-a-longer-name-${index}`,
    }));
    const made = new Map([...leaderboardFiles(leaderboard(entries))].map(({ path, text }) => [path, text]));
    const packed = (text: string) => gzipSync(text, { level: 9 }).length / 1024;
    const rows = [...made].find(([path]) => path.startsWith("rows-"))?.[1] ?? "";
    const scripts = packed(file("assets/table-core.js")) + packed(file("assets/leaderboard.js"));
    expect(scripts).toBeLessThanOrEqual(40);
    expect(
      packed(made.get("index.html") ?? "") + packed(rows) + packed(file("assets/site.css")) + scripts,
    ).toBeLessThanOrEqual(150);
  });
});
