// One measurement in a process of its own, so that peak memory is its own. Prints {seconds, peakMB}.
import { readFileSync } from "node:fs";
import { analyze } from "@gradable/analyze";
import { surfaceSha256 } from "@gradable/contract";
import { builtinSelector, judge } from "@gradable/judge";
import { loadTokenizer } from "@gradable/model/tokens";
import { parseToolsList } from "@gradable/scan";
import { tasks } from "@gradable/tasks";

const [kind, value] = process.argv.slice(2);
const raw = kind === "file" ? JSON.parse(readFileSync(value, "utf8")).tools : synthetic(Number(value));
const { tools, observations } = parseToolsList(raw);
const surface = {
  schemaVersion: 1,
  target: { kind: "file", label: "bench" },
  serverInfo: null,
  protocolVersion: null,
  capabilities: null,
  tools,
  surfaceSha256: surfaceSha256(tools),
  listing: { pageSizes: [tools.length], attempts: 1 },
  observations,
};
const tokenizer = await loadTokenizer("o200k_base");
const started = performance.now();
// Two tasks for every tool, so that the work grows with the surface and no cap hides it.
const set = await tasks(surface, { perTool: 2, maxTasks: tools.length * 2 });
await judge({ surface, tasks: set.tasks, kind: "baseline", selector: builtinSelector(), tokenizer });
await analyze(surface, { tokenizer });
console.log(
  JSON.stringify({
    seconds: (performance.now() - started) / 1000,
    peakMB: process.resourceUsage().maxRSS / 1024,
  }),
);

/** Tools of a made-up back office: every verb over every object, with schemas of a realistic size. */
function synthetic(count) {
  const verbs = [
    "list",
    "get",
    "create",
    "update",
    "delete",
    "search",
    "export",
    "archive",
    "assign",
    "approve",
  ];
  const things = [
    "invoice",
    "customer",
    "order",
    "shipment",
    "ticket",
    "contract",
    "employee",
    "warehouse",
    "refund",
    "campaign",
  ];
  const scopes = [
    "billing",
    "sales",
    "support",
    "legal",
    "logistics",
    "marketing",
    "payroll",
    "procurement",
    "security",
    "analytics",
  ];
  return Array.from({ length: count }, (_, index) => {
    const verb = verbs[index % 10];
    const thing = things[Math.floor(index / 10) % 10];
    const scope = scopes[Math.floor(index / 100) % 10];
    const region = `region${Math.floor(index / 1000)}`;
    return {
      name: `${scope}_${verb}_${thing}_${region}`,
      description: `${verb} ${thing} records that belong to the ${scope} team of ${region}. Returns the matching ${thing} with its id and status.`,
      inputSchema: {
        type: "object",
        properties: {
          [`${thing}_id`]: {
            type: "string",
            description: `Identifier of the ${thing}, for example ${thing.slice(0, 3).toUpperCase()}-1024`,
          },
          limit: { type: "integer", minimum: 1, maximum: 100, description: "How many to return" },
          status: {
            type: "string",
            enum: ["open", "closed", "pending"],
            description: `Only ${thing} records in this state`,
          },
        },
        required: [`${thing}_id`],
      },
    };
  });
}
