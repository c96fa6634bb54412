import type { Random } from "../random.js";

/** What a parameter's description says about the values it takes. */
export interface DescriptionHints {
  /** Values named as allowed: "one of: open, closed", "'asc' or 'desc'". */
  readonly allowed: readonly string[];
  /** Values named as examples: "e.g. `2026-04`", "such as 'main'". */
  readonly examples: readonly string[];
  /** A value of the form that is described in words: "YYYY-MM-DD", "ISO 8601", "comma separated". */
  readonly formed: ((random: Random, base: string) => string) | undefined;
  /** "(1-100)", "between 1 and 50": inclusive. */
  readonly range: readonly [number, number] | undefined;
}

/** How much of a description is read. */
const MAX_CHARS = 600;
const QUOTED = String.raw`(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|\x60([^\x60\n]{1,80})\x60)`;
/** A value without quotes is told from prose by a digit, or a sign inside it. */
const TOKEN = String.raw`([\p{L}\p{N}@#/~.*][\p{L}\p{N}_@#/:.,*+-]{0,60}[\p{L}\p{N}*])`;
const EXAMPLE = new RegExp(
  String.raw`(?:\be\.?g\.?,?|\bfor (?:example|instance),?:?|\bsuch as|\bexamples?:|\blike|\bex:)\s*(?:${QUOTED}|${TOKEN})`,
  "giu",
);
const LIST = new RegExp(String.raw`${QUOTED}(?:\s*(?:,|\||/|,?\s*or|,?\s*and)\s*${QUOTED}){1,30}`, "giu");
const BARE_LIST =
  /\b(?:one of|allowed(?: values)?|options|possible values|valid values|values)\s*[:(]\s*([\p{L}\p{N}_-]{1,40}(?:\s*(?:,|\||\/|,?\s+or)\s*[\p{L}\p{N}_-]{1,40}){1,30})(?=[\s.;)\]]|$)/iu;
const RANGE =
  /\((-?\d{1,9})\s*(?:-|–|to|\.\.)\s*(-?\d{1,9})\)|\bbetween (-?\d{1,9}) and (-?\d{1,9})\b|\bfrom (-?\d{1,9}) to (-?\d{1,9})\b/iu;

/** Reads the hints of a description; nothing is ever made out of its prose. */
export function hintsOf(description: string): DescriptionHints {
  const text = description.slice(0, MAX_CHARS);
  return {
    allowed: allowedIn(text),
    examples: [...text.matchAll(EXAMPLE)].flatMap((match) => exampleOf(match)),
    formed: FORMS.find(([pattern]) => pattern.test(text))?.[1],
    range: rangeIn(text),
  };
}

function exampleOf([, double, single, code, token]: RegExpMatchArray): string[] {
  const quoted = double ?? single ?? code;
  if (quoted !== undefined) return [quoted];
  const bare = token?.replace(/[.,:]+$/u, "") ?? "";
  return /\p{N}|[_@#/]|\p{L}[.:-]\p{L}/u.test(bare) ? [bare] : [];
}

function allowedIn(text: string): string[] {
  const list = LIST.exec(text);
  LIST.lastIndex = 0;
  if (list !== null) {
    // What an example introduces is open: other values are as good.
    const before = text.slice(Math.max(0, list.index - 24), list.index);
    if (/e\.?g\.?|example|such as|instance|like/iu.test(before)) return [];
    return [...list[0].matchAll(new RegExp(QUOTED, "giu"))].flatMap(
      ([, double, single, code]) => double ?? single ?? code ?? [],
    );
  }
  return (
    BARE_LIST.exec(text)?.[1]
      ?.split(/\s*(?:,|\||\/|\s+or\s)\s*(?:or\s+)?/iu)
      .filter(Boolean) ?? []
  );
}

function rangeIn(text: string): readonly [number, number] | undefined {
  const match = RANGE.exec(text);
  const [low, high] = (match?.slice(1).filter((part) => part !== undefined) ?? []).map(Number);
  return low !== undefined && high !== undefined && low < high ? [low, high] : undefined;
}

const two = (value: number) => String(value).padStart(2, "0");
const day = (random: Random) => `2026-0${random.int(3, 5)}-${two(random.int(10, 19))}`;
const clock = (random: Random) => `${random.int(10, 18)}:${random.pick(["00", "15", "30", "45"])}`;

/** Forms in words, the more special first. */
const FORMS: readonly (readonly [RegExp, (random: Random, base: string) => string])[] = [
  [/YYYY-MM-DD[T ]+HH:MM/iu, (random) => `${day(random)}T${clock(random)}:00Z`],
  [/YYYY-MM-DD/iu, day],
  [/YYYY\/MM\/DD/iu, (random) => day(random).replaceAll("-", "/")],
  [/DD\.MM\.YYYY/iu, (random) => day(random).split("-").reverse().join(".")],
  [/DD\/MM\/YYYY/iu, (random) => day(random).split("-").reverse().join("/")],
  [/MM\/DD\/YYYY/iu, (random) => day(random).replace(/^(\d+)-(\d+)-(\d+)$/u, "$2/$3/$1")],
  [/\bYYYYMMDD\b/iu, (random) => day(random).replaceAll("-", "")],
  [/YYYY-MM\b/iu, (random) => `2026-0${random.int(3, 9)}`],
  [/\bHH:MM:SS\b/iu, (random) => `${clock(random)}:00`],
  [/\bHH:MM\b/iu, clock],
  [/\bISO[- ]?8601 duration|\bduration in ISO/iu, () => "PT45M"],
  [/\bISO[- ]?8601|\bRFC[- ]?3339/iu, (random) => `${day(random)}T${clock(random)}:00Z`],
  [/\b(?:unix|epoch)\b/iu, (random) => String(1772438400 + random.int(0, 20) * 3600)],
  [/\bcron\b/iu, () => "30 9 * * 1"],
  [/\bCIDR\b/iu, () => "203.0.113.0/24"],
  [/\bIPv6\b(?!.{0,20}IPv4)/iu, () => "2001:db8::29"],
  [/\bIPv4\b/iu, (random) => `203.0.113.${random.int(2, 250)}`],
  [/\bsem(?:antic )?ver/iu, (random) => `${random.int(1, 6)}.${random.int(0, 9)}.0`],
  [/\bISO[- ]?4217\b|\bcurrency code/iu, (random) => random.pick(["EUR", "USD", "CHF"])],
  [/\bISO[- ]?3166|\bcountry code|\btwo-letter country/iu, (random) => random.pick(["PT", "DE", "JP"])],
  [/\bBCP[- ]?47\b|\bISO[- ]?639|\blanguage code/iu, (random) => random.pick(["en", "de", "pt"])],
  [/\bIANA\b.{0,12}(?:time|zone)/iu, () => "Europe/Lisbon"],
  [/\bE\.164\b/iu, (random) => `+49301234${random.int(1000, 9999)}`],
  [/\bhex(?:adecimal)? colou?r|#RRGGBB/iu, (random) => `#${random.text(6, "0123456789abcdef")}`],
  [/\bbase64\b/iu, () => "SGVsbG8gdGhlcmU="],
  [
    /\bcomma[- ](?:separated|delimited)/iu,
    (random, base) =>
      /[\s,]/.test(base) ? `billing,shipping` : `${base},${random.pick(["billing", "shipping", "intake"])}`,
  ],
];
