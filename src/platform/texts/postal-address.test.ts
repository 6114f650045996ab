import fc from "fast-check";
import { expect, test } from "vitest";
import { addressParts, wholeAddress, withWholeAddress } from "./postal-address.ts";

test.each([
  ["1 Mill Lane", "12345", "Fairfield"],
  ["Rosenweg 4, 2. Stock", "8001", "Zürich"],
  ["10 Downing Street", "SW1A 2AA", "London"],
  ["111 Wellington St", "K1A 0A9", "Ottawa"],
  ["Damrak 1", "1012 LG", "Amsterdam"],
  ["Vodičkova 1", "110 00", "Praha 1"],
  ["1 Main St", "62704-1234", "Springfield, IL".replace(",", "")],
])("%s, %s %s is stored as one text and shown in its parts", (street, postcode, city) => {
  const whole = wholeAddress({ street, postcode, city });
  expect(whole).toBe(`${street}, ${postcode} ${city}`);
  expect(addressParts(whole)).toEqual({ street, postcode, city });
});

test.each(["Flat 2, 14 Mill Lane", "1 Mill Lane", "", "1 Mill Lane, Fairfield", "Line 1\nLine 2"])(
  "%j has no postcode, and stays a street",
  (address) => {
    expect(addressParts(address)).toEqual({ street: address, postcode: "", city: "" });
  },
);

test("a form that is sent unchanged does not change a stored address", () => {
  const written = fc.stringMatching(/^[A-Z0-9a-z ,\n-]{0,30}$/).map((text) => text.trim());
  fc.assert(
    fc.property(written, fc.constantFrom("", ", 12345 Town", ", SW1A 1AA London"), (one, two) => {
      const stored = (one + two).trim();
      const { street, postcode, city } = addressParts(stored);
      const sent = { customerAddress: street, customerPostcode: postcode, customerCity: city };
      // An address whose text before the postcode is empty has no street to type it in.
      if (street.trim() !== street || street === "") return;
      expect(withWholeAddress(sent)).toEqual({ customerAddress: stored });
    }),
  );
});

test("a form with a city but no street has no address", () => {
  const sent = { customerAddress: " ", customerPostcode: "1", customerCity: "Town", other: "x" };
  expect(withWholeAddress(sent)).toEqual({ customerAddress: " ", other: "x" });
  expect(withWholeAddress({ other: "x" })).toEqual({ other: "x" });
});
