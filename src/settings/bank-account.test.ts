import { expect, test } from "vitest";
import { bankAccountSchema } from "./bank-account.ts";
import { ibanInGroups } from "./iban-in-groups.ts";

const german = { isOn: true, holder: "Field GmbH", iban: "DE89 3704 0044 0532 0130 00" };
const american = {
  isOn: true,
  holder: "Field Inc.",
  accountNumber: "000123456789",
  routingNumber: "021000021",
};

test.each<[string, object, Record<string, string>]>([
  ["an IBAN with spaces", german, { iban: "DE89370400440532013000" }],
  [
    "an IBAN in small letters",
    { ...german, iban: "no93-8601-1117-947" },
    { iban: "NO9386011117947" },
  ],
  ["a BIC with spaces", { ...german, bic: "cobade ff" }, { bic: "COBADEFF" }],
  ["an account number and a routing number", american, { routingNumber: "021000021" }],
  ["a note of two lines", { ...german, note: " One\r\nTwo " }, { note: "One\nTwo" }],
])("accepts %s", (_, given, expected) => {
  expect(bankAccountSchema.parse(given)).toMatchObject(expected);
});

test.each<[string, object, string]>([
  ["an IBAN with two digits exchanged", { ...german, iban: "DE89370400440532010300" }, "iban"],
  ["an IBAN of another length", { ...german, iban: "DE8937040044053201300" }, "iban"],
  ["an IBAN of no country", { ...german, iban: "ZZ89370400440532013000" }, "iban"],
  ["no account", { isOn: true, holder: "Field" }, "iban"],
  ["no holder", { ...german, holder: "  " }, "holder"],
  ["an account number alone", { ...american, routingNumber: "" }, "routingNumber"],
  ["letters in the routing number", { ...american, routingNumber: "ABC" }, "routingNumber"],
  ["a BIC that is too short", { ...german, bic: "DNBA" }, "bic"],
  ["two lines in the holder", { ...german, holder: "Field\nGmbH" }, "holder"],
  ["an IBAN beside the two numbers", { ...american, ...german }, "iban"],
  ["an IBAN beside an account number", { ...german, accountNumber: "1" }, "iban"],
  ["a wrong IBAN while it is off", { isOn: false, iban: "DE00" }, "iban"],
])("refuses %s at its field", (_, given, field) => {
  const { error } = bankAccountSchema.safeParse(given);
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
});

test.each([
  ["DE8937040044053201300", "An IBAN of Germany (DE) has 22 characters, and this one has 21."],
  ["NO93 8601 1117 9470", "An IBAN of Norway (NO) has 15 characters, and this one has 16."],
  ["DE89370400440532010300", "its check digits do not match"],
  ["ZZ89370400440532013000", "its check digits do not match"],
])("says what is wrong with the IBAN %s", (iban, words) => {
  const { error } = bankAccountSchema.safeParse({ ...german, iban });
  expect(error?.issues[0]?.message).toContain(words);
});

test("may be incomplete while it is off", () => {
  expect(bankAccountSchema.parse({ isOn: false })).toMatchObject({ holder: "", iban: "" });
});

test.each([
  ["DE89370400440532013000", "DE89 3704 0044 0532 0130 00"],
  ["NO9386011117947", "NO93 8601 1117 947"],
  ["", ""],
])("shows %s in groups of four", (iban, shown) => {
  expect(ibanInGroups(iban)).toBe(shown);
});
