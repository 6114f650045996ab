const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** Encoding that a client prefers; "br or gzip" when it prefers both equally. */
export type Accepted = Encoding | "br or gzip";

/** Weight of an uncompressed page that the header does not mention: the last choice. */
const leastWeight = 0.0001;

/** Parsed headers, because many clients send few different ones. */
const seen = new Map<string, Accepted>();
const mostSeen = 200;

/**
 * Preferred encoding of an Accept-Encoding header (RFC 9110, 12.5.3); among equals the smallest.
 */
export function acceptedEncoding(header: string | undefined): Accepted {
  if (header === undefined) return "identity";
  const known = seen.get(header);
  if (known !== undefined) return known;
  const weightOf = weightsIn(header);
  const best = encodings.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  const encoding = preferred(best, weightOf);
  if (seen.size >= mostSeen) seen.clear();
  seen.set(header, encoding);
  return encoding;
}

/** Whether a client accepts gzip at all. */
export function takesGzip(header: string | undefined): boolean {
  return header !== undefined && weightsIn(header)("gzip") > 0;
}

function preferred(best: Encoding, weightOf: (encoding: Encoding) => number): Accepted {
  if (weightOf(best) <= 0) return "identity";
  return best === "br" && weightOf("gzip") === weightOf("br") ? "br or gzip" : best;
}

function weightsIn(header: string): (encoding: Encoding) => number {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  return (encoding) =>
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? leastWeight : 0);
}
