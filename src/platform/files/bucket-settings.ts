import { percentDecoded } from "../texts/percent-decoded.ts";

/** A bucket of an S3-compatible service, and the key for it. */
export interface BucketSettings {
  /** Such as "https://s3.example.com". */
  readonly origin: string;
  readonly name: string;
  readonly keyId: string;
  readonly secret: string;
  /** Undefined when the host names the region, or the service has no regions. */
  readonly region: string | undefined;
}

/**
 * Reads a URL such as `s3://KEY:SECRET@s3.example.com/bucket?region=eu-north-1`. The connection is
 * encrypted unless the URL has `?http`. Null for any other text.
 */
export function bucketSettings(url: string): BucketSettings | null {
  if (!url.startsWith("s3://") || !URL.canParse(url)) return null;
  const { host, port, pathname, searchParams, hash, username, password } = new URL(url);
  const [keyId, secret] = [percentDecoded(username), percentDecoded(password)];
  const name = /^\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})\/?$/.exec(pathname)?.[1];
  if (!host || port === "0" || !keyId || !secret || name === undefined || hash !== "") return null;
  const others = [...searchParams.keys()].filter((key) => key !== "region" && key !== "http");
  const region = searchParams.get("region") ?? undefined;
  if (others.length > 0 || searchParams.get("http")) return null;
  if (region !== undefined && !/^[A-Za-z0-9-]+$/.test(region)) return null;
  const origin = `${searchParams.has("http") ? "http" : "https"}://${host}`;
  return { origin, name, keyId, secret, region };
}
