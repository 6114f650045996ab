import { type FormState, fieldState } from "../ui/forms/form-state.ts";
import { TextField } from "../ui/forms/text-field.tsx";
import choiceScript from "./account-choice.js?url";
import type { AccountChoice } from "./buyer.server.ts";

interface AccountFieldsProps {
  form: FormState | undefined;
  /** The choice before the visitor makes one. */
  usual: AccountChoice;
  passwordMinLength: number;
}

/** Fields for the email and password of a visitor who orders, for a new or an existing account. */
export function AccountFields({ form, usual, passwordMinLength }: AccountFieldsProps) {
  const chosen = form?.values.account === undefined ? usual : form.values.account;
  return (
    <fieldset className="account-fields">
      <legend>Your account</legend>
      <div className="account-fields__choice">
        {choices.map(({ value, label }) => (
          <label key={value} className="account-fields__option">
            <input type="radio" name="account" value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
      <TextField
        {...fieldState(form, "email")}
        label="Email"
        type="email"
        autoComplete="email"
        required
      />
      <div>
        <TextField
          {...fieldState(form, "password")}
          label="Password"
          type="password"
          autoComplete={chosen === "new" ? "new-password" : "current-password"}
          required
        />
        <p className="text-field__hint account-fields__of-new">
          At least {passwordMinLength} characters. A short sentence is easy to remember and hard to
          guess.
        </p>
        <p className="text-field__hint account-fields__of-existing">
          <a href="/reset" target="_blank" rel="noopener">
            Forgot password?
          </a>{" "}
          It opens in another tab.
        </p>
      </div>
      <script src={choiceScript} defer />
    </fieldset>
  );
}

const choices: readonly { value: AccountChoice; label: string }[] = [
  { value: "new", label: "I am new here" },
  { value: "existing", label: "I have an account" },
];
