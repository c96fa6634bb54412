import { KEY_FORMS, Secrets } from "@gradable/host";
import { describe, expect, it } from "vitest";
import { redactValue, scrubText } from "../packages/evals/src/mcp/redact.js";
import { quote, show } from "../packages/evals/src/transcript/reason.js";
import { judgeRedactor, quoted } from "../packages/model/src/programs/secrets.js";
import { gradableError, ScanFailure, shownTail } from "../packages/scan/src/errors.js";

const LETTERS = "x7Qm2Vb9Kt4Rw8Zp1Ly6Nc3Hd5Gf0JsTuAeBiCoDwE";
const HEX = "4f9d2ba71c33e0584f9d2ba71c33e0584f9d2ba71c33e058";

/** A made-up key of every form, in two parts: nothing that looks like a key stands in this file. */
const KEYS: Readonly<Record<keyof typeof KEY_FORMS, readonly (readonly [string, string])[]>> = {
  "1Password": [["ops_eyJ", LETTERS]],
  age: [["AGE-SECRET-KEY-1", LETTERS.toUpperCase()]],
  Airtable: [["patAbCdEfGhIjKlMn.", HEX]],
  "Alibaba Cloud": [["LTAI", LETTERS.slice(0, 20)]],
  Artifactory: [["AKCp", LETTERS]],
  Atlassian: [["ATATT3", LETTERS]],
  AWS: ["AKIA", "ASIA", "ABIA", "ACCA"].map((prefix) => [prefix, "IOSFODNN7QUIZ2LE"] as const),
  Databricks: [["dapi", HEX.slice(0, 32)]],
  DigitalOcean: ["dop_v1_", "doo_v1_", "dor_v1_"].map((prefix) => [prefix, HEX] as const),
  Doppler: [["dp.pt.", LETTERS]],
  Dynatrace: [["dt0c01.", `${LETTERS}.${LETTERS}`]],
  Figma: ["figd_", "figo_", "figp_", "figu_"].map((prefix) => [prefix, LETTERS] as const),
  "Fly.io": ["fo1_", "fm1_", "fm2_"].map((prefix) => [prefix, LETTERS] as const),
  GitHub: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"].map((prefix) => [prefix, LETTERS] as const),
  GitLab: ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-"].map(
    (prefix) => [prefix, LETTERS.slice(0, 20)] as const,
  ),
  Google: ["AIza", "ya29.", "GOCSPX-"].map((prefix) => [prefix, LETTERS.slice(0, 35)] as const),
  Grafana: ["glsa_", "glc_"].map((prefix) => [prefix, LETTERS] as const),
  Groq: [["gsk_", LETTERS]],
  "HashiCorp Vault": ["hvs.", "hvb."].map((prefix) => [prefix, LETTERS] as const),
  Heroku: [["HRKU-", LETTERS]],
  "Hugging Face": ["hf_", "api_org_"].map((prefix) => [prefix, LETTERS.slice(0, 34)] as const),
  Linear: [["lin_api_", LETTERS]],
  Mailchimp: [[HEX.slice(0, 32), "-us21"]],
  "New Relic": [["NRAK-", LETTERS]],
  Notion: ["ntn_", "secret_"].map((prefix) => [prefix, LETTERS] as const),
  npm: [["npm_", LETTERS.slice(0, 36)]],
  OpenShift: [["sha256~", LETTERS]],
  Perplexity: [["pplx-", LETTERS]],
  PlanetScale: ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"].map((prefix) => [prefix, LETTERS] as const),
  Postman: [["PMAK-", `${HEX.slice(0, 24)}-${HEX.slice(0, 34)}`]],
  Pulumi: [["pul-", HEX.slice(0, 40)]],
  PyPI: [["pypi-AgEI", LETTERS]],
  Replicate: [["r8_", LETTERS]],
  RubyGems: [["rubygems_", HEX]],
  SendGrid: [["SG.", `${LETTERS.slice(0, 22)}.${LETTERS}`]],
  Sendinblue: [["xkeysib-", HEX]],
  Sentry: ["sntrys_", "sntryu_"].map((prefix) => [prefix, LETTERS] as const),
  Shopify: ["shpat_", "shpca_", "shppa_", "shpss_"].map((prefix) => [prefix, HEX.slice(0, 32)] as const),
  Slack: ["xoxb-", "xoxp-", "xoxa-", "xoxe.", "xoxr-", "xoxs-", "xapp-"].map(
    (prefix) => [prefix, "1234567890-AbCdEfGhIj"] as const,
  ),
  Square: [
    ["EAAA", LETTERS],
    ["sq0atp-", LETTERS.slice(0, 22)],
  ],
  "sk, pk and rk": ["sk-", "sk-ant-api03-", "sk-proj-", "sk_live_", "rk_live_", "pk_test_"].map(
    (prefix) => [prefix, LETTERS] as const,
  ),
  Supabase: ["sbp_", "sb_secret_", "sb_publishable_"].map((prefix) => [prefix, LETTERS] as const),
  Tavily: [["tvly-", LETTERS]],
  Telegram: [["123456789:", `AA${LETTERS}`]],
  Twilio: [["SK", HEX.slice(0, 32)]],
  xAI: [["xai-", LETTERS]],
};
const TABLE = Object.entries(KEYS).flatMap(([provider, keys]) =>
  keys.map(([prefix, rest]) => [`${provider} ${prefix}`, prefix + rest] as const),
);

/** Everything that shows what a stranger wrote, by where it ends up. */
const OUTPUTS: Readonly<Record<string, (text: string) => string>> = {
  "the message of a scan": (text) =>
    gradableError(new ScanFailure("list-failed", { error: text }), new Secrets().redact).message,
  "the lines on stderr of a server": (text) => shownTail(text, new Secrets().redact).stderrTail ?? "",
  "the error of a judge": (text) => quoted(text, judgeRedactor({})),
  "a text of an eval": scrubText,
  "a value of an eval": (text) => JSON.stringify(redactValue({ list: [text] })),
  "a reason of an eval": (text) => quote(text),
  "a value in a reason": (text) => show({ text }),
};

describe.each(Object.entries(OUTPUTS))("%s", (_, show) => {
  it.each(TABLE)("does not show a key of %s", (_, key) => {
    for (const text of [
      `bad ${key}, sorry`,
      `{"v":"${key}"}`,
      `at\\n${key}`,
      `https://x/?v=%20${key}&`,
      `v=${key}`,
    ]) {
      const shown = show(text);
      expect(shown).toContain("<redacted>");
      expect(shown).not.toContain(key.slice(0, 14));
      expect(shown).not.toContain(key.slice(-8));
    }
  });

  it.each([
    ["a JSON Web Token", `eyJ${LETTERS}.eyJ${LETTERS}.${LETTERS}`, LETTERS],
    ["what follows Bearer", `Authorization: Bearer ${LETTERS}`, LETTERS],
    ["what follows Basic", `sent Basic ${LETTERS}==`, LETTERS],
    ["user info of an address", "postgres://admin:hunter22hunter@db.example/x", "hunter22"],
    ["the path of a webhook", `https://hooks.slack.com/services/T0/B0/${LETTERS}`, LETTERS],
    ["the key of a connection string", `AccountName=x;AccountKey=${LETTERS}==;`, LETTERS],
    ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${LETTERS}\n-----END RSA PRIVATE KEY-----`, LETTERS],
  ])("does not show %s", (_, text, secret) => {
    expect(show(text)).toContain("<redacted>");
    expect(show(text)).not.toContain(secret);
  });

  it.each([
    "The task-list of risk-free helpers is empty",
    "scikit-learn 1.5",
    "a hf_hub mirror",
    "npm_config_yes",
  ])("shows words: %s", (text) => expect(show(text)).toContain(text));
});

it("has a key of every form that is known", () => {
  expect(Object.keys(KEYS)).toEqual(Object.keys(KEY_FORMS));
});
