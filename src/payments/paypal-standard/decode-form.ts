/** PayPal's encoding for accounts that never chose another. */
const defaultCharset = "windows-1252";

/**
 * Reads a form body in the encoding that it names in its own `charset` field. For reading only: a
 * verification sends the bytes back as they came. A field that stands twice has two values.
 */
export function decodeForm(raw: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const pairs = Buffer.from(raw)
    .toString("latin1")
    .split("&")
    .filter((pair) => pair !== "")
    .map(splitPair);
  const charset = pairs.find(([name]) => name.toString("latin1") === "charset")?.[1];
  const decoder = decoderFor(charset?.toString("latin1"));
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const key = decoder.decode(name);
    const values = fields.get(key) ?? [];
    values.push(decoder.decode(value));
    fields.set(key, values);
  }
  return fields;
}

function splitPair(pair: string): [name: Buffer, value: Buffer] {
  const equals = pair.indexOf("=");
  if (equals === -1) return [percentDecode(pair), Buffer.alloc(0)];
  return [percentDecode(pair.slice(0, equals)), percentDecode(pair.slice(equals + 1))];
}

/** To bytes, not to text: what they spell depends on an encoding that is not known yet. */
function percentDecode(latin1: string): Buffer {
  const bytes = latin1
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

function decoderFor(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset || defaultCharset);
  } catch {
    return new TextDecoder(defaultCharset);
  }
}
