import { stem, stemSet } from "./words.js";

/**
 * The word lists the rules share. All of them are ours: written by hand, reviewed against the labelled servers, and
 * kept general (no product, no server). Stems, not words, are compared.
 */

/** What a tool does, as a coarse class of its verb. Order matters only for reading. */
const ACTION_VERBS = {
  read: "get fetch retrieve read show view display describe load obtain access inspect print return open see lookup echo extract scrape",
  list: "list enumerate browse",
  search: "search find query look filter locate discover lookup explore",
  create:
    "create add insert make new build post register generate draft compose establish schedule install allocate reserve subscribe define setup write initialize init invite",
  update:
    "update edit modify change set patch replace alter rename adjust configure overwrite assign rename archive restore resolve approve reject rotate resize extend promote",
  delete:
    "delete remove destroy erase drop clear purge uninstall discard trash release unsubscribe revoke reset",
  send: "send publish submit push deliver reply forward notify broadcast share emit post",
  run: "run execute invoke call trigger launch start perform begin enable resume login deploy simulate demonstrate crawl apply sync restart",
  stop: "stop terminate cancel kill end close abort disable pause halt quit logout disconnect",
  move: "move transfer relocate migrate",
  copy: "copy duplicate clone fork",
  capture: "capture screenshot record snapshot take save",
  compute:
    "calculate compute count sum aggregate analyze convert translate summarize evaluate compare validate verify check test geocode estimate measure explain",
  upload: "upload import attach",
  download: "download export",
  press: "click tap press hover type swipe scroll drag select navigate go wait",
  toggle: "toggle switch mute unmute lock unlock",
  merge: "merge combine join link connect",
} as const;
export type ActionClass = keyof typeof ACTION_VERBS;

const classesByStem = new Map<string, Set<ActionClass>>();
for (const [action, verbs] of Object.entries(ACTION_VERBS) as [ActionClass, string][]) {
  for (const verb of verbs.split(" ")) {
    const key = stem(verb);
    classesByStem.set(key, (classesByStem.get(key) ?? new Set()).add(action));
  }
}

/** The action classes a verb's stem belongs to; empty for a word that is not a known verb. */
export function actionClasses(verbStem: string): ReadonlySet<ActionClass> {
  return classesByStem.get(verbStem) ?? NO_CLASSES;
}
const NO_CLASSES: ReadonlySet<ActionClass> = new Set();

/** Coarse kinds of action: a request to look something up is seldom taken for one that changes it. */
export type ActionKind = "look" | "change" | "end" | "act";
const KINDS: Readonly<Record<ActionClass, ActionKind>> = {
  read: "look",
  list: "look",
  search: "look",
  capture: "look",
  compute: "look",
  download: "look",
  create: "change",
  update: "change",
  send: "change",
  upload: "change",
  copy: "change",
  move: "change",
  merge: "change",
  delete: "end",
  stop: "end",
  run: "act",
  press: "act",
  toggle: "act",
};

/** The kind an action class belongs to. */
export function actionKind(action: ActionClass): ActionKind {
  return KINDS[action];
}

/** English function words. */
export const STOPWORDS = stemSet(
  (
    "a an the this that these those it its they them their he she we us our you your yours i me my of to in on at by for from with " +
    "without into onto over under between across through within about against during before after above below up down out off and or but " +
    "nor so if then else when while where which who whom whose what why how than as is are was were be been being am do does did done " +
    "have has had having can could may might must shall should will would not no yes any all some each every both either neither one ones " +
    "other another such same own too very just only also there here via per etc eg ie e g s t vs more most less least many much few " +
    "including include includes using use uses used like ever again once two three first second"
  ).split(" "),
);

/** Praise: says nothing of what a tool does, in whatever number. */
export const PRAISE = stemSet(
  (
    "useful helpful powerful simple simply easy easily quick quickly fast efficient efficiently effective seamless seamlessly robust advanced " +
    "comprehensive best great good amazing modern smart intelligent convenient flexible reliable accurate ultimate handy perfect important " +
    "solution leverage unlock boost productivity experience world class cutting edge innovative intuitive professional premium trusted " +
    "wonderful excellent optimal optimized enhanced superior leading"
  ).split(" "),
);

/**
 * Words that fill a description without saying what only this tool does: the vocabulary of tools in general, of
 * arguments in general, of size and newness, beside {@link PRAISE}. None of them adds when, why or behaviour.
 */
export const HOLLOW_WORDS = stemSet(
  (
    "tool tools function method endpoint api operation action command request call feature functionality capability utility helper " +
    "mcp server client clients agent agents user users system service purpose usage guidance guideline note description overview summary " +
    "specific specified given provided particular certain various different relevant appropriate corresponding associated available accessible " +
    "existing new current currently detailed details detail information info data item items thing things content value values result results " +
    "output input inputs parameter parameters argument arguments option options field id ids identifier name string object " +
    "single multiple several whole entire complete full total list get set number numbers " +
    "help helps allow allows enable enables let lets provide provides support supports make makes give gives perform performs " +
    "want need needs able please ensure way ways task tasks work works thing type types kind based"
  ).split(" "),
);

/** Words of sentences that would be as true of any other tool, beside the function words, {@link PRAISE} and {@link HOLLOW_WORDS}. */
export const GENERIC_WORDS = stemSet(
  (
    "outcome error none why there success successful successfully fail fails failure confirmation confirm completion response request requests ask asks asked asking really " +
    "explicitly exactly merely similar wanted doubt presumably possibly return returns show decide choose change leave unchanged look say says state case cases " +
    "needed required necessary whatever something anything nothing everything goal objective result outcome execution execute carry handle handles process correct properly job"
  ).split(" "),
);

/** Words one of which in a tool's name makes the other in its description no news. */
const SYNONYM_GROUPS = [
  "repository repo project",
  "environment env",
  "application app",
  "organization organisation org",
  "directory folder dir",
  "document doc file",
  "message msg text",
  "picture image photo",
  "screenshot screen capture",
  "page website web site browser",
  "issue ticket bug",
  "person people user member",
  "back previous",
  "forward next",
  "location place",
  "database db",
  "configuration config setting",
  "statistics stats",
  "info information detail",
  "temperature temp",
  "email mail",
  "calculate calculation math arithmetic",
  "log logs logging",
  "authentication auth login",
  "sum add addition",
  "webpage url link",
  "query search",
];
const synonymsByStem = new Map<string, ReadonlySet<string>>();
for (const group of SYNONYM_GROUPS) {
  const stems = stemSet(group.split(" "));
  for (const one of stems) {
    synonymsByStem.set(one, new Set([...(synonymsByStem.get(one) ?? []), ...stems]));
  }
}

/** The stems that mean about the same as `word`, itself included. */
export function synonyms(word: string): ReadonlySet<string> {
  return synonymsByStem.get(word) ?? new Set([word]);
}
