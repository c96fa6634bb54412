import type { Random } from "../random.js";
import { nameWords } from "../words.js";

const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const MIXED = "23456789abcdefghjkmnpqrstuvwxyz";

const FIRST_NAMES = ["Marta", "Jonas", "Priya", "Tomas", "Lucia", "Owen", "Hana", "Felix", "Nadia", "Samuel"];
const LAST_NAMES = [
  "Oyelaran",
  "Weber",
  "Nair",
  "Duarte",
  "Kowalski",
  "Lindqvist",
  "Moreau",
  "Tanaka",
  "Okafor",
  "Brandt",
];
const COMPANIES = [
  "Northwind Bakery",
  "Lumen Labs",
  "Harbor & Sons",
  "Casa Verde",
  "Tidewater Optics",
  "Kiln Studio",
];
const CITIES = ["Lisbon", "Hamburg", "Osaka", "Denver", "Nairobi", "Wellington", "Turin", "Montreal"];
const COUNTRIES = ["Portugal", "Germany", "Japan", "Kenya", "Canada", "Italy"];
const WORDS = [
  "harbor",
  "meadow",
  "copper",
  "lantern",
  "orchid",
  "granite",
  "saffron",
  "juniper",
  "cobalt",
  "maple",
];
const THINGS = [
  "backlog",
  "billing",
  "catalog",
  "checkout",
  "intake",
  "newsletter",
  "onboarding",
  "payroll",
  "roadmap",
  "shipping",
];
const TITLES = [
  "Quarterly numbers",
  "Launch plan",
  "Summer schedule",
  "Broken login link",
  "Welcome aboard",
  "Supplier review",
  "Winter price list",
  "Kitchen refit",
];
/** Names that people give to things of their own. */
const NAMES = [
  "Autumn campaign",
  "Client onboarding",
  "Office move",
  "Team retreat",
  "Website relaunch",
  "Spare parts",
  "Budget 2026",
  "Book club",
  "Weekly report",
  "Night shift",
];
const QUESTIONS = [
  "Which orders shipped late last week?",
  "How many members joined in March?",
  "What changed since the last release?",
  "Which invoices are still open?",
];
const PICTURES = [
  "a lighthouse at dusk, watercolor",
  "a red bicycle in the snow",
  "two foxes in a birch forest",
  "a bowl of oranges on a blue table",
];
const WISHES = [
  "show everything in the staging group",
  "check the usage of the last seven days",
  "find out why the nightly job failed",
  "list what was created this month",
];
const SENTENCES = [
  "The parcel arrived damaged, please replace it",
  "We moved the kickoff to Thursday at ten",
  "Customers in the north see the old prices",
  "Thanks for the quick turnaround last week",
  "The second page loads much slower than the first",
  "Both invoices were paid on Monday",
];
const TOPICS = [
  "heat pumps",
  "solar panels",
  "rain jackets",
  "ceramic knives",
  "late deliveries",
  "vegan recipes",
  "night trains",
  "used bicycles",
];
const LANGUAGES = ["English", "Spanish", "German", "Japanese"];
const FILES = ["notes/meeting", "reports/march", "docs/handbook", "drafts/budget", "archive/letters"];

type Sampler = (
  random: Random,
  context: { readonly words: readonly string[]; readonly subject: string },
) => string;

const day = (random: Random, from: number, to: number) =>
  `2026-0${random.int(3, 5)}-${String(random.int(from, to)).padStart(2, "0")}`;
const slug = (random: Random) => `${random.pick(WORDS)}-${random.pick(THINGS)}`;
const path =
  (extension: string): Sampler =>
  (random) =>
    `${random.pick(FILES)}-${random.int(2, 48)}.${extension}`;
const id: Sampler = (random, { words, subject }) => {
  const noun =
    words.filter((word) => !/^(?:id|ids|uuid|uid|gid|sid|key|ref|slug|public|number)$/.test(word)).at(-1) ??
    subject.split(" ").at(-1) ??
    "item";
  return `${noun.replace(/[^a-z]/gu, "").slice(0, 3) || "ref"}_${random.text(2, DIGITS)}${random.text(5, MIXED)}`;
};

/**
 * What the last telling word of a parameter's name asks for, the more special first; matched on whole words. Values are made up, and
 * are of the kind that a person has at hand.
 */
const BY_WORD: readonly (readonly [RegExp, Sampler])[] = [
  [
    /^(?:e?mails?|recipients?|attendees?)$/,
    (random) => `${random.pick(FIRST_NAMES)}.${random.pick(LAST_NAMES)}@example.com`.toLowerCase(),
  ],
  [
    /^(?:urls?|uris?|href|links?|webhook|homepage|website|endpoint)$/,
    (random) => `https://www.example.com/${slug(random)}`,
  ],
  [/^(?:domains?|fqdn)$/, (random) => `${random.pick(WORDS)}-${random.pick(THINGS)}.example`],
  [/^(?:phones?|mobile|msisdn|tel)$/, (random) => `+49301234${random.text(4, DIGITS)}`],
  [/^(?:ip|ipv4)$/, (random) => `203.0.113.${random.int(2, 250)}`],
  [
    /^(?:token|secret|apikey|passphrase|password|credential)$/,
    (random) => `tok-${random.text(4, MIXED)}-${random.text(12, MIXED)}9`,
  ],
  [/^(?:prompt)$/, (random) => random.pick(PICTURES)],
  [/^(?:question|questions)$/, (random) => random.pick(QUESTIONS)],
  [
    /^(?:intent|goal|objective|task|instruction|instructions|purpose|requirement|requirements)$/,
    (random) => random.pick(WISHES),
  ],
  [/^(?:device|phone|emulator|simulator)$/, (random) => random.pick(["pixel-8", "iphone-15", "galaxy-s24"])],
  [
    /^(?:hostname|host|server)$/,
    (random) => `${random.pick(["web", "db", "mail", "build"])}-${random.int(1, 9)}.example.com`,
  ],
  [/^(?:database|db)$/, (random) => random.pick(["orders", "analytics", "inventory", "members"])],
  [/^(?:schema)$/, (random) => random.pick(["public", "sales", "reporting"])],
  [/^(?:thought)$/, () => "The totals differ because two invoices were counted twice"],
  [/^(?:sha|hash|commit|checksum|digest)$/, (random) => random.text(40, HEX)],
  [/^(?:uuid|guid)$/, (random) => uuid(random)],
  [/^(?:ids?|uid|gid|sid|identifier|oid)$/, id],
  [
    /^(?:directory|directories|dirs?|folders?|cwd|root)$/,
    (random) => `${random.pick(["projects", "home", "shared", "exports"])}/${slug(random)}`,
  ],
  [/^(?:paths?|files?|filename|filepath|destination|source|src|dest|target|document)$/, path("md")],
  [/^(?:image|images|photo|picture|screenshot|avatar|logo)$/, path("png")],
  [/^(?:audio|voice|recording)$/, path("mp3")],
  [/^(?:video)$/, path("mp4")],
  [/^(?:glob|pattern|regex)$/, (random) => random.pick(["**/*.md", "**/*.csv", "src/**/*.ts"])],
  [/^(?:from|since|start|starts|after|begin)$/, (random) => day(random, 1, 9)],
  [/^(?:until|end|ends|before|due|deadline|expires?|expiry)$/, (random) => day(random, 20, 28)],
  [/^(?:date|day|datetime|timestamp|when)$/, (random) => day(random, 10, 19)],
  [/^(?:time)$/, (random) => `${random.int(10, 18)}:${random.pick(["00", "15", "30", "45"])}`],
  [/^(?:month)$/, () => "2026-04"],
  [/^(?:year)$/, () => "2026"],
  [/^(?:timezone|tz)$/, () => "Europe/Lisbon"],
  [
    /^(?:cities|city|town|place|address|street|locality|origin|location|places|cafe|airport|station)$/,
    (random) => random.pick(CITIES),
  ],
  [/^(?:country|region|state|province)$/, (random) => random.pick(COUNTRIES)],
  [/^(?:currency)$/, () => "EUR"],
  [/^(?:language|lang|locale)$/, (random) => random.pick(LANGUAGES)],
  [/^(?:colou?r)$/, (random) => `#${random.text(6, HEX)}`],
  [
    /^(?:company|organi[sz]ation|org|vendor|business|brand|employer|account)$/,
    (random) => random.pick(COMPANIES),
  ],
  [
    /^(?:owner|user|username|login|assignee|author|member|handle)$/,
    (random) => `${random.pick(FIRST_NAMES)}-${random.pick(["k", "m", "r", "t"])}`.toLowerCase(),
  ],
  [/^(?:firstname|forename)$/, (random) => random.pick(FIRST_NAMES)],
  [/^(?:lastname|surname)$/, (random) => random.pick(LAST_NAMES)],
  [
    /^(?:person|contact|customer|client|employee|host)$/,
    (random) => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
  ],
  [
    /^(?:repo|repository|project|workspace|package|slug|branch|database|db|bucket|cluster|service|app|container|namespace|board|channel|environment|env|device|collection|dataset|server)$/,
    (random) => slug(random),
  ],
  [/^(?:version|tag)$/, (random) => `v${random.int(1, 6)}.${random.int(0, 9)}.${random.int(0, 9)}`],
  [/^(?:sql|statement)$/, () => "SELECT id, total FROM orders WHERE total > 100"],
  [/^(?:command|cmd|shell)$/, () => "ls -la /var/log"],
  [/^(?:code|script|snippet|source)$/, () => "print(6 * 7)"],
  [
    /^(?:expression|formula|equation)$/,
    (random) => `${random.int(3, 40)} * (${random.int(2, 9)} + ${random.int(2, 90)})`,
  ],
  [/^(?:selector|xpath|element|locator)$/, () => "#order-form button.primary"],
  [/^(?:ref|node|uid)$/, (random) => `n${random.int(10, 99)}e${random.int(2, 60)}`],
  [/^(?:query|search|q|keywords?|term|terms|topic|phrase|subject)$/, (random) => random.pick(TOPICS)],
  [/^(?:titles?|headline|heading|label|caption|summary)$/, (random) => random.pick(TITLES)],
  [/^(?:name|names|displayname)$/, (random) => random.pick(NAMES)],
  [
    /^(?:content|contents|text|body|message|description|comment|note|notes|prompt|question|reason|feedback|input|instructions?|thought|details?|value)$/,
    (random) => random.pick(SENTENCES),
  ],
  [
    /^(?:key|field|property|column|attribute|variable|parameter)$/,
    (random) =>
      `${random.pick(["delivery", "billing", "contact", "reorder"])}_${random.pick(["window", "status", "region", "level"])}`,
  ],
  [
    /^(?:table|sheet|worksheet|tab|list)$/,
    (random) => random.pick(["Orders", "Suppliers", "Inventory", "Members"]),
  ],
  [/^(?:symbol|ticker)$/, () => "ACME"],
  [/^(?:status)$/, (random) => random.pick(["active", "pending", "done"])],
];

/** Pairs of words that mean something else than their last word. A map, since a parameter may be called `constructor`. */
const BY_PAIR: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    "country code": "PT",
    "currency code": "EUR",
    "language code": "en",
    "postal code": "10118",
    "zip code": "10118",
    "area code": "301",
    "phone number": "+493012345678",
    "file name": "plan.md",
    "first name": "Lucia",
    "last name": "Duarte",
    "user agent": "Mozilla/5.0",
    "content type": "text/plain",
    "mime type": "text/plain",
  }),
);

/** Names that say a role and not a kind: the first telling word of the description decides. */
const AMBIGUOUS =
  /^(?:source|src|destination|dest|target|origin|location|from|to|value|input|data|point|ref|reference|path)$/;

const BY_FORMAT: ReadonlyMap<string, Sampler> = new Map<string, Sampler>(
  Object.entries({
    email: (random) => `${random.pick(FIRST_NAMES)}.${random.pick(LAST_NAMES)}@example.com`.toLowerCase(),
    uri: (random) => `https://www.example.com/${slug(random)}`,
    url: (random) => `https://www.example.com/${slug(random)}`,
    "uri-reference": (random) => `https://www.example.com/${slug(random)}`,
    uuid: (random) => uuid(random),
    date: (random) => day(random, 10, 19),
    "date-time": (random) => `${day(random, 10, 19)}T${random.int(10, 18)}:30:00Z`,
    time: (random) => `${random.int(10, 18)}:30:00Z`,
    ipv4: (random) => `203.0.113.${random.int(2, 250)}`,
    hostname: (random) => `${slug(random)}.example`,
    ipv6: () => "2001:db8::29",
    duration: (random) => `PT${random.int(2, 9) * 5}M`,
    regex: () => "^inv-[0-9]+$",
    "json-pointer": () => "/items/0",
    "uri-template": (random) => `https://www.example.com/${slug(random)}/{id}`,
    byte: () => "SGVsbG8gdGhlcmU=",
  }),
);

/** Values that are tried when a pattern refuses the ordinary one. */
const FALLBACKS: readonly Sampler[] = [
  (random) => random.text(6, "abcdefghijkmnpqrstuvwxyz"),
  (random) => random.text(1, "123456789") + random.text(5, DIGITS),
  (random) => slug(random),
  (random) => random.text(8, HEX),
  (random) => random.text(24, HEX),
  (random) => random.text(32, HEX),
  (random) => random.text(40, HEX),
  (random) => `0x${random.text(40, HEX)}`,
  (random) => random.text(34, DIGITS),
  (random) => random.text(2, "ABCDEFGHJKLMNPQRSTUVWXYZ"),
  (random) => random.text(3, "ABCDEFGHJKLMNPQRSTUVWXYZ"),
  (random) => `${random.text(3, "ABCDEFGHJKLMNPQRSTUVWXYZ")}-${random.int(10, 99)}`,
  (random) => `v${random.int(1, 9)}.${random.int(0, 9)}.${random.int(0, 9)}`,
  (random) => `${random.int(1, 9)}.${random.int(0, 9)}.${random.int(0, 9)}`,
  (random) => day(random, 10, 19),
  (random) => `${random.int(10, 18)}:30`,
  (random) => `+49301234${random.text(4, DIGITS)}`,
  (random) => `#${random.text(6, HEX)}`,
  (random) => `${random.text(2, "ABCDEFGH")}${random.text(32, HEX)}`,
  (random) => uuid(random),
  (random) => `https://www.example.com/${slug(random)}`,
  (random) => `/${slug(random)}`,
  (random) => `@${random.pick(WORDS)}`,
];

/**
 * Texts for a parameter, the likeliest first; the caller takes the first one that the schema accepts. `subject` is what the
 * tool is about, for ids that would otherwise have no noun.
 */
export function* sampleTexts(
  name: string,
  { format, description }: { readonly format: string | undefined; readonly description: string },
  random: Random,
  subject: string,
): Generator<string> {
  const words = nameWords(name);
  const context = { words, subject };
  const byFormat = format === undefined ? undefined : BY_FORMAT.get(format);
  if (byFormat !== undefined) yield byFormat(random, context);
  const pair = BY_PAIR.get(words.slice(-2).join(" "));
  if (pair !== undefined) yield pair;
  if (words.at(-1) === "time" && words.at(-2) === "date")
    yield `${day(random, 10, 19)}T${random.int(10, 18)}:30:00Z`;
  // The last word of a name is its noun: `user_email` is an address, `email_subject` a text.
  const nouns = AMBIGUOUS.test(words.at(-1) ?? "")
    ? [...nameWords(description.slice(0, 120)).slice(0, 10), ...words.slice().reverse()]
    : words.slice().reverse();
  for (const word of nouns) {
    const sampler = BY_WORD.find(([pattern]) => pattern.test(word))?.[1];
    if (sampler !== undefined) {
      yield sampler(random, context);
      break;
    }
  }
  yield random.pick(NAMES);
  for (const fallback of FALLBACKS) yield fallback(random, context);
}

function uuid(random: Random): string {
  return [8, 4, 3, 3, 12]
    .map((length, index) => (index === 2 ? "4" : index === 3 ? "8" : "") + random.text(length, HEX))
    .join("-");
}
