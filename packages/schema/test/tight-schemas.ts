import type { JsonValue } from "@gradable/contract";

type Tight = readonly [
  name: string,
  schema: { readonly [key: string]: JsonValue },
  value: JsonValue,
  said: string,
];

/** One parameter each, precisely declared, with a value and a way a person says it. */
export const TIGHT_SCHEMAS: readonly Tight[] = [
  ["key", { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" }, "ABC-1234", "Get me ticket ABC-1234."],
  ["issue", { type: "string", pattern: "^[A-Z][A-Z0-9]+-\\d+$" }, "OPS2-17", "What is the state of OPS2-17?"],
  [
    "sha",
    { type: "string", pattern: "^[0-9a-f]{40}$" },
    "9fceb02d0ae598e95dc970b74767f19372d61af8",
    "Which files changed in 9fceb02d0ae598e95dc970b74767f19372d61af8?",
  ],
  [
    "username",
    { type: "string", pattern: "^(?!admin)[a-z][a-z0-9-]{2,20}$" },
    "lucia-r",
    "Look up the user lucia-r for me.",
  ],
  [
    "password",
    { type: "string", pattern: "^(?=.*\\d)(?=.*[A-Z]).{8,24}$" },
    "Harbor42lamp",
    "Set the password to Harbor42lamp.",
  ],
  ["amount", { type: "string", pattern: "^\\d+(?<!0)\\.\\d{2}$" }, "19.95", "Refund 19.95 to them."],
  ["wait", { type: "string", format: "duration" }, "PT45M", "Wait for PT45M before the next try."],
  ["on", { type: "string", format: "date" }, "2026-04-14", "Book the room on 2026-04-14."],
  [
    "at",
    { type: "string", format: "date-time" },
    "2026-04-14T16:30:00Z",
    "Start the export at 2026-04-14T16:30:00Z.",
  ],
  ["at", { type: "string", format: "time" }, "16:30:00Z", "Ring the bell at 16:30:00Z."],
  [
    "at",
    { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" },
    "18:30",
    "Switch the lights on at 18:30.",
  ],
  [
    "month",
    { type: "string", pattern: "^\\d{4}-(0[1-9]|1[0-2])$" },
    "2026-04",
    "Show the turnover for 2026-04.",
  ],
  ["ip", { type: "string", format: "ipv4" }, "203.0.113.29", "Block 203.0.113.29."],
  ["ip", { type: "string", format: "ipv6" }, "2001:db8::29", "Where is 2001:db8::29 located?"],
  [
    "range",
    { type: "string", pattern: "^(\\d{1,3}\\.){3}\\d{1,3}/\\d{1,2}$" },
    "203.0.113.0/24",
    "Open the port to 203.0.113.0/24.",
  ],
  ["version", { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" }, "3.4.0", "Roll out version 3.4.0."],
  ["to", { type: "string", format: "email" }, "ada@example.com", "Send the summary to ada@example.com."],
  [
    "page",
    { type: "string", format: "uri" },
    "https://www.example.com/a?b=1",
    "Open https://www.example.com/a?b=1, please.",
  ],
  [
    "id",
    { type: "string", format: "uuid" },
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "Show 3f2504e0-4f89-41d3-9a0c-0305e82c3301.",
  ],
  ["host", { type: "string", format: "hostname" }, "copper-billing.example", "Is copper-billing.example up?"],
  [
    "longitude",
    { type: "number", minimum: -180, maximum: 180 },
    -9.1393,
    "Which timezone is at longitude -9.1393?",
  ],
  ["price", { type: "number", multipleOf: 0.01, exclusiveMinimum: 0 }, 19.99, "Set the price to 19.99."],
  ["celsius", { type: "integer", minimum: -40, maximum: 60 }, -5, "Heat the shed when it falls to -5."],
  ["level", { enum: [1, 2, 3] }, 2, "Raise the alarm to level 2."],
  ["state", { enum: ["open", "closed"] }, "closed", "Which tickets are closed?"],
  ["enabled", { type: "boolean" }, false, "Switch the alerts off."],
  ["parent", { type: ["string", "null"], pattern: "^fld_\\d+$" }, "fld_12", "Move it into fld_12."],
  ["parent", { type: "null" }, null, "Move it to the top."],
  [
    "tags",
    { type: "array", items: { type: "string" }, minItems: 2, uniqueItems: true },
    ["red", "blue"],
    "Tag the note with red and blue.",
  ],
  [
    "point",
    { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false, minItems: 2 },
    [38.7223, -9.1393],
    "What is at 38.7223, -9.1393?",
  ],
  [
    "stock",
    { type: "object", additionalProperties: { type: "integer" }, minProperties: 2 },
    { apples: 3, pears: 5 },
    "Set the stock to apples 3, pears 5.",
  ],
  [
    "card",
    {
      type: "object",
      properties: {
        number: { type: "string", pattern: "^\\d{4}$" },
        code: { type: "string", pattern: "^\\d{3}$" },
      },
      required: ["number"],
      dependentRequired: { number: ["code"] },
    },
    { number: "4242", code: "737" },
    "Charge the card with number 4242 and code 737.",
  ],
];
