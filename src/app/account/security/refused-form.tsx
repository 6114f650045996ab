import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import accountSheet from "../account.css?sheet";
import { ConfirmField } from "./confirm-field.tsx";

interface RefusedFormProps {
  /** The form that was refused, if one was. */
  form: ActionResult | undefined;
  /** Path of the page's action. */
  action: string;
  email: string;
  hasCodes: boolean;
}

/**
 * The message of a refused form, on pages without JavaScript. If the form waits for a confirmation,
 * the message has a field for the password and sends the form again.
 */
export function RefusedForm({ form, action, email, hasCodes }: RefusedFormProps) {
  useSheet(accountSheet);
  if (form === undefined) return null;
  if (!form.needsConfirmation && form.errors.proof === undefined) {
    return form.notice === undefined ? null : <Notice tone="error">{form.notice}</Notice>;
  }
  const typed = Object.entries(form.values).filter(([name]) => name !== "proof");
  return (
    <form method="post" action={action} className="security-form" noValidate>
      <Notice tone="error">
        You signed in more than ten minutes ago, and nothing was changed yet. Enter your password to
        continue.
      </Notice>
      {typed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ConfirmField form={form} email={email} hasCodes={hasCodes} />
      <div>
        <Button>Confirm and continue</Button>
      </div>
    </form>
  );
}
