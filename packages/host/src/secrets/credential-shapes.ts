import type { Redact } from "./redact.js";

/** The one mark that stands for what was left out. */
export const REDACTED = "<redacted>";

/**
 * What keys look like, by provider: the prefix that tells them, and what may follow. Prefixes and alphabets are those of the rules of
 * gitleaks (github.com/gitleaks/gitleaks, config/gitleaks.toml, MIT licence), those of xAI, Groq, Replicate and Tavily those that the
 * providers document. The rules ask for a key's full length, these for less: a key that was cut is one too.
 */
export const KEY_FORMS: Readonly<Record<string, string>> = {
  "1Password": "ops_eyJ[A-Za-z0-9+/]{20,}",
  age: "AGE-SECRET-KEY-1[A-Z0-9]{20,}",
  Airtable: "pat[A-Za-z0-9]{14}\\.[a-f0-9]{16,}",
  "Alibaba Cloud": "LTAI[A-Za-z0-9]{16,}",
  Artifactory: "AKCp[A-Za-z0-9]{20,}",
  Atlassian: "ATATT3[A-Za-z0-9_=-]{16,}",
  AWS: "(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}",
  Databricks: "dapi[a-f0-9]{24,}",
  DigitalOcean: "do[opr]_v1_[a-f0-9]{16,}",
  Doppler: "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{16,}",
  Dynatrace: "dt0c01\\.[A-Za-z0-9.]{16,}",
  Figma: "fig[dopu]_[A-Za-z0-9_-]{12,}",
  "Fly.io": "(?:fo1_|fm[12][ar]?_)[A-Za-z0-9+/_=-]{16,}",
  GitHub: "(?:gh[pousr]_[A-Za-z0-9]{12,}|github_pat_[A-Za-z0-9_]{12,})",
  GitLab: "gl(?:pat|dt|rt|rtr|ptt|ft|imt|agent|oas|cbt|soat|ffct)-[A-Za-z0-9_-]{12,}",
  Google: "(?:AIza[A-Za-z0-9_-]{12,}|ya29\\.[A-Za-z0-9_-]{16,}|GOCSPX-[A-Za-z0-9_-]{16,})",
  Grafana: "(?:glsa_[A-Za-z0-9_]{20,}|glc_[A-Za-z0-9+/=]{20,})",
  Groq: "gsk_[A-Za-z0-9_-]{12,}",
  "HashiCorp Vault": "hv[sb]\\.[A-Za-z0-9_-]{20,}",
  Heroku: "HRKU-[A-Za-z0-9_-]{16,}",
  "Hugging Face": "(?:hf_|api_org_)[A-Za-z0-9]{12,}",
  Linear: "lin_(?:api|oauth)_[A-Za-z0-9]{16,}",
  Mailchimp: "[0-9a-f]{32}-us[0-9]{1,2}",
  "New Relic": "NRAK-[A-Za-z0-9]{16,}",
  Notion: "(?:ntn_|secret_)[A-Za-z0-9]{24,}",
  npm: "npm_[A-Za-z0-9]{12,}",
  OpenShift: "sha256~[A-Za-z0-9_-]{20,}",
  Perplexity: "pplx-[A-Za-z0-9]{16,}",
  PlanetScale: "pscale_(?:tkn|oauth|pw)_[A-Za-z0-9=._-]{16,}",
  Postman: "PMAK-[A-Fa-f0-9-]{16,}",
  Pulumi: "pul-[a-f0-9]{20,}",
  PyPI: "pypi-AgEI[A-Za-z0-9_-]{16,}",
  Replicate: "r8_[A-Za-z0-9]{20,}",
  RubyGems: "rubygems_[a-f0-9]{20,}",
  SendGrid: "SG\\.[A-Za-z0-9_.-]{20,}",
  Sendinblue: "xkeysib-[a-f0-9-]{20,}",
  Sentry: "sntry[su]_[A-Za-z0-9+/=_-]{16,}",
  Shopify: "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{16,}",
  Slack: "(?:xox[abceoprs][.-]|xapp-)[A-Za-z0-9.-]{10,}",
  Square: "(?:EAAA[A-Za-z0-9_-]{20,}|sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{16,})",
  // OpenAI, Anthropic, OpenRouter and Stripe, and all who copied them.
  "sk, pk and rk": "(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}",
  Supabase: "sb(?:p|_secret|_publishable)_[A-Za-z0-9_-]{16,}",
  Tavily: "tvly-[A-Za-z0-9-]{16,}",
  Telegram: "[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}",
  Twilio: "SK[a-f0-9]{32}",
  xAI: "xai-[A-Za-z0-9_-]{12,}",
};

/** Where a key may begin: after no letter or digit, but also after `\n` or `%20` as they are written in JSON and in addresses. */
const BEGIN = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))`;

const KEY = new RegExp(`${BEGIN}(?:${Object.values(KEY_FORMS).join("|")})`, "g");

/**
 * Forms that are no provider's: JSON Web Tokens, what follows `Bearer` and `Basic`, user info in an address, the secret part of webhook
 * addresses, Azure's connection strings, private keys as PEM. None begins inside of a run that it could itself be the rest of, so none looks at a text twice.
 */
const OTHERS: readonly RegExp[] = [
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  /(?<=\b(?:bearer|basic)(?:\s|%20|\+){1,4})(?![\s+])[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=:\/\/)[^\s/@:]{0,200}:[^\s/@]{1,200}(?=@)/g,
  /(?<=:\/\/)[^\s/@:]{8,200}(?=@)/g,
  /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_-]{10,}/g,
  /(?<=\bAccountKey=)[A-Za-z0-9+/=]{16,}/g,
  /(?<=\bdiscord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9/_-]{10,}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,.-]*/g,
];

/** Takes out what is shaped like a credential, wherever it stands. Takes time in proportion to the text. */
export const redactShapes: Redact = (text) =>
  OTHERS.reduce((out, shape) => out.replace(shape, REDACTED), text.replace(KEY, REDACTED));
