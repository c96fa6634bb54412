/** Below this the middle of a base64 text is a few letters that stand anywhere. */
const SHORTEST_BASE64_PART = 8;

/**
 * The ways in which a value may be written: as it is, without the space around it, JSON-escaped (also in ASCII alone), percent-encoded
 * (whole, as an address, as a form; either case of the digits), base64 and base64url wherever in a longer text it began.
 */
export function spellings(value: string): Set<string> {
  const found = new Set<string>();
  for (const form of new Set([value, value.trim(), wellFormed(value)])) {
    const escaped = JSON.stringify(form).slice(1, -1);
    const all = [form, escaped, asciiOnly(escaped), ...percentEncoded(form), ...base64(form)];
    for (const spelling of all) if (spelling !== "") found.add(spelling);
  }
  return found;
}

/** Half a surrogate pair reaches a program, and an address, as the sign for an unknown character. */
function wellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

/** As Python and others write JSON. */
function asciiOnly(escaped: string): string {
  return escaped.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function percentEncoded(text: string): string[] {
  const well = wellFormed(text);
  const encoded = [
    encodeURIComponent(well),
    encodeURI(well),
    new URLSearchParams([["", well]]).toString().slice(1),
  ];
  return encoded.flatMap((each) => [each, each.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
}

function base64(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  const whole = bytes.toString("base64");
  // Three bytes make four characters, so what stands in the middle of a text depends on how many bytes came before it.
  const parts = [0, 1, 2]
    .map((skipped) => bytes.subarray(skipped, bytes.length - ((bytes.length - skipped) % 3)))
    .map((part) => part.toString("base64"))
    .filter((part) => part.length >= SHORTEST_BASE64_PART);
  return [whole, ...parts].flatMap((each) => [
    each,
    each.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
  ]);
}
