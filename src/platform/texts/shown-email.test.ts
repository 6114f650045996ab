import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiEmail } from "./email-address.ts";
import { shownEmail } from "./shown-email.ts";

test.each([
  "anna@почта.рф",
  "anna@почта.com",
  "anna@müller.example",
  "anna@sub.straße.de",
  "ada@例え.テスト",
  "li@北京oa.cn",
  "kim@한국.kr",
  "noor@بريد.example",
  "noa@דואר.example",
  "maria@ταχυδρομείο.gr",
  "som@ไปรษณีย์.example",
  "ada@faß.example",
  "ada@сосо.рф",
])("%s is shown as people write it", (email) => {
  expect(asciiEmail(email)).toMatch(/^[\x20-\x7e]+$/);
  expect(shownEmail(asciiEmail(email))).toBe(email);
});

test.each([
  ["a domain of Cyrillic letters that look Latin", asciiEmail("eve@аррӏе.com")],
  ["a Greek domain that looks Latin", asciiEmail("eve@οικο.com")],
  ["one Cyrillic letter in a Latin domain", asciiEmail("eve@pаypal.com")],
  ["Cyrillic and Greek letters", asciiEmail("eve@почτα.com")],
  ["a label that is not punycode", "eve@xn--0.com"],
  ["a label that decodes to a currency sign", "eve@xn--9a.com"],
  ["a label that decodes to a dot", "eve@xn--a.b-.com"],
  ["a label that no browser would write", "eve@xn--mller-kva1.example"],
])("%s stays in ASCII", (_, email) => {
  expect(shownEmail(email)).toBe(email);
});

test.each(["ada@example.com", "", "ada", "Ada@Example.com", "xn--80a1acny", "ada@axn--b.com"])(
  "%j is shown unchanged",
  (email) => expect(shownEmail(email)).toBe(email),
);

test("whatever is shown is the same address", () => {
  const label = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(..."abc-019xnpаbоτя例ßüش"), minLength: 1, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(..."abc-019kva"), maxLength: 12 }).map((end) => `xn--${end}`),
  );
  fc.assert(
    fc.property(label, label, (first, last) => {
      const email = asciiEmail(`ada@${first}.${last}`.toLowerCase());
      expect(asciiEmail(shownEmail(email))).toBe(email);
    }),
  );
});
