import { expect, test } from "vitest";
import { isPhone } from "./phone.ts";

test.each(["+1 (555) 010-0142", "+47 55 01 02 03", "01 02 03 04 05", "(0) 30/12 34-56", "112"])(
  "%s is a phone number",
  (text) => {
    expect(isPhone(text)).toBe(true);
  },
);

test.each(["", "call us", "1-2", "--------", "+47 fifty"])("“%s” is no phone number", (text) => {
  expect(isPhone(text)).toBe(false);
});
