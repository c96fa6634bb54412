import { ScanFailure } from "../errors.js";

/** A command line as its words: variables set in front of it (`NAME=value cmd`), then the command and its arguments. */
export interface CommandLine {
  readonly assignments: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

interface Word {
  text: string;
  /** Characters before the first quoted or escaped one: only these can make it an assignment. */
  bareLength: number;
  /** The first unquoted character that a shell would match file names with. */
  glob: string | null;
}

const OPERATORS = new Set(["|", "&", ";", "<", ">", "(", ")", "\n"]);
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;
/** What may follow `$` in an expansion: a name, a positional or special parameter, `{`, `(`. */
const QUOTED_EXPANSION = /^\$[A-Za-z0-9_{(@*#?$!-]/;
/** Outside double quotes also bash's `$'...'` and `$"..."`. */
const EXPANSION = /^\$[A-Za-z0-9_{(@*#?$!'"-]/;

/**
 * Splits a command line into words by the quoting rules of a POSIX shell (XCU §2.2): single quotes, double quotes,
 * backslashes. What a shell would do beyond splitting (operators, expansions, file name patterns, comments) is
 * refused with a message instead of being carried out or passed on literally by accident.
 *
 * @param backslash "literal" keeps backslashes outside quotes, for Windows paths
 * @throws ScanFailure `target-shell-syntax`
 */
export function splitCommandLine(line: string, backslash: "escape" | "literal" = "escape"): CommandLine {
  const text = line.trim();
  const words: Word[] = [];
  let word: Word | null = null;
  const add = (chars: string, quoted: boolean): void => {
    word ??= { text: "", bareLength: Number.POSITIVE_INFINITY, glob: null };
    if (quoted) word.bareLength = Math.min(word.bareLength, word.text.length);
    word.text += chars;
  };
  const finish = (): void => {
    if (word) words.push(checkedGlob(word));
    word = null;
  };

  let at = 0;
  while (at < text.length) {
    const char = text[at] as string;
    const next = text[at + 1];
    if (char === "\\" && (backslash === "escape" || next === '"')) {
      if (next === undefined) refuse("a backslash with nothing after it", "\\", false);
      if (next !== "\n") add(next, true);
      at += 2;
    } else if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) refuse("a single quote that is never closed", text.slice(at, at + 20), false);
      add(text.slice(at + 1, end), true);
      at = end + 1;
    } else if (char === '"') {
      const closed = doubleQuoted(text, at + 1, backslash);
      add(closed.text, true);
      at = closed.end;
    } else if (char === " " || char === "\t") {
      finish();
      at += 1;
    } else {
      if (OPERATORS.has(char))
        refuse(char === "\n" ? "a line break" : "a shell operator", operatorAt(text, at), true);
      refuseExpansion(text, at, false);
      if (word === null && char === "~" && (next === undefined || /[\s/A-Za-z]/.test(next))) {
        refuse("a home folder to be filled in by a shell", "~", true);
      }
      if (word === null && char === "#") refuse("a comment", "#", true);
      add(char, false);
      if ("*?[".includes(char)) (word as unknown as Word).glob ??= char;
      at += 1;
    }
  }
  finish();
  return withAssignments(words);
}

/** The inside of double quotes from `start`, and where it ends. Backslash keeps its meaning before $ ` " \ only. */
function doubleQuoted(
  text: string,
  start: number,
  backslash: "escape" | "literal",
): { text: string; end: number } {
  let out = "";
  let at = start;
  while (at < text.length) {
    const char = text[at] as string;
    const next = text[at + 1] ?? "";
    if (char === '"') return { text: out, end: at + 1 };
    if (char === "\\" && (backslash === "escape" ? '$`"\\\n' : '"').includes(next) && next !== "") {
      if (next !== "\n") out += next;
      at += 2;
      continue;
    }
    refuseExpansion(text, at, true);
    out += char;
    at += 1;
  }
  return refuse("a double quote that is never closed", text.slice(start - 1, start + 19), false);
}

function refuseExpansion(text: string, at: number, quoted: boolean): void {
  if (text[at] === "`") refuse("a command substitution", "`", true);
  const pattern = quoted ? QUOTED_EXPANSION : EXPANSION;
  if (pattern.test(text.slice(at, at + 2))) {
    const found = /^\$(\{[^}]*\}?|\([^)]*\)?|\w+|.)/s.exec(text.slice(at, at + 40))?.[0] ?? "$";
    refuse("an expansion", found, true);
  }
}

function operatorAt(text: string, at: number): string {
  return text[at] === "\n" ? "\\n" : (/^[|&;<>()]{1,3}/.exec(text.slice(at))?.[0] ?? "");
}

function checkedGlob(word: Word): Word {
  // In a URL `?` starts the query; no file of that name can be meant.
  if (word.glob !== null && !word.text.includes("://")) refuse("a file name pattern", word.glob, true);
  return word;
}

function withAssignments(words: readonly Word[]): CommandLine {
  const assignments: Record<string, string> = {};
  let first = 0;
  for (; first < words.length; first++) {
    const word = words[first] as Word;
    const match = ASSIGNMENT.exec(word.text);
    if (!match || word.bareLength < match[0].length) break;
    assignments[match[1] as string] = word.text.slice(match[0].length);
  }
  return { assignments, words: words.slice(first).map((word) => word.text) };
}

function refuse(syntax: string, found: string, quotable: boolean): never {
  throw new ScanFailure("target-shell-syntax", { syntax, found, quotable });
}

/** A word as one would type it: quoted where a shell would otherwise take it apart. */
export function quoteWord(word: string): string {
  if (/^[\w/:=.,@%+{}<>-]+$/.test(word)) return word;
  if (!/["\\$`]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
