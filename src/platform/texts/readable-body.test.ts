import { expect, test } from "vitest";
import { fieldsOf, requirePlainBody, textOf } from "./readable-body.ts";

const sent = (headers: Record<string, string>) => () => requirePlainBody(new Headers(headers));
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1")).buffer;

test.each<Record<string, string>>([
  {},
  { "content-type": "application/json" },
  { "content-type": "application/json; charset=utf-8" },
  { "content-type": 'application/json;charset="UTF-8"', "content-encoding": "identity" },
])("a body with the headers %o is read", (headers) => {
  expect(sent(headers)).not.toThrow();
});

test.each([
  [{ "content-type": "application/json; charset=iso-8859-1" }, 'The character set "iso-8859-1"'],
  [{ "content-type": "text/plain;charset=utf-16" }, 'The character set "utf-16"'],
  [{ "content-encoding": "gzip" }, 'The content encoding "gzip"'],
  [{ "content-encoding": "br, gzip" }, 'The content encoding "br, gzip"'],
])(
  "a body with the headers %o is refused, and the error names the unsupported encoding",
  (headers, words) => {
    expect(sent(headers)).toThrow(words);
  },
);

test("bytes that are not UTF-8 are refused", () => {
  expect(textOf(bytesOf("\xc3\x98de\xef\xbf\xbd"))).toBe("Øde\ufffd");
  expect(() => textOf(bytesOf("Br\xfcgge"))).toThrow("not valid UTF-8");
});

test("a form with a field that is not UTF-8 is refused", () => {
  const form = fieldsOf(bytesOf("name=%C3%98de+og+%F0%9F%8C%BE&rest=100%&%C3%98=%EF%BF%BD"));
  expect([...form]).toEqual([
    ["name", "Øde og 🌾"],
    ["rest", "100%"],
    ["Ø", "\ufffd"],
  ]);
  for (const body of ["name=%FF", "name=%C3", "name=a%C3+%98", "name=\xff", "%FF=x"]) {
    expect(() => fieldsOf(bytesOf(body))).toThrow("not valid UTF-8");
  }
});
