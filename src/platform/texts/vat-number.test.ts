import { describe, expect, test } from "vitest";
import { countryOfVatNumber, hasKnownVatForm, readVatNumber } from "./vat-number.ts";

const read = async (text: string, country: string) => {
  const { number, fault } = await readVatNumber(text, country);
  return number ?? fault;
};

describe("A VAT number", () => {
  test.each([
    ["AT", "ATU13585627"],
    ["BE", "BE0428759497"],
    ["BG", "BG175074752"],
    ["CH", "CHE107787577MWST"],
    ["CY", "CY10259033P"],
    ["CZ", "CZ25123891"],
    ["DE", "DE136695976"],
    ["DK", "DK13585628"],
    ["EE", "EE100931558"],
    ["ES", "ESJ99216582"],
    ["ES", "ESA15075062"],
    ["FI", "FI20774740"],
    ["FR", "FR40303265045"],
    ["GB", "GB980780684"],
    ["GB", "XI980780684"],
    ["GB", "GBGD001"],
    ["GR", "EL094259216"],
    ["HR", "HR33392005961"],
    ["HU", "HU12892312"],
    ["IE", "IE6433435F"],
    ["IE", "IE6433435OA"],
    ["IE", "IE8D79739I"],
    ["IM", "GB980780684"],
    ["IS", "IS12345"],
    ["IT", "IT00743110157"],
    ["LI", "LI12345"],
    ["LT", "LT119511515"],
    ["LT", "LT100001919017"],
    ["LU", "LU15027442"],
    ["LV", "LV40003521600"],
    ["MC", "FR40303265045"],
    ["MT", "MT11679112"],
    ["NL", "NL004495445B01"],
    ["NL", "NL000099998B57"],
    ["NO", "NO995525828MVA"],
    ["PL", "PL8567346215"],
    ["PT", "PT501964843"],
    ["RO", "RO18547290"],
    ["SE", "SE123456789701"],
    ["SI", "SI50223054"],
    ["SK", "SK2022749619"],
  ])("of %s such as %s is taken as it is", async (country, number) => {
    expect(await read(number, country)).toBe(number);
  });

  test.each([
    ["DE", "de 136 695 976", "DE136695976"],
    ["DE", "136.695.976", "DE136695976"],
    ["GR", "GR 094259216", "EL094259216"],
    ["GB", "980 7806 84", "GB980780684"],
    ["CH", "CHE-107.787.577", "CHE107787577MWST"],
    ["CH", "CHE-107.787.577 TVA", "CHE107787577TVA"],
    ["NO", "995 525 828", "NO995525828MVA"],
    ["NO", "NO 995 525 828 MVA", "NO995525828MVA"],
    ["NL", "NL 0044.95.445.B.01", "NL004495445B01"],
    ["US", "12-3456789", "123456789"],
    ["", " ", ""],
  ])("of %s typed as %s is %s", async (country, typed, number) => {
    expect(await read(typed, country)).toBe(number);
  });

  test.each([
    ["DE", "DE136695977", "This cannot be a VAT number of Germany: those look like DE136695976."],
    ["DE", "DE", "This cannot be a VAT number of Germany"],
    ["DE", "DE1366959761", "This cannot be a VAT number of Germany"],
    ["DE", "ELEPHANT", "This cannot be a VAT number of Germany"],
    ["DE", "FR40303265045", "This number begins with FR for France, and the country is Germany."],
    ["GB", "GB980780685", "This cannot be a VAT number of the United Kingdom"],
    ["CH", "CHE107787578", "This cannot be a VAT number of Switzerland"],
    ["NO", "995525829", "This cannot be a VAT number of Norway"],
    ["GR", "EL094259217", "This cannot be a VAT number of Greece"],
    ["US", "none", "A VAT number has 4 to 20 letters and digits."],
    ["US", "<b>12345</b>", "A VAT number has 4 to 20 letters and digits."],
  ])("of %s cannot be %s", async (country, typed, fault) => {
    expect(await read(typed, country)).toContain(fault);
  });

  test("has a known form in Europe", () => {
    expect(["DE", "GB", "IM", "MC", "NO", "US", ""].map(hasKnownVatForm)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    ["de 136 695 979", "DE"],
    ["GB980780685", "GB"],
    ["XI980780684", "GB"],
    ["EL094259216", "GR"],
    ["CHE-107.787.577 MWST", "CH"],
    ["NO 995525828", "NO"],
    ["136695976", ""],
    ["US12345", ""],
    ["DE", ""],
    ["", ""],
  ])("such as %s names its country", (text, country) => {
    expect(countryOfVatNumber(text)).toBe(country);
  });
});
