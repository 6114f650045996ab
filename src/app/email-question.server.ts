import { data } from "react-router";
import type { Services } from "#compose.ts";
import { likelyEmail } from "#platform/texts/email-mistakes.ts";
import { withoutPasswords } from "./forms.server.ts";
import { type ActionResult, askedField } from "./ui/forms/action-result.ts";

/**
 * The answer to a form whose email address probably has a mistake of typing: the form again, with a
 * question at the field `name`. Null for an address without a likely mistake, and for one that the
 * sender has been asked about, so that a form sent again unchanged is accepted.
 */
export function questionAboutEmail(
  { publicUrl }: Pick<Services, "publicUrl">,
  values: Readonly<Record<string, string>>,
  name = "email",
) {
  const typed = (values[name] ?? "").trim();
  const meant = likelyEmail(typed, new URL(publicUrl).hostname);
  if (meant === null || values[askedField] === typed) return null;
  const result: ActionResult<never, never> = {
    values: { ...withoutPasswords(values), [askedField]: typed },
    // A password is never sent back.
    errors: values.password ? { password: "Enter your password again." } : {},
    meant: { field: name, email: meant },
  };
  return data(result, { status: 422 });
}
