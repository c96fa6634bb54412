import { expect, test } from "vitest";
import { judgeRedactor, quoted } from "../src/programs/secrets.js";

test("values of secret-looking variables go, the longest first, and words stay", () => {
  const redact = judgeRedactor({
    A_TOKEN: "abcdef",
    B_TOKEN: "abcdefghi",
    PATH: "/usr/bin",
    AUTH_MODE: "on",
    EMPTY_KEY: "",
  });
  expect(redact("x abcdefghi y abcdef /usr/bin on")).toBe("x <redacted> y <redacted> /usr/bin on");
});

test.each([
  ["an API key nobody told us of", "bad key sk-proj-abcdefghijklmnop", "bad key <redacted>"],
  ["a bearer header", "sent Bearer abcdefgh.ijkl", "sent Bearer <redacted>"],
  ["a JWT", "t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "t=<redacted>"],
  ["user info in a URL", "at https://user:pw@host/path", "at https://<redacted>@host/path"],
  ["a Google key", "key AIzaSyA1234567890abcdef", "key <redacted>"],
])("%s", (_, text, clean) => {
  expect(judgeRedactor({})(text)).toBe(clean);
});

test("a quote is one line, cut, and free of control characters", () => {
  expect(quoted("a\n\u001b[31mb", (text) => text)).toBe("a \\u{1b}[31mb");
  expect(quoted("x".repeat(9000), (text) => text)).toHaveLength(200);
});
