import fc from "fast-check";

/** JSON texts of values that no client sends on purpose. */
const hostileValues = [
  "null",
  "true",
  "0",
  "-1",
  "1e9",
  "1e400",
  "9007199254740993",
  "0.1",
  "[]",
  "{}",
  '["x"]',
  '{"toString":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0007\\u001b[31m"',
  '"\\u202e\\ufeff\\u2028"',
  '"a\\r\\nBcc: x@example.com"',
  '"NaN"',
  '"-0"',
  '"1e9"',
  `"'; DROP TABLE orders; --"`,
  `"' OR '1'='1"`,
  '"%_\\\\"',
  '"{{7*7}}<script>alert(1)</script>"',
  '"../../etc/passwd"',
  '"İıẞ𝒳👩🏽‍🌾"',
] as const;

const long = (length: number) => `"${"x".repeat(length)}"`;
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom(255, 5001, 10_001, 100_000).map(long) },
  { weight: 1, arbitrary: fc.constantFrom(20, 2000, 60_000).map(nested) },
);

export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "_id",
    "id",
    "surprise",
  ),
  fc.string({ unit: "binary", maxLength: 10 }),
);

/** Bodies that are not JSON, or not of the expected type. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "{",
    '{"a":',
    "undefined",
    "{'a':1}",
    "\ufeff{}",
    '"text"',
    "[1,2]",
    "12",
  ),
  hostileValue,
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Raw path segments and parameters, some of them encoded badly. */
export const hostileAddressPart: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "-1",
    "0",
    "1",
    "1.5",
    "1e9",
    "NaN",
    "Infinity",
    "0x10",
    "99999999999999999999",
    "true",
    "%00",
    "a%00b",
    "%ED%A0%80",
    "%",
    "%zz",
    "%FF",
    "%20",
    "%2e%2e%2f",
    "..%5c",
    "%0d%0aX:1",
    "__proto__",
    "constructor",
    "null",
    "undefined",
    "[object%20Object]",
    "*",
    "%25",
    "_",
    "'%20OR%20'1'='1",
    "1;DROP%20TABLE%20orders",
    "%27%22%60",
    "$1",
    "?",
    "a/b",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).map(encoded),
  fc.constantFrom(101, 256, 4000).map((length) => "x".repeat(length)),
);

/** Percent-encodes a text; replaces lone surrogates, which UTF-8 cannot encode. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
