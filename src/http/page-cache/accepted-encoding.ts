const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** What a client takes: of two that are as welcome, whichever is cheaper at the time. */
export type Accepted = Encoding | "br or gzip";

/** A page as it is may always be sent, but where nothing asks for it, only as the last choice. */
const leastWeight = 0.0001;

/** Clients are many and their headers few. */
const seen = new Map<string, Accepted>();
const mostSeen = 200;

/** What an Accept-Encoding header prefers (RFC 9110, 12.5.3); of equals the smallest. */
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

/** Whether a client takes an answer in gzip, whatever it would rather have. */
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
