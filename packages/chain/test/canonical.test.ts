import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CanonicalJsonError, canonicalDigest, canonicalJson } from "../src/json/canonical.js";
import { sha256Hex } from "../src/json/sha256.js";

describe("canonicalJson", () => {
  it("sorts keys by UTF-16 code unit and writes no whitespace", () => {
    expect(canonicalJson({ b: 1, a: [true, null, "x"], A: {} })).toBe('{"A":{},"a":[true,null,"x"],"b":1}');
    // The order of RFC 8785 §3.2.3: the emoji's first code unit (0xD83D) sorts before U+FB33.
    expect(canonicalJson({ "\uFB33": 1, "\u{1F600}": 2, "\r": 3, "1": 4, "\u20AC": 5 })).toBe(
      '{"\\r":3,"1":4,"€":5,"😀":2,"\uFB33":1}',
    );
  });

  it("writes numbers in their shortest round-trip form", () => {
    // From the sample table of RFC 8785 appendix B.
    const samples: [number, string][] = [
      [-0, "0"],
      [5e-324, "5e-324"],
      [1.7976931348623157e308, "1.7976931348623157e+308"],
      [9007199254740992, "9007199254740992"],
      [295147905179352830000, "295147905179352830000"],
      [9.999999999999997e22, "9.999999999999997e+22"],
      [1e23, "1e+23"],
      [333333333.3333333, "333333333.3333333"],
      [0.000001, "0.000001"],
      [1e-7, "1e-7"],
    ];
    for (const [number, text] of samples) expect(canonicalJson(number)).toBe(text);
  });

  it("drops undefined properties and writes undefined entries as null", () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
    const sparse: unknown[] = [];
    sparse[1] = 1;
    expect(canonicalJson(sparse)).toBe("[null,1]");
  });

  it("keeps a key named __proto__ as data", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"a":2}'))).toBe('{"__proto__":{"x":1},"a":2}');
  });

  it.each([
    ["undefinedRoot", undefined, "$"],
    ["nonFiniteNumber", { a: [1, Number.NaN] }, "$.a[1]"],
    ["nonFiniteNumber", Number.POSITIVE_INFINITY, "$"],
    ["unsupportedType", { a: () => 1 }, "$.a"],
    ["unsupportedType", [1n], "$[0]"],
    ["unsupportedType", { a: Symbol("s") }, "$.a"],
    ["nonPlainObject", { when: new Date(0) }, "$.when"],
    ["nonPlainObject", new Map(), "$"],
  ])("refuses %s and says where", (code, value, path) => {
    const error = caught(() => canonicalJson(value));
    expect(error).toMatchObject({ name: "CanonicalJsonError", code, path });
    expect(error.message).toContain(path);
  });

  it("refuses a cycle, and allows the same value twice side by side", () => {
    const cyclic: Record<string, unknown> = { deep: {} };
    (cyclic.deep as Record<string, unknown>).back = cyclic;
    expect(caught(() => canonicalJson(cyclic))).toMatchObject({ code: "cycle", path: "$.deep.back" });
    const shared = { x: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"x":1},{"x":1}]');
  });

  it("is not limited by the call stack", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level += 1) deep = level % 2 === 0 ? [deep] : { d: deep };
    expect(canonicalJson(deep)).toHaveLength(1 + 100_000 * 2 + 100_000 * 6);
    let bad: unknown = Number.NaN;
    for (let level = 0; level < 200_000; level += 1) bad = [bad];
    const error = caught(() => canonicalJson(bad));
    expect(error.code).toBe("nonFiniteNumber");
    expect(error.message.length).toBeLessThan(300);
  });

  it("writes members in canonical order, whatever their names", () => {
    const name = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom("__proto__", "2", "10", "1e3", "a", "toJSON"),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(null, true, -0, 1.5, "\ud800", '"', undefined),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(name, tie("value"), { maxKeys: 40, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (value) => {
        if (value !== undefined) expect(canonicalJson(value)).toBe(reference(value));
      }),
      { numRuns: 1000 },
    );
  });

  it("sorts the keys of a large object in no more than the time that takes", () => {
    const keys = Array.from(
      { length: 200_000 },
      (_, index) => `k${String(200_000 - index).padStart(6, "0")}`,
    );
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(Object.keys(JSON.parse(text))).toEqual(keys.reverse());
  });

  it("round-trips every JSON value and ignores key order", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversedKeys(value))).toBe(text);
      }),
    );
  });
});

describe("sha256Hex", () => {
  it.each([
    // FIPS 180-4 example digests.
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("digests a known text", (text, digest) => {
    expect(sha256Hex(text)).toBe(digest);
  });

  it("agrees with an independent implementation at every padding length and for any text", async () => {
    const reference = async (text: string) => {
      const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      return Buffer.from(bytes).toString("hex");
    };
    for (let length = 0; length < 130; length += 1) {
      expect(sha256Hex("x".repeat(length))).toBe(await reference("x".repeat(length)));
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        expect(sha256Hex(text)).toBe(await reference(text));
      }),
    );
  });
});

describe("canonicalDigest", () => {
  it("is the digest of the canonical text", () => {
    expect(canonicalDigest({ b: 1, a: 2 })).toBe(sha256Hex('{"a":2,"b":1}'));
    expect(canonicalDigest({ a: 2, b: 1 })).toBe(canonicalDigest({ b: 1, a: 2 }));
  });
});

function caught(run: () => unknown): CanonicalJsonError {
  try {
    run();
  } catch (error) {
    if (error instanceof CanonicalJsonError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** RFC 8785 by the letter. */
function reference(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => reference(entry ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const order = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${order.map(([key, member]) => `${JSON.stringify(key)}:${reference(member)}`).join(",")}}`;
}

function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, entry]) => [key, reversedKeys(entry)]));
}
