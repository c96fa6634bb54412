/**
 * What kind of wish a tool's verb serves; the kind decides the sentences. Verbs not listed are used as they are ("mute the
 * host"), which is how a person would say them too.
 */
const FAMILIES = {
  read: "get read fetch retrieve show view load describe inspect display dump pull return peek cat",
  list: "list browse enumerate ls",
  search: "search find lookup locate discover query filter match grep seek",
  create: "create add new insert make register initialize init provision append upsert establish",
  update: "update edit modify patch change adjust alter configure replace",
  delete: "delete remove destroy erase purge drop trash",
  send: "send",
  check: "check validate verify test lint",
  analyze: "analyze analyse assess review evaluate audit",
  count: "count",
  run: "run execute exec trigger invoke launch perform",
  stop: "stop cancel terminate kill abort",
  upload: "upload",
  download: "download export",
  draw: "generate draw render plot visualize",
} as const;

export type Family = keyof typeof FAMILIES | "other";

const FAMILY_OF: ReadonlyMap<string, Family> = new Map(
  Object.entries(FAMILIES).flatMap(([family, verbs]) =>
    verbs.split(" ").map((verb) => [verb, family as Family] as const),
  ),
);

/** Verbs that are no family's but are plainly verbs at the head of a name. */
const OTHER_VERBS = new Set(
  `accept activate allocate calculate collect compute control invalidate list solve split translate apply approve archive assign attach authenticate ban block book build call capture clear click clone close
  combine commit compare complete compress configure confirm connect convert copy debug decode delegate deploy detach detect diff disable disconnect dispatch
  drag duplicate embed enable encode end enroll estimate expire explain extract fill focus follow forecast fork format forward geocode go grant
  hide highlight hover import inject install interact invite join like link lock login logout mark measure merge migrate minimize
  monitor move mute navigate notify open optimize order parse pause pay pin play post predict prepare press preview process promote publish
  purchase push put rank rate rebuild receive recommend reconnect record recover redirect refresh refund register reject release reload rename
  reorder reply report request reschedule reserve reset resize resolve restart restore resume reverse revoke rotate run save scan schedule
  scrape scroll select set share shorten sign simulate snooze sort split start submit subscribe suggest summarize suspend swap swipe switch sync
  tag take tap toggle track transfer transform translate type unarchive unassign unblock undo unfollow uninstall unlock unmute unpin unpublish
  unsubscribe void wait watch withdraw write`.split(/\s+/),
);

/** Verbs of two words. */
const PAIRS = new Set([
  "go back",
  "go forward",
  "double click",
  "double tap",
  "long press",
  "right click",
  "log in",
  "log out",
  "sign in",
  "look up",
  "check out",
  "set up",
]);

/** The family of a verb; `other` for a verb without one; undefined for a word that is not known as a verb. */
export function familyOf(word: string): Family | undefined {
  const known = FAMILY_OF.get(word) ?? (OTHER_VERBS.has(word) || PAIRS.has(word) ? "other" : undefined);
  if (known !== undefined) return known;
  // unmerge, rerun: the same deed undone or done again.
  const root = /^(?:un|re)([a-z]{3,})$/.exec(word)?.[1];
  return root !== undefined && (FAMILY_OF.has(root) || OTHER_VERBS.has(root)) ? "other" : undefined;
}

/** Verbs that are nouns at the end of a name: an activity log, a purchase order. */
export const NOUNS_AT_END: ReadonlySet<string> = new Set(
  "block book call code copy embed end focus forecast form format link lock log mark measure merge order pin place play post preview process push rank rate record report request reserve result run scan schedule search share sort split start swap switch tag test track transfer transform type use view wait watch query index draft list match load dump check review".split(
    " ",
  ),
);

/** The base form of a verb that opens a description: "Creates", "Creating" → create. */
export function verbOf(word: string): string | undefined {
  const forms = [word];
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("es")) forms.push(word.slice(0, -2));
  if (word.endsWith("s")) forms.push(word.slice(0, -1));
  if (word.endsWith("ing"))
    forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -3).replace(/(.)\1$/, "$1"));
  return forms.find((form) => familyOf(form) !== undefined);
}
