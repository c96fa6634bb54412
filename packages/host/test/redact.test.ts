import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactShapes } from "../src/secrets/credential-shapes.js";
import { hideSecrets } from "../src/secrets/hide-secrets.js";
import { isSecretName, redactor } from "../src/secrets/redact.js";

describe("redaction", () => {
  it("takes out a value in every spelling", () => {
    const secret = 'p@ss "w/rd"';
    const redact = redactor([secret]);
    const forms = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
    ];
    for (const form of forms) expect(redact(`<${form}>`)).toContain("<redacted>");
    for (const form of forms) expect(redact(`<${form}>`)).not.toContain(form.slice(1, -1));
  });

  it("takes the longer of two values first", () => {
    expect(redactor(["abcd", "abcdefgh"])("xabcdefghx")).toBe("x<redacted>x");
  });

  it("leaves values alone that are too short to be told from text", () => {
    expect(redactor(["1", "en", " a "])("1 en a")).toBe("1 en a");
  });

  it.each([
    `sk-${"abcdefgh12345678".repeat(2)}`,
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "xoxb-1234567890-abcdef",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
  ])("knows the shape of %s", (text) => expect(redactShapes(`key ${text}.`)).toMatch(/^key <redacted>/));

  // One made-up key of every form, none of them real.
  it.each([
    `sk-proj-${"Ab1".repeat(12)}`,
    `sk-ant-api03-${"Ab1_".repeat(12)}`,
    `xai-${"Ab1".repeat(12)}`,
    `gsk_${"Ab1".repeat(12)}`,
    `hf_${"Ab1".repeat(12)}`,
    `ghu_${"Ab1".repeat(12)}`,
    `github_pat_${"Ab1_".repeat(12)}`,
    `glpat-${"Ab1-".repeat(6)}`,
    `npm_${"Ab1".repeat(12)}`,
    `xoxe.xoxp-1-${"Ab1".repeat(12)}`,
    `xapp-1-${"Ab1-".repeat(8)}`,
    `ASIA${"ABC1".repeat(4)}`,
    `AIza${"Ab1_".repeat(9)}`,
    `ya29.${"Ab1_".repeat(9)}`,
    `SG.${"Ab1_".repeat(6)}.${"Ab1_".repeat(10)}`,
    `ntn_${"Ab1".repeat(12)}`,
    `lin_api_${"Ab1".repeat(12)}`,
    `patAbCdEfGhIjKlMn.${"0a1b".repeat(16)}`,
    `figd_${"Ab1_".repeat(9)}`,
    `sntrys_${"Ab1_".repeat(9)}`,
    `shpat_${"0a1b".repeat(8)}`,
    `dapi${"0a1b".repeat(8)}`,
    `hvs.${"Ab1_".repeat(9)}`,
    `sbp_${"0a1b".repeat(10)}`,
    `123456789:AA${"Ab1_".repeat(8)}`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${"Ab1+".repeat(40)}\n`,
  ])("knows the form of a key: %s", (key) => {
    const shown = redactShapes(`it said ${key} and ended`);
    for (let at = 0; at + 12 <= key.length; at++) expect(shown).not.toContain(key.slice(at, at + 12));
  });

  it("takes out every part of a value of any length, also where a text was cut", () => {
    const long = Array.from({ length: 40_000 }, (_, at) => ((at * 7919) % 36).toString(36)).join("");
    const redact = redactor([long, "another-value"]);
    expect(redact(`a ${long} b`)).toBe("a <redacted> b");
    expect(redact(`cut: ${long.slice(20_000, 20_040)}`)).toBe("cut: <redacted>");
    expect(redact(`in base64 ${Buffer.from(`xy${long}`).toString("base64")}`)).not.toContain(
      Buffer.from(long).toString("base64").slice(40, 60),
    );
    expect(redact("nothing of it here, and another day")).toBe("nothing of it here, and another day");
  });

  it("knows a thousand values in the time of a few", () => {
    const values = Array.from(
      { length: 1000 },
      (_, at) => `value-${at}-${(at * 7919).toString(36)}-of-a-thousand`,
    );
    expect(redactor(values)(values.join(" "))).not.toMatch(/of-a-thousand/);
  });

  it("knows user info in an address, and what follows Bearer", () => {
    expect(redactShapes("postgres://me:pw@host/db")).toBe("postgres://<redacted>@host/db");
    expect(redactShapes("Authorization: Bearer abcdefgh12345")).toBe("Authorization: Bearer <redacted>");
  });

  it.each(["x", "1", "a1", "/", ":", "://a:", "a_", "=", "--x", "eyJ", "Bearer ", "sk-", "key="])(
    "takes time in proportion to the text: %j",
    (piece) => {
      const text = piece.repeat(200_000 / piece.length);
      const started = performance.now();
      hideSecrets([text, `--flag=${text}`, `https://host/${text}`]);
      redactor(["some-secret", text.slice(0, 5000)])(text);
      isSecretName(text);
      expect(performance.now() - started).toBeLessThan(30_000);
    },
  );

  it("never leaves a given value, whatever surrounds it", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6, unit: "grapheme" }),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          fc.pre(secret.trim().length >= 4 && !"<redacted>".includes(secret));
          expect(redactor([secret])(before + secret + after)).not.toContain(secret);
        },
      ),
    );
  });

  it.each([
    "API_KEY",
    "apiKey",
    "access-token",
    "DB_PASSWORD",
    "Authorization",
    "client_secret",
    "SSH_KEY",
    "GITHUB_PAT",
    "cookie",
    "aws_secret_access_key",
  ])("takes %s for the name of a secret", (name) => expect(isSecretName(name)).toBe(true));
  it.each([
    "MODE",
    "keyboard",
    "monkey",
    "author",
    "path",
    "compat",
    "port",
    "max-tokens-x".replace("tokens", "items"),
  ])("takes %s for an ordinary name", (name) => expect(isSecretName(name)).toBe(false));
});
