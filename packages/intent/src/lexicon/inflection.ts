/** Irregular past forms: base, past, participle. Regular ones follow the rules of spelling. */
const IRREGULAR = `
be was been|begin began begun|bring brought brought|build built built|buy bought bought|choose chose chosen|come came come|cut cut cut|do did done|draw drew drawn
fetch fetched fetched|find found found|get got got|give gave given|go went gone|have had had|hide hid hidden|hold held held|keep kept kept|know knew known|leave left left
let let let|make made made|pay paid paid|put put put|read read read|rewind rewound rewound|run ran run|rerun reran rerun|say said said|see saw seen|seek sought sought|sell sold sold|send sent sent
set set set|show showed shown|shut shut shut|sleep slept slept|spawn spawned spawned|split split split|take took taken|teach taught taught|tell told told|think thought thought|undo undid undone
wake woke woken|withdraw withdrew withdrawn|write wrote written|overwrite overwrote overwritten|redo redid redone|mean meant meant|lead led led|spin spun spun|hold held held|lose lost lost`;

const PAST = new Map<string, string>();
for (const entry of IRREGULAR.trim().split(/[|\n]/)) {
  const [base, past, participle] = entry.trim().split(" ") as [string, string, string];
  for (const form of [past, participle]) if (!PAST.has(form)) PAST.set(form, base);
}

/** The base forms a word may be an inflection of, itself first: "stopping" → stopping, stopp, stoppe, stop. */
export function baseForms(word: string): readonly string[] {
  const forms = new Set([word]);
  const irregular = PAST.get(word);
  if (irregular !== undefined) forms.add(irregular);
  const stem = (ending: string) => word.slice(0, -ending.length);
  if (word.endsWith("ies")) forms.add(`${stem("ies")}y`);
  if (word.endsWith("es")) forms.add(stem("es"));
  if (word.endsWith("s") && !word.endsWith("ss")) forms.add(stem("s"));
  for (const ending of ["ing", "ed"]) {
    if (!word.endsWith(ending) || word.length < ending.length + 2) continue;
    const cut = stem(ending);
    forms.add(cut);
    forms.add(`${cut}e`);
    if (/([b-df-hj-np-tv-z])\1$/.test(cut)) forms.add(cut.slice(0, -1));
    if (ending === "ed" && cut.endsWith("i")) forms.add(`${cut.slice(0, -1)}y`);
  }
  return [...forms];
}

/** Nouns whose plural is not made with an s. */
const PLURALS: Readonly<Record<string, string>> = {
  person: "people",
  child: "children",
  index: "indexes",
  schema: "schemas",
  vertex: "vertices",
  matrix: "matrices",
  criterion: "criteria",
  medium: "media",
  man: "men",
  woman: "women",
  leaf: "leaves",
  half: "halves",
  shelf: "shelves",
  life: "lives",
  foot: "feet",
};
const SINGULARS = new Map(Object.entries(PLURALS).map(([one, many]) => [many, one]));
/** Words that end in s and are one thing, or have no plural. */
const NO_PLURAL = new Set(
  `access address alias analysis analytics aws basis bus business canvas class chaos corpus css dns https focus gas gps has ios is its js kubernetes lens less
  metadata minus news nodejs os pass plus previous process progress radius redis research sales series sms sql status stdout success sudoku summary thesis this tls virus vs was wellness windows
  information content data feedback advice help weather traffic money time text code software hardware storage memory math media knowledge history usage work music`.split(
    /\s+/,
  ),
);

/** The singular of a noun, or the word itself where it is none: "branches" → branch, "status" → status. */
export function singular(word: string): string {
  const known = SINGULARS.get(word);
  if (known !== undefined) return known;
  if (NO_PLURAL.has(word) || !word.endsWith("s") || word.endsWith("ss") || word.length < 4) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2);
  if (/(?:statuses|viruses|buses|aliases|canvases)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Whether a noun stands for several: "branches", "people". */
export function isPlural(word: string): boolean {
  return singular(word) !== word;
}

/** The plural of a noun; a word that is no singular stays as it is. */
export function plural(word: string): string {
  const known = PLURALS[word];
  if (known !== undefined) return known;
  if (NO_PLURAL.has(word) || isPlural(word)) return word;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

/** "a" or "an", by how the word sounds: an hour, a user, an SQL query, a URL. */
export function article(words: string): string {
  const first = /^[A-Za-z0-9]+/.exec(words)?.[0] ?? "";
  if (/^(?:[AEFHILMNORSX][A-Z]*|8\d*|11|18)$/.test(first) && first === first.toUpperCase()) return "an";
  if (/^(?:U|URL|UUID|URI|USB|UI|US|UK|ULID)s?$/.test(first)) return "a";
  if (/^(?:hour|honest|heir)/i.test(first)) return "an";
  if (/^(?:uni(?!n|m)|use|usu|uti|eu|one|once|uuid|url|ubi)/i.test(first)) return "a";
  return /^[aeiou]/i.test(first) ? "an" : "a";
}
