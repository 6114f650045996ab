import { expect, test } from "vitest";
import { verificationSchema } from "./verifications.ts";

const google = verificationSchema("googleVerification");
const said = (text: string) => google.safeParse(text).error?.issues[0]?.message;

test.each([
  ["Ab-1_x="],
  [" Ab-1_x= "],
  ["“Ab-1_x=”"],
  ['<meta name="google-site-verification" content="Ab-1_x=" />'],
  ["<META content='Ab-1_x='\n name='google-site-verification'>"],
  ['<meta name="google-site-verification" content="Ab-1_x="/> '],
  ["google-site-verification=Ab-1_x="],
])("the code is found in %s", (text) => {
  expect(google.parse(text)).toBe("Ab-1_x=");
});

test("the names of the other services are read as they write them", () => {
  expect(
    verificationSchema("pinterestVerification").parse(
      '<meta name="p:domain_verify" content="0a1b"/>',
    ),
  ).toBe("0a1b");
  expect(
    verificationSchema("bingVerification").parse('<meta name="msvalidate.01" content="0A1B" />'),
  ).toBe("0A1B");
});

test("the tag of another service is refused with the field where it belongs", () => {
  expect(said('<meta name="msvalidate.01" content="0A1B" />')).toBe(
    "This is the tag of Bing. Paste it into the field of Bing.",
  );
});

test.each([
  ['<meta name="description" content="Ab">'],
  ['<meta name="google-site-verification">'],
  ["<script>alert(1)</script>"],
  ['Ab" onload="x'],
  ["https://search.google.com/"],
  ["a".repeat(201)],
  [`<meta ${" ".repeat(2000)}`],
])("%s is refused with what to paste", (text) => {
  expect(said(text)).toContain("Paste the tag that Google shows");
});
