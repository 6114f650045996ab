import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";

interface ConfirmFieldProps {
  form: ActionResult | undefined;
  email: string;
  hasCodes: boolean;
}

export function ConfirmField({ form, email, hasCodes }: ConfirmFieldProps) {
  return (
    <>
      {/* For password managers. Without a name, the field is not sent. */}
      <input type="text" value={email} autoComplete="username" readOnly hidden />
      <TextField
        {...fieldState(form, "proof")}
        // The server never sends a password back, and a code is valid only once.
        defaultValue=""
        label={hasCodes ? "Your password, or a code from your app" : "Your password"}
        type="password"
        autoComplete="current-password"
        required
      />
    </>
  );
}
