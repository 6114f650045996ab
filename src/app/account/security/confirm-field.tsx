import { type FormState, fieldState } from "../../ui/forms/form-state.ts";
import { TextField } from "../../ui/forms/text-field.tsx";

interface ConfirmFieldProps {
  form: FormState | undefined;
  email: string;
  hasCodes: boolean;
}

/** The field in which a signed-in person confirms a form with the password or a code. */
export function ConfirmField({ form, email, hasCodes }: ConfirmFieldProps) {
  return (
    <>
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <TextField
        {...fieldState(form, "proof")}
        // A password is never sent back, and a code counts once.
        defaultValue=""
        label={hasCodes ? "Your password, or a code from your app" : "Your password"}
        type="password"
        autoComplete="current-password"
        required
      />
    </>
  );
}
