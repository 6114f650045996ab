import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiEmail, emailField, isAccountEmail, isEmail, normalEmail } from "./email-address.ts";

test.each([
  "ada@example.com",
  "ADA@EXAMPLE.COM",
  "a@b.com",
  "o'neil+shop@sub.example.co.uk",
  "r&d@example.com",
  "a!#$%*/=?^_`{|}~b@example.com",
  "anna@xn--80a1acny.xn--p1ai",
  "anna@почта.рф",
  "ab@почта.рф",
  "anna@müller.example",
  "ada@例え。テスト",
  "ada@sub.straße.de",
  "12@cafe\u0301.example",
])("%s is a valid address of an account", (email) => {
  expect(isAccountEmail(email)).toBe(true);
});

test.each([
  "",
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "ab@c.de",
  "12@34.56",
  "ada example@example.com",
  "ada@example.com\r\nBcc: eve@example.com",
  "ada@example.com,eve@example.com",
  "Ada <ada@example.com>",
  "ada@example.com\u0000",
  "r&d",
  "ada@1.2.3.4",
  "ada@[127.0.0.1]",
  '"ada lovelace"@example.com',
  ".ada@example.com",
  "ada.@example.com",
  "ada..l@example.com",
  "ada@-example.com",
  "ada@example-.com",
  "ada@exa_mple.com",
  "müller@example.com",
  "ada@почта..рф",
  "ada@почта.рф/?",
  "ada@почта.рф:80",
  "ada@поч та.рф",
  `${"a".repeat(65)}@example.com`,
  `ada@${"a".repeat(64)}.com`,
  `${"a".repeat(250)}@example.com`,
])("%j is not a valid address of an account", (email) => {
  expect(isAccountEmail(email)).toBe(false);
});

test("case and surrounding spaces do not distinguish two addresses", () => {
  expect(normalEmail(" Ada@Example.COM\n")).toBe("ada@example.com");
});

test.each([
  ["anna@ПОЧТА.рф", "anna@xn--80a1acny.xn--p1ai"],
  ["anna@müller.example", "anna@xn--mller-kva.example"],
  ["anna@mu\u0308ller.example", "anna@xn--mller-kva.example"],
  ["r&d@faß.de", "r&d@xn--fa-hia.de"],
  ["ada@例え。テスト", "ada@xn--r8jz45g.xn--zckzah"],
  ["Ada@Example.com", "Ada@Example.com"],
])("%s is stored as %s", (typed, stored) => {
  expect(emailField("Enter an address.").parse(typed)).toBe(stored);
  expect(normalEmail(typed)).toBe(normalEmail(stored));
});

test("the stored address of any text is itself valid exactly if the text is, and has one key", () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "grapheme" })), (text) => {
      expect(isEmail(asciiEmail(text))).toBe(isEmail(text));
      expect(normalEmail(normalEmail(text))).toBe(normalEmail(text));
      if (isEmail(text)) expect(asciiEmail(text)).toMatch(/^[\x21-\x7e]+$/);
    }),
  );
});
