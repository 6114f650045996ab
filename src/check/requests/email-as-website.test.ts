import { expect, test } from "vitest";
import { domainOfEmail, emailAsWebsite, suggestedWebsite } from "./email-as-website.ts";

test.each([
  ["anna@rye.example", "rye.example"],
  ["  mailto:Anna.Ek+shop@RYE.example ", "rye.example"],
  ["anna@bröd.example", "xn--brd-tna.example"],
  ["https://anna:secret@rye.example/", null],
  ["rye.example/@anna", null],
  ["anna@localhost", null],
  ["rye.example", null],
])("the domain of “%s” is %s", (typed, domain) => {
  expect(domainOfEmail(typed)).toBe(domain);
});

test.each([
  ["anna@rye.example", "rye.example", /If rye\.example is your website, check that\./],
  ["anna@gmail.com", undefined, /gmail\.com is where your mailbox is, not your website/],
])("the refusal of %s suggests the website %s", async (typed, website, message) => {
  const error = await emailAsWebsite(typed, domainOfEmail(typed) ?? "");
  expect(suggestedWebsite(error)).toBe(website);
  expect(error.issues).toEqual([{ path: "website", message: expect.stringMatching(message) }]);
});
