import { z } from "zod";
import { formKey } from "#platform/idempotency.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { longestPasswordFields } from "./password-lengths.ts";

const line = (name: string, longest: number) =>
  z
    .string(`Enter the ${name} as a text.`)
    .overwrite(trimmed)
    .max(longest, `At most ${longest} characters.`)
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "Write it as one line of text.");

const { label, userName, address, password } = longestPasswordFields;

export const passwordFields = {
  label: line("label", label).min(1, "Say what the password is for, such as “WordPress”."),
  userName: line("user name", userName).default(""),
  address: line("address", address).default(""),
  // Spaces at the ends can be a part of the password.
  password: z
    .string("Enter the password.")
    .min(1, "Enter the password.")
    .max(password, {
      error: () => `A password has at most ${password.toLocaleString("en-US")} characters.`,
    })
    .refine(isPlainText, "The password has characters that cannot be shown."),
};

export const addPasswordForm = z.strictObject({ ...passwordFields, key: formKey });

export const replacePasswordForm = z.strictObject({
  ...passwordFields,
  version: z.coerce.number("Not a version."),
});

export type PasswordFields = Omit<z.infer<typeof addPasswordForm>, "key">;
