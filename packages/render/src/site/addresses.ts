import { sha256Text } from "@gradable/contract";
import { type ConfigurationRow, configurationKey } from "@gradable/insight";

/** A leaderboard of up to this many rows stands on one page. */
const ONE_PAGE_ROWS = 500;
/** Rows on a page of a larger one, where the first has to be there before anybody waits for it. */
const PAGE_ROWS = 100;

/** Rows on each page of a leaderboard of `count` rows; the pages are linked to one another. */
export function pageRows(count: number): number {
  return count <= ONE_PAGE_ROWS ? ONE_PAGE_ROWS : PAGE_ROWS;
}

/** Eight hex digits that name a configuration in addresses, the same in every build. */
function configurationId({ configuration }: Pick<ConfigurationRow, "configuration">): string {
  return sha256Text(configurationKey(configuration)).slice(0, 8);
}

/** File of a leaderboard page of a configuration: the majority's first one is the start page. */
export function leaderboardFile(configuration: ConfigurationRow, page = 1): string {
  const parts = [
    ...(configuration.majority ? [] : [`judge-${configurationId(configuration)}`]),
    ...(page === 1 ? [] : [`page-${page}`]),
  ];
  return `${parts.join("-") || "index"}.html`;
}

/** File of the rows of a configuration, for the table in the browser. */
export function rowsFile(configuration: ConfigurationRow): string {
  return `rows-${configurationId(configuration)}.json`;
}

/** The files of a ranked server; `changes.html` only with an earlier score. */
export const SERVER_FILES = [
  "index.html",
  "changes.html",
  "badge.svg",
  "badge.json",
  "report.json",
  "summary.json",
] as const;

/** File of a server; a slug holds lower-case letters, digits and hyphens only. */
export function serverFile(slug: string, name: (typeof SERVER_FILES)[number]): string {
  return `servers/${slug}/${name}`;
}
