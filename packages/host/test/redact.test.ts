import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hideSecrets } from "../src/secrets/hide-secrets.js";
import { isSecretName, redactor, redactShapes } from "../src/secrets/redact.js";

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
