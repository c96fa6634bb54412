import { describe, expect, it } from "vitest";
import { lastLines } from "../src/connect/connection.js";
import { ByteTail } from "../src/process/byte-tail.js";
import { LineReader } from "../src/process/line-reader.js";

describe("what is quoted of a stderr", () => {
  it.each([
    ["", ""],
    ["listening\nready\n", "listening | ready"],
    [
      "node:internal/modules\n  throw err;\n  ^\n\nError: Cannot find module 'x'\n    at Module._load\n    at main {\n  code: 'MODULE_NOT_FOUND',\n}\n\nNode.js v20.0.0\n",
      "Error: Cannot find module 'x' |   code: 'MODULE_NOT_FOUND', | }",
    ],
    ["Traceback (most recent call last):\n  File \"x.py\"\nKeyError: 'API_KEY'\n", "KeyError: 'API_KEY'"],
    ["fatal: not a repository\nbye\n", "fatal: not a repository | bye"],
  ])("%j", (stderr, quoted) => expect(lastLines(stderr)).toBe(quoted));

  it("is bounded, and cut between words", () => {
    expect(lastLines(`Error: ${"x".repeat(10_000)}`)).toBe(`Error: ${"x".repeat(392)}…`);
    expect(lastLines(`Error: ${"word ".repeat(200)}`)).toMatch(/ word…$/);
    expect(lastLines(`${"long ".repeat(100)}\nlast words\n`)).toBe("last words");
  });
});

describe("the tail of a stream", () => {
  it("keeps what is short as it is", () => {
    const tail = new ByteTail(10);
    tail.push(Buffer.from("a\nb"));
    tail.push(Buffer.from("cd"));
    expect([tail.text(), tail.total]).toEqual(["a\nbcd", 5]);
  });

  it("leaves out the line that was cut, however the chunks fell", () => {
    for (const size of [1, 3, 7, 100]) {
      const tail = new ByteTail(12);
      const all = Buffer.from("secret-line\nsecond—\nthird\n");
      for (let at = 0; at < all.length; at += size) tail.push(all.subarray(at, at + size));
      expect(tail.text()).toBe("third\n");
      expect(tail.total).toBe(all.length);
    }
  });
});

describe("lines of a stream", () => {
  const read = (chunks: readonly string[], max = 20) => {
    const seen: string[] = [];
    const reader = new LineReader(max, {
      onLine: (line) => seen.push(line.toString()),
      onTooLong: (start) => seen.push(`too long: ${start.toString().slice(0, 5)}`),
    });
    for (const chunk of chunks) reader.push(Buffer.from(chunk, "latin1"));
    reader.end();
    return seen;
  };

  it("do not depend on the chunks", () => {
    expect(read(["one\ntwo\nthr", "ee\n\nfour"])).toEqual(["one", "two", "three", "", "four"]);
    expect(read([..."one\ntwo\n"])).toEqual(["one", "two"]);
  });

  it("are reported once when too long, and dropped to their end", () => {
    expect(read(["start", "x".repeat(30), "x".repeat(30), "\nnext\n"])).toEqual(["too long: start", "next"]);
    expect(read([`${"y".repeat(21)}\n${"z".repeat(20)}\n`])).toEqual(["too long: yyyyy", "z".repeat(20)]);
  });
});
