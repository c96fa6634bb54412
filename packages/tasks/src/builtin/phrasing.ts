import type { Random } from "@gradable/schema";
import type { SaidArguments } from "./say-arguments.js";
import type { Wish } from "./tool-wish.js";
import type { Family } from "./verbs.js";

/**
 * Sentences by kind of wish. `{the}` is the thing with its article ("the ticket 42"), `{new}` a new one, `{many}` several,
 * `{verb}` the tool's own verb; `{with}` is where the values are said.
 */
const SENTENCES: Readonly<Record<Family, readonly string[]>> = {
  read: [
    "Show me {the}{with}.",
    "Can you pull up {the}{with}?",
    "I'd like to see {the}{with}.",
    "What {does} {the} look like{with}?",
    "Let me have a look at {the}{with}.",
    "I need {the}{with}.",
  ],
  list: [
    "Which {many} do we have{with}?",
    "Show me all the {many}{with}.",
    "What {many} are there{with}?",
    "I want an overview of the {many}{with}.",
    "Give me every one of the {many}{with}.",
  ],
  search: [
    "Look for {many}{with}.",
    "Can you track down {many}{with}?",
    "Are there any {many}{with}?",
    "Dig through the {many}{with}.",
    "I'm trying to find {many}{with}.",
  ],
  create: [
    "I need {new}{with}.",
    "Can you set up {new}{with}?",
    "Put in {new}{with}.",
    "Please add {new}{with}.",
    "We're missing {a}{with}. Make one.",
  ],
  update: [
    "Please change {the}{with}.",
    "{The} {is} out of date, switch {it} over{with}.",
    "Can you edit {the}{with}?",
    "Make a change to {the}{with}.",
    "I want {the} updated{with}.",
  ],
  delete: [
    "Get rid of {the}{with}.",
    "We don't need {the} any more, take {it} away{with}.",
    "Please remove {the}{with}.",
    "Throw out {the}{with}.",
    "I want {the} gone{with}.",
  ],
  send: [
    "Send {a}{with}.",
    "Please get {a} out{with}.",
    "Can you send off {a}{with}?",
    "I'd like {a} to go out{with}.",
  ],
  check: [
    "Can you check {the}{with}?",
    "{Is} {the} all right{with}?",
    "Make sure {the} {is} fine{with}.",
    "I want to know whether {the} {is} in order{with}.",
  ],
  analyze: [
    "Take a close look at {the}{with} and tell me what you find.",
    "What can you tell me about {the}{with}?",
    "Give me your assessment of {the}{with}.",
    "I'd like an analysis of {the}{with}.",
  ],
  count: [
    "How many {many} are there{with}?",
    "What's the number of {many}{with}?",
    "Give me the total of {many}{with}.",
  ],
  run: [
    "Run {the}{with}.",
    "Can you kick off {the}{with}?",
    "Please start {the}{with}.",
    "Go ahead and run {the}{with}.",
  ],
  stop: [
    "Stop {the}{with}.",
    "Please call off {the}{with}.",
    "Put an end to {the}{with}.",
    "I want {the} stopped{with}.",
  ],
  upload: ["Upload {a}{with}.", "I have {a} to put up{with}.", "Can you get {a} uploaded{with}?"],
  download: [
    "I need a copy of {the}{with}.",
    "Save {the} for me{with}.",
    "Can you download {the}{with}?",
    "Get me {the} as a file{with}.",
  ],
  draw: [
    "Make me {a}{with}.",
    "Can you produce {a}{with}?",
    "I'd like {a}{with}.",
    "Put together {a}{with}.",
  ],
  other: [
    "Please {verb} {the}{with}.",
    "Can you {verb} {the}{with}?",
    "I want you to {verb} {the}{with}.",
    "It's time to {verb} {the}{with}.",
    "Go ahead and {verb} {the}{with}.",
  ],
};

/** For a tool whose object nobody names: the verb alone has to do. */
const BARE: readonly string[] = [
  "Please {verb}{with}.",
  "Can you {verb}{with}?",
  "I want you to {verb}{with}.",
  "Go ahead and {verb}{with}.",
];

/** For a list that is asked of one known thing: "the folder reports/march". */
const LISTED: readonly string[] = [
  "What's in {the}{with}?",
  "Show me what belongs to {the}{with}.",
  "Go through {the} for me{with}.",
  "I want to see everything in {the}{with}.",
];

/** What people add that has nothing to do with the matter. */
const TAILS: readonly string[] = [
  "Thanks!",
  "It's for tomorrow morning.",
  "Take your time.",
  "No rush.",
  "I'm in a hurry.",
  "That's all.",
];

/** Everyday words for what names say stiffly. */
const EVERYDAY: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    directory: "folder",
    directories: "folders",
    repository: "repo",
    repositories: "repos",
    organization: "company",
    organizations: "companies",
    information: "details",
    info: "details",
    configuration: "settings",
    config: "settings",
    image: "picture",
    images: "pictures",
    application: "app",
    applications: "apps",
    documentation: "docs",
    dependencies: "packages",
    statistics: "figures",
    stats: "figures",
    metadata: "details",
  }),
);

/** Verbs that need a little word before their object. */
const VERB_PHRASES: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    reply: "reply to",
    login: "log in to",
    logout: "log out of",
    subscribe: "subscribe to",
    unsubscribe: "unsubscribe from",
    navigate: "navigate to",
    go: "go to",
    connect: "connect to",
    disconnect: "disconnect from",
    switch: "switch to",
    wait: "wait for",
    interact: "interact with",
    diff: "compare",
    "double click": "double-click",
    "long press": "keep a finger on",
    "double tap": "tap twice on",
    "log in": "log in to",
    "sign in": "sign in to",
  }),
);

/** A sentence for a wish. `plain` keeps the words of the name; otherwise everyday words stand in for stiff ones. */
export function phrase(wish: Wish, said: SaidArguments, random: Random, plain: boolean): string {
  const { target, one, clauses, details } = said;
  const spoken = plain ? wish.object : everyday(wish.object);
  const object = one ? singular(spoken) : spoken;
  const behind = wish.qualifier === "" ? "" : ` ${wish.qualifier}`;
  const templates =
    object === "" ? BARE : wish.family === "list" && target !== "" ? LISTED : SENTENCES[wish.family];
  const thing = `${object}${target === "" ? "" : ` ${target}`}${behind}`;
  const many = `${target === "" ? plural(object) : object}${target === "" ? "" : ` ${target}`}${behind}`;
  const several = isPlural(object);
  const parts: Readonly<Record<string, string>> = {
    the: `the ${thing}`,
    The: `The ${thing}`,
    a: withArticle(thing),
    new: isPlural(object) ? `new ${thing}` : `a new ${thing}`,
    many,
    is: several ? "are" : "is",
    Is: several ? "Are" : "Is",
    it: several ? "them" : "it",
    does: several ? "do" : "does",
    verb: VERB_PHRASES.get(wish.verb) ?? wish.verb,
    with: clauses,
  };
  const sentence = random.pick(templates).replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? "");
  const tail = random.chance(0.2) ? ` ${random.pick(TAILS)}` : "";
  const whole = `${sentence}${details === "" ? "" : ` ${details}`}${tail}`;
  return random.chance(0.15) ? casually(whole) : whole;
}

/** As typed in a hurry: no capital, no full stop. */
function casually(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, "");
}

function everyday(object: string): string {
  return object
    .split(" ")
    .map((word) => EVERYDAY.get(word) ?? word)
    .join(" ");
}

function withArticle(thing: string): string {
  if (isPlural(thing)) return thing;
  return /^[aeiou]/i.test(thing) ? `an ${thing}` : `a ${thing}`;
}

function isPlural(object: string): boolean {
  const last = object.split(" ").at(-1) ?? "";
  return /[^s]s$/.test(last) && !/(?:us|is|ss|ews|tatus|ddress|access|analysis)$/.test(last);
}

function singular(object: string): string {
  if (!isPlural(object)) return object;
  if (object.endsWith("ies")) return `${object.slice(0, -3)}y`;
  return /(?:sses|xes|ches|shes)$/.test(object) ? object.slice(0, -2) : object.slice(0, -1);
}

function plural(object: string): string {
  if (object === "" || isPlural(object)) return object;
  if (
    /(?:information|data|info|metadata|history|weather|content|software|feedback|news|analytics)$/.test(
      object,
    )
  )
    return object;
  if (/[^aeiou]y$/.test(object)) return `${object.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(object) ? `${object}es` : `${object}s`;
}
