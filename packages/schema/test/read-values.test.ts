import { describe, expect, it } from "vitest";
import { readValues } from "../src/read/read-values.js";

const read = (text: string) => readValues(text).map(({ kind, text: value }) => `${kind} ${value}`);

describe("readValues", () => {
  it.each([
    ["it falls to -5 or -9.1393, up to 1,250.50", ["number -5", "number -9.1393", "number 1,250.50"]],
    ["at 18:30 or 16:30:00Z", ["time 18:30", "time 16:30:00Z"]],
    [
      "on 2026-04-14, at 2026-04-14T16:30:00Z, in 2026-04, by 14.04.2026",
      ["date 2026-04-14", "date 2026-04-14T16:30:00Z", "month 2026-04", "date 14.04.2026"],
    ],
    ["for PT45M and P1DT2H", ["duration PT45M", "duration P1DT2H"]],
    ["release 3.4.0 after v2.1", ["version 3.4.0", "version v2.1"]],
    [
      "block 203.0.113.29, 203.0.113.0/24 and 2001:db8::29",
      ["ip 203.0.113.29", "ip 203.0.113.0/24", "ip 2001:db8::29"],
    ],
    [
      "see https://www.example.com/a?b=1, mail ada@example.com.",
      ["url https://www.example.com/a?b=1", "email ada@example.com"],
    ],
    ["move notes/plan.md to ~/archive/ and ./x", ["path notes/plan.md", "path ~/archive/", "path ./x"]],
    [
      "ticket ABC-1234, commit 9fceb02d0ae5, key rec7Gd2, #14, ord_41",
      [
        "identifier ABC-1234",
        "identifier 9fceb02d0ae5",
        "identifier rec7Gd2",
        "identifier #14",
        "identifier ord_41",
      ],
    ],
    ["say \"hi there\", 'it's fine' and `x y`", ["quoted hi there", "quoted it's fine", "quoted x y"]],
    [
      "from Lake Charles to Nelson for billing-api in EUR",
      ["name Lake Charles", "name Nelson", "name billing-api", "name EUR"],
    ],
    ['put {"a": [1, "}"]} there, and [1, 2]', ['json {"a": [1, "}"]}', "json [1, 2]"]],
    ["call +49 30 1234567", ["phone +49 30 1234567"]],
    ["e.g. nothing here, and not [this] either.", []],
  ])("%s", (text, values) => {
    expect(read(text)).toEqual(values);
  });

  it("says where a value stands, quotation marks and all", () => {
    expect(readValues('say "hi", 5')).toEqual([
      { kind: "quoted", text: "hi", start: 4, end: 8 },
      { kind: "number", text: "5", start: 10, end: 11 },
    ]);
  });
});
