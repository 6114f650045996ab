import { expect, test } from "vitest";
import { isAccountEmail, normalEmail } from "./email-address.ts";

test.each(["ada@example.com", "ADA@EXAMPLE.COM", "a@b.com", "o'neil+shop@sub.example.co.uk"])(
  "%s is a valid address of an account",
  (email) => {
    expect(isAccountEmail(email)).toBe(true);
  },
);

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
  `${"a".repeat(250)}@example.com`,
])("%j is not a valid address of an account", (email) => {
  expect(isAccountEmail(email)).toBe(false);
});

test("case and surrounding spaces do not distinguish two addresses", () => {
  expect(normalEmail(" Ada@Example.COM\n")).toBe("ada@example.com");
});
