import type { Random } from "@gradable/schema";

/** What a person says before a request that wants to know something, wants something done, or wants something gone. */
const BEFORE: Readonly<Record<"know" | "do" | "end", readonly string[]>> = {
  know: [
    "For the status report: ",
    "Quick question. ",
    "Something for my notes: ",
    "I couldn't find it myself. ",
    "Before the call at three: ",
    "A colleague is asking. ",
    "While you're at it: ",
    "I'm new to this. ",
  ],
  do: [
    "Next on my list: ",
    "As agreed this morning: ",
    "When you have a minute: ",
    "One more thing: ",
    "I'm in a call right now. ",
    "While you're at it: ",
    "Small favour: ",
    "It's been on my list all week. ",
  ],
  end: [
    "We're tidying up: ",
    "I've checked with the others. ",
    "It was only a test. ",
    "Nobody needs it any more. ",
  ],
};

/** One way to put a request; `clause` is an imperative in lower case. */
export interface Frame {
  readonly id: string;
  readonly say: (clause: string, random: Random) => string;
}

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
/** Behind a quotation or an address a question mark would seem to belong to it. */
const end = (clause: string, mark: string) => `${clause}${mark}`;

const FRAMES: readonly Frame[] = [
  { id: "plain", say: (clause) => end(capital(clause), ".") },
  { id: "can-you", say: (clause) => end(`Can you ${clause}`, "?") },
  { id: "please", say: (clause) => end(`Please ${clause}`, ".") },
  { id: "could-you", say: (clause) => end(`Could you ${clause}`, "?") },
  { id: "would-you", say: (clause) => end(`Would you ${clause}`, "?") },
  { id: "go-ahead", say: (clause) => end(`Go ahead and ${clause}`, ".") },
];

const NEEDS: Frame = { id: "i-need", say: (clause) => end(`I need to ${clause}`, ".") };
const WANTS: Frame = { id: "i-want", say: (clause) => end(`I'd like to ${clause}`, ".") };

/** Every way to put a request of one kind, in the order they are used. */
export function framesFor(mood: "know" | "do" | "end", clause: string): readonly Frame[] {
  const mine = /^(?:(?:show|get|give|tell|make) me|take a look|look into|pull up|bring up)\b/.test(clause)
    ? []
    : [NEEDS, WANTS];
  const told = BEFORE[mood].map(
    (before, at): Frame => ({
      id: `before-${at}`,
      say: (said) =>
        end(`${before}${/[.:] $/.test(before) && /\. $/.test(before) ? capital(said) : said}`, "."),
    }),
  );
  return [...FRAMES, ...mine, ...told];
}

/** Ways to put a clause of a Chinese description. */
export const CHINESE_FRAMES: readonly Frame[] = [
  { id: "qing", say: (clause) => `请${clause}` },
  { id: "bang-wo", say: (clause) => `帮我${clause}` },
  { id: "wo-xiang", say: (clause) => `我想${clause}` },
  { id: "neng-bu-neng", say: (clause) => `能不能${clause}？` },
];
