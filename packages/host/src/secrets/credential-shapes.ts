/** A kind of credential that is recognised wherever it stands. */
export interface CredentialShape {
  /** Whose it is. */
  readonly of: string;
  /** Global, linear: no nested repetition, every quantifier over one character class. */
  readonly pattern: RegExp;
}

/**
 * The prefixes that providers publish for their keys, as the rules of gitleaks 8 (MIT, config/gitleaks.toml) and the providers' own pages
 * give them. Lengths are lower bounds, a little under those of real keys, so that a cut one is caught too.
 */
export const CREDENTIAL_SHAPES: readonly CredentialShape[] = [
  { of: "OpenAI, Anthropic, Stripe and others", pattern: /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,4096}/g },
  { of: "xAI", pattern: /\bxai-[A-Za-z0-9_-]{12,4096}/g },
  { of: "Groq", pattern: /\bgsk_[A-Za-z0-9_-]{12,4096}/g },
  { of: "Hugging Face", pattern: /\b(?:hf|api_org)_[A-Za-z0-9]{12,4096}/g },
  { of: "Replicate", pattern: /\br8_[A-Za-z0-9]{20,4096}/g },
  { of: "Perplexity", pattern: /\bpplx-[A-Za-z0-9]{20,4096}/g },
  { of: "GitHub", pattern: /\bgh[pousr]_[A-Za-z0-9]{12,4096}|\bgithub_pat_[A-Za-z0-9_]{12,4096}/g },
  { of: "GitLab", pattern: /\bgl(?:pat|ptt|rt|dt|soat|cbt|oas|ft|imt|agent|ffct)-[A-Za-z0-9_.-]{12,4096}/g },
  { of: "npm", pattern: /\bnpm_[A-Za-z0-9]{12,4096}/g },
  { of: "PyPI", pattern: /\bpypi-[A-Za-z0-9_-]{16,4096}/g },
  {
    of: "Slack",
    pattern: /\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,4096}|\bxapp-\d-[A-Za-z0-9-]{10,4096}/g,
  },
  {
    of: "Slack webhooks",
    pattern: /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/+_-]{10,4096}/g,
  },
  { of: "AWS", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[0-9A-Z]{12,124}/g },
  {
    of: "Google",
    pattern: /\bAIza[0-9A-Za-z_-]{12,4096}|\bya29\.[0-9A-Za-z_-]{12,4096}|\bGOCSPX-[A-Za-z0-9_-]{12,4096}/g,
  },
  { of: "Azure storage", pattern: /(?<=\bAccountKey=)[A-Za-z0-9+/=]{16,4096}/g },
  { of: "DigitalOcean", pattern: /\bdo[opr]_v1_[a-f0-9]{16,4096}/g },
  { of: "SendGrid", pattern: /\bSG\.[A-Za-z0-9_-]{12,128}\.[A-Za-z0-9_-]{12,128}/g },
  { of: "Twilio", pattern: /\bSK[0-9a-f]{32}\b/g },
  { of: "Mailchimp", pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { of: "Notion", pattern: /\b(?:ntn|secret)_[A-Za-z0-9]{20,4096}/g },
  { of: "Linear", pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{16,4096}/g },
  { of: "Airtable", pattern: /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{16,4096}/g },
  { of: "Atlassian", pattern: /\bATATT3[A-Za-z0-9_=-]{16,4096}/g },
  { of: "Figma", pattern: /\bfig[dopu]_[A-Za-z0-9_-]{12,4096}/g },
  { of: "Sentry", pattern: /\bsntry[su]_[A-Za-z0-9+/=_-]{16,4096}/g },
  { of: "Shopify", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{16,4096}/g },
  { of: "Square", pattern: /\b(?:EAAA|sq0[a-z]{3}-)[A-Za-z0-9_-]{16,4096}/g },
  { of: "Databricks", pattern: /\bdapi[a-f0-9]{24,4096}/g },
  { of: "Grafana", pattern: /\bgl(?:c|sa)_[A-Za-z0-9+/=_]{16,4096}/g },
  { of: "HashiCorp Vault", pattern: /\bhv[sb]\.[A-Za-z0-9_-]{16,4096}/g },
  { of: "Supabase", pattern: /\bsb(?:p|_secret|_publishable)_[A-Za-z0-9_-]{16,4096}/g },
  { of: "Doppler", pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{16,4096}/g },
  { of: "Telegram", pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{30,64}/g },
  {
    of: "JSON Web Tokens",
    pattern: /\beyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{4,8192}(?:\.[A-Za-z0-9_-]{0,8192})?/g,
  },
  {
    of: "private keys",
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\n:,.-]{0,16384}/g,
  },
  { of: "HTTP", pattern: /(?<=\b(?:bearer|basic)\s{1,4})[A-Za-z0-9._~+/=-]{8,8192}/gi },
  { of: "addresses", pattern: /(?<=:\/\/)[^\s/@:]{0,200}:[^\s/@]{1,200}(?=@)/g },
];
