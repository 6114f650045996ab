import { expect, test } from "vitest";
import { fieldState } from "./form-state.ts";

const refused = {
  values: { email: "ab@c.de", name: "" },
  errors: { email: "Provide a Valid Email" },
  notice: null,
};

test("a field shows what was typed into it, and what is wrong with it", () => {
  expect(fieldState(refused, "email")).toEqual({
    name: "email",
    defaultValue: "ab@c.de",
    error: "Provide a Valid Email",
  });
});

test("a field that was emptied stays empty, whatever it would begin with", () => {
  expect(fieldState(refused, "name", "Ada")).toMatchObject({ defaultValue: "", error: undefined });
});

test("a field of a form that was not sent yet has what it begins with, and no fault", () => {
  expect(fieldState(undefined, "name", "Ada")).toMatchObject({ defaultValue: "Ada" });
  expect(fieldState(undefined, "name")).toMatchObject({ defaultValue: "", error: undefined });
});
