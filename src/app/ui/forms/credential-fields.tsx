import { type ActionResult, fieldState } from "./action-result.ts";
import { PasswordStrength } from "./password-strength.tsx";
import { TextField } from "./text-field.tsx";

interface CredentialFieldProps {
  form: ActionResult | undefined;
  label?: string;
  hint?: string;
}

/** Has `autocomplete="username"`, because password managers expect the user name of the account. */
export function EmailField({ form, label = "Email", hint }: CredentialFieldProps) {
  return (
    <TextField
      {...fieldState(form, "email")}
      label={label}
      type="email"
      autoComplete="username"
      {...(hint && { hint })}
      required
    />
  );
}

interface PasswordFieldProps extends CredentialFieldProps {
  name?: string;
  isNew?: boolean;
}

export function PasswordField(props: PasswordFieldProps) {
  const { form, name = "password", label = "Password", hint, isNew = false } = props;
  return (
    <TextField
      {...fieldState(form, name)}
      label={label}
      type="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      {...(hint && { hint })}
      {...(isNew && { below: <PasswordStrength field={`field-${name}`} /> })}
      required
    />
  );
}

export function passwordHint(minLength: number): string {
  return `At least ${minLength} characters. A short sentence is easy to remember and hard to guess.`;
}
