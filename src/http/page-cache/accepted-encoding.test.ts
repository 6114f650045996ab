import { expect, test } from "vitest";
import { acceptedEncoding, takesGzip } from "./accepted-encoding.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br or gzip"],
  ["br", "br"],
  ["gzip;q=0.5, br", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP", "gzip"],
  ["*", "br or gzip"],
  ["br;q=0, *", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br; q=0, gzip; q=0", "identity"],
  ["identity, gzip;q=0.5", "identity"],
  ["deflate", "identity"],
  ["*;q=0", "identity"],
  ["br;q=often", "identity"],
])("Accept-Encoding %s gets a response in %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
  expect(acceptedEncoding(header)).toBe(encoding);
});

test.each([
  [undefined, false],
  ["gzip, deflate, br, zstd", true],
  ["br, gzip;q=0.1", true],
  ["*", true],
  ["br", false],
  ["gzip;q=0", false],
  ["gzip;q=0, *", false],
])("Accept-Encoding %s accepts gzip: %s", (header, takes) => {
  expect(takesGzip(header)).toBe(takes);
});
