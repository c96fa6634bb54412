import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactor } from "../src/secrets/redact.js";
import { Secrets } from "../src/secrets/secrets.js";

/** Whether a run of 12 characters of `secret` stands in `text`. */
function shows(text: string, secret: string): boolean {
  for (let at = 0; at + 12 <= secret.length; at++) if (text.includes(secret.slice(at, at + 12))) return true;
  return false;
}

describe("values of any length and content", () => {
  it("takes out 100 KB, and a thousand values, in time that fits the text", () => {
    const long = randomBytes(75_000).toString("base64");
    const many = Array.from({ length: 1000 }, () => randomBytes(30).toString("hex"));
    const started = performance.now();
    const redact = redactor([long, ...many]);
    const text = `a ${long} b ${many.join(" , ")} c`.repeat(5);
    const out = redact(text);
    expect(performance.now() - started).toBeLessThan(20_000);
    for (const value of [long, ...many]) expect(out).not.toContain(value.slice(0, 12));
    expect(out.startsWith("a <redacted> b <redacted> , <redacted>")).toBe(true);
  });

  it.each(["a", "ab", "=", "-----"])(
    "takes time in proportion where everything looks like the value: %j",
    (piece) => {
      const value = `${piece.repeat(20_000)}!`;
      const started = performance.now();
      redactor([value])(piece.repeat(200_000));
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );

  it.each([
    ["a regular expression", "(((((((*+?[[[\\\\$$$^^^|||{9}"],
    ["lines", "first line of a key\nsecond line of a key\r\nthird line of a key"],
    ["control characters", "tab\tbell\u0007escape\u001bnull-free text"],
    ["other scripts", "пароль-для-всего-очень-длинный 漢字漢字漢字漢字漢字漢字"],
    ["emoji", "🙂🙃🙂🙃🙂🙃🙂🙃"],
    ["quotes", `'"'"'"'"'"'"'"'"'"`],
    ["space around it", "   padded with space on both sides   "],
    ["half a surrogate pair", "half of a pair \ud83d stands here"],
  ])("%s", (_, value) => {
    const redact = redactor([value]);
    const well = Buffer.from(value).toString();
    const forms = [
      value,
      JSON.stringify(value),
      encodeURIComponent(well),
      new URLSearchParams({ well }).toString(),
    ];
    for (const form of forms) expect(shows(redact(`x${form}y`), form.slice(5, -1))).toBe(false);
  });
});

describe("spellings", () => {
  const value = "a-secret/with+all?kinds>of~signs";

  it.each([0, 1, 2, 3, 4])("base64 and base64url after %i other bytes", (before) => {
    const redact = redactor([value]);
    for (const encoding of ["base64", "base64url"] as const) {
      const text = Buffer.from(`${"u".repeat(before)}${value}:rest of it`).toString(encoding);
      const plain = Buffer.from(redact(text).replace("<redacted>", ""), encoding).toString("latin1");
      expect(redact(text)).toContain("<redacted>");
      expect(shows(plain, value)).toBe(false);
    }
  });

  it.each([
    ["JSON in ASCII", "gehei\\u00dfnis-f\\u00fcr-alle"],
    ["an address", "gehei%C3%9Fnis-f%C3%BCr-alle"],
    ["an address in small letters", "gehei%c3%9fnis-f%c3%bcr-alle"],
  ])("%s", (_, form) => {
    expect(redactor(["geheißnis-für-alle"])(`<${form}>`)).toBe("<<redacted>>");
  });

  it("takes out a piece of 12 characters, wherever it was cut, and leaves 11", () => {
    const redact = redactor([value]);
    expect(redact(`${value.slice(0, 12)}… ${value.slice(3, 15)} …${value.slice(-12)}`)).toBe(
      "<redacted>… <redacted> …<redacted>",
    );
    expect(redact(value.slice(0, 11))).toBe(value.slice(0, 11));
  });

  it("takes out a value of under 12 characters whole, and not a part of it", () => {
    expect(redactor(["hunter22"])("hunter2 hunter22 aHVudGVyMjI=")).toBe("hunter2 <redacted> <redacted>");
  });

  it("does not take every address for the one that was given", () => {
    const redact = redactor(["https://api.example.com/v1?key=abc"]);
    expect(redact("https://api.github.com/v1")).toBe("https://api.github.com/v1");
    expect(redact("at https://api.example.com/v1?key=abc!")).toMatch(/^at https?:?<redacted>!$/);
  });

  it("never shows a run of twelve, whatever the value and wherever it is cut", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, unit: "binary" }), fc.nat(), fc.nat(), (secret, from, to) => {
        fc.pre(secret.trim().length >= 12 && !shows("<redacted>", secret) && !secret.includes("://"));
        const cut = secret.slice(from % 8, secret.length - (to % 8));
        expect(shows(redactor([secret])(`<${cut}>`), secret)).toBe(false);
      }),
    );
  });
});

describe("what a server declares", () => {
  it("loses whole credentials in every spelling, and nothing else", () => {
    const secrets = new Secrets();
    secrets.addNamed("API_KEY", "correct-horse-battery-staple");
    secrets.addNamed("MODE", "production-and-nothing-else");
    const encoded = Buffer.from("correct-horse-battery-staple").toString("base64");
    expect(secrets.conceal(`key correct-horse-battery-staple or ${encoded}`)).toBe(
      "key <redacted> or <redacted>",
    );
    const text = "a correct-horse-battery of production-and-nothing-else";
    expect(secrets.conceal(text)).toBe(text);
  });

  it("loses one line of a key of several", () => {
    const lines = Array.from({ length: 20 }, () => randomBytes(48).toString("base64"));
    const secrets = new Secrets();
    secrets.addNamed(
      "PRIVATE_KEY",
      `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`,
    );
    expect(secrets.conceal(`use ${lines[7]}`)).toBe("use <redacted>");
    expect(secrets.conceal("-----BEGIN PRIVATE KEY-----")).toBe("-----BEGIN PRIVATE KEY-----");
  });
});
