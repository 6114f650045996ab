import { expect, test } from "vitest";
import { fieldState } from "./action-result.ts";

const refused = {
  values: { email: "ab@c.de", name: "" },
  errors: { email: "Provide a Valid Email" },
};

test("a field shows its typed value and its error", () => {
  expect(fieldState(refused, "email")).toEqual({
    name: "email",
    defaultValue: "ab@c.de",
    error: "Provide a Valid Email",
    autoFocus: true,
  });
});

test("a rejected form focuses its first invalid field", () => {
  const form = {
    values: { name: "", email: "", message: "" },
    // The errors are in another order than the fields.
    errors: { message: "Write a Message", email: "Email is Required" },
  };
  const begins = (name: string) => fieldState(form, name).autoFocus;
  expect(["name", "email", "message"].filter(begins)).toEqual(["email"]);
  expect(fieldState(undefined, "email").autoFocus).toBe(false);
});

test("a field that was emptied stays empty despite its initial value", () => {
  expect(fieldState(refused, "name", "Ada")).toMatchObject({ defaultValue: "", error: undefined });
});

test("a field shows its initial value and no error before the form is sent", () => {
  expect(fieldState(undefined, "name", "Ada")).toMatchObject({ defaultValue: "Ada" });
  expect(fieldState(undefined, "name")).toMatchObject({ defaultValue: "", error: undefined });
});
