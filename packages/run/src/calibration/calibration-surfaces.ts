import { type Defect, type Surface, type SurfaceTool, surfaceSha256, type Task } from "@gradable/contract";
import { isDestructive } from "@gradable/intent";

/** A surface of ours with what a sound judge should find on it. */
export interface CalibrationSurface {
  readonly name: "clear" | "ambiguous" | "defective";
  readonly surface: Surface;
  readonly tasks: readonly Task[];
  /** Tool name and defect type. */
  readonly defects: readonly (readonly [tool: string, type: Defect["type"]])[];
  /** Names of two tools, in declared order. */
  readonly pairs: readonly (readonly [string, string])[];
}

/**
 * Changes whenever a surface, a task or an expectation below does: two calibrations compare only within one
 * version.
 */
export const CALIBRATION_VERSION = "calibration-v1";

type Parameters = Readonly<Record<string, string | { type: string; description?: string; enum?: string[] }>>;

/** Every parameter is required; a bare text is a string parameter with that description. */
function tool(name: string, description: string, parameters: Parameters): SurfaceTool {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      typeof value === "string" ? { type: "string", description: value } : value,
    ]),
  );
  return {
    name,
    description,
    inputSchema: { type: "object", properties, required: Object.keys(properties) },
  };
}

function calibrationSurface(
  name: CalibrationSurface["name"],
  tools: SurfaceTool[],
  requests: readonly (readonly [tool: string, request: string, expected: Record<string, string>])[],
  defects: CalibrationSurface["defects"],
  pairs: CalibrationSurface["pairs"],
): CalibrationSurface {
  const destructive = new Map(tools.map((entry) => [entry.name, isDestructive(entry)]));
  return {
    name,
    surface: {
      schemaVersion: 1,
      target: { kind: "file", label: `calibration ${name}` },
      serverInfo: null,
      protocolVersion: null,
      capabilities: null,
      tools,
      surfaceSha256: surfaceSha256(tools),
      listing: { pageSizes: [tools.length], attempts: 1 },
      observations: [],
    },
    tasks: requests.map(([tool, prompt, expectedArguments], index) => ({
      id: `${name}-${index + 1}`,
      tool,
      prompt,
      expectedArguments,
      destructive: destructive.get(tool) ?? false,
      origin: "supplied",
    })),
    defects,
    pairs,
  };
}

/** A library's lending desk, said plainly: any judge should choose well here and find nothing wrong. */
const CLEAR = calibrationSurface(
  "clear",
  [
    tool(
      "search_catalogue",
      "Looks for books by title, author or subject words, on loan or not. Returns up to 20 matches with book id, title, author and the number of copies on the shelf.",
      { words: "Words of the title, author or subject, separated by spaces" },
    ),
    tool(
      "get_member",
      "Returns one member's name, address, open loans and unpaid fees. Use it before lending to someone new.",
      { card: "Number printed on the member's card, for example M-1042" },
    ),
    tool(
      "lend_book",
      "Lends one copy to a member for 28 days and returns the due date. Fails when no copy is on the shelf or the member has unpaid fees.",
      {
        book: "Book id from the catalogue, for example B-77",
        card: "Number of the member's card, for example M-1042",
      },
    ),
    tool(
      "return_book",
      "Takes back a lent copy and returns the fee that is due, 0 when it is on time. The copy can be lent again at once.",
      { book: "Book id, for example B-77" },
    ),
    tool(
      "delete_member",
      "Removes a member and the whole loan history for good; this cannot be undone. Only for members without open loans. Returns the number of records removed.",
      { card: "Number of the member's card, for example M-1042" },
    ),
  ],
  [
    ["search_catalogue", "Do we have anything on beekeeping?", { words: "beekeeping" }],
    ["search_catalogue", "A reader wants the novel about the white whale by Melville, is it around?", {}],
    ["get_member", "Does the person with M-2210 still owe us money?", { card: "M-2210" }],
    ["get_member", "What has M-1042 got at home right now?", { card: "M-1042" }],
    [
      "lend_book",
      "M-1042 is at the desk and would like to take B-310 home.",
      { book: "B-310", card: "M-1042" },
    ],
    ["lend_book", "Please give B-12 out to M-88.", { book: "B-12", card: "M-88" }],
    ["return_book", "Somebody has just brought B-77 back.", { book: "B-77" }],
    ["return_book", "B-310 was in the drop box this morning.", { book: "B-310" }],
    ["delete_member", "M-501 has moved away, erase everything we hold on them.", { card: "M-501" }],
  ],
  [],
  [],
);

/** The same desk with three ways to look and two ways to change that only differ in their names. */
const AMBIGUOUS = calibrationSurface(
  "ambiguous",
  [
    tool("find_items", "Finds items that match a text and returns them as a list.", {
      text: "Text to match",
    }),
    tool("search_items", "Searches for items that match a text and returns them as a list.", {
      query: "Text to match",
    }),
    tool("lookup_item", "Looks up items by a text and returns what was found.", { text: "Text to look up" }),
    tool("update_record", "Changes the fields of a record and returns the changed record.", {
      id: "Id of the record, for example R-5",
      fields: { type: "object", description: "New values by field name" },
    }),
    tool("edit_record", "Edits the fields of a record and returns the edited record.", {
      id: "Id of the record, for example R-5",
      fields: { type: "object", description: "New values by field name" },
    }),
  ],
  [
    ["find_items", "What do we have with the word lantern in it?", {}],
    ["search_items", "Is there anything about ferries?", {}],
    ["lookup_item", "I need whatever we hold under Nightingale.", {}],
    ["update_record", "The title of R-5 should be Winter.", { id: "R-5" }],
    ["edit_record", "Set the year of R-9 to 1962.", { id: "R-9" }],
  ],
  [],
  [
    ["find_items", "search_items"],
    ["find_items", "lookup_item"],
    ["search_items", "lookup_item"],
    ["update_record", "edit_record"],
  ],
);

/** Names that can be told apart, and descriptions that leave a reader alone with them. */
const DEFECTIVE = calibrationSurface(
  "defective",
  [
    tool("reserve_room", "Reserve room.", {
      room: { type: "string" },
      slot: { type: "string" },
      mode: { type: "integer" },
    }),
    tool("cancel_reservation", "Cancel reservation.", { ref: { type: "string" }, code: { type: "integer" } }),
    tool("list_rooms", "Lists the reading rooms and returns the number of seats of each.", {}),
    tool("set_opening_hours", "Sets the opening hours of one weekday; the old ones are replaced.", {
      day: { type: "string", description: "Weekday in English, for example monday" },
      hours: { type: "string", description: "Opening and closing time, for example 09:00-18:00" },
    }),
    tool("export", "Export.", { kind: { type: "string" }, flag: { type: "boolean" } }),
  ],
  [
    ["reserve_room", "I would like to sit in Attic tomorrow from ten to twelve, mode 1.", {}],
    ["cancel_reservation", "We will not come after all: V-31, code 7.", {}],
    ["list_rooms", "How many people fit into each of the reading areas?", {}],
    ["set_opening_hours", "On Mondays we are there from nine to six from now on.", {}],
    ["export", "Get me everything of the kind loans out of the system, flag on.", {}],
  ],
  [
    ["reserve_room", "name_restates_behavior"],
    ["reserve_room", "params_unexplained"],
    ["reserve_room", "no_return_description"],
    ["cancel_reservation", "name_restates_behavior"],
    ["cancel_reservation", "params_unexplained"],
    ["cancel_reservation", "no_return_description"],
    ["set_opening_hours", "no_return_description"],
    ["export", "name_restates_behavior"],
    ["export", "params_unexplained"],
    ["export", "no_return_description"],
  ],
  [],
);

/** The three surfaces a judge is tried on. */
export const CALIBRATION_SURFACES: readonly CalibrationSurface[] = [CLEAR, AMBIGUOUS, DEFECTIVE];
