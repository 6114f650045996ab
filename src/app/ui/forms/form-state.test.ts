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
    autoFocus: true,
  });
});

test("a refused page begins at the first of its fields that is wrong", () => {
  const form = {
    values: { name: "", email: "", message: "" },
    // In no order of the form's.
    errors: { message: "Write a Message", email: "Email is Required" },
    notice: null,
  };
  const begins = (name: string) => fieldState(form, name).autoFocus;
  expect(["name", "email", "message"].filter(begins)).toEqual(["email"]);
  expect(fieldState(undefined, "email").autoFocus).toBe(false);
});

test("a field that was emptied stays empty, whatever it would begin with", () => {
  expect(fieldState(refused, "name", "Ada")).toMatchObject({ defaultValue: "", error: undefined });
});

test("a field of a form that was not sent yet has what it begins with, and no fault", () => {
  expect(fieldState(undefined, "name", "Ada")).toMatchObject({ defaultValue: "Ada" });
  expect(fieldState(undefined, "name")).toMatchObject({ defaultValue: "", error: undefined });
});
