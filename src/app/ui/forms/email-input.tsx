import type { HTMLInputAutoCompleteAttribute } from "react";
import { useSheet } from "../styles/style-sheets.ts";
import { type ActionResult, askedField, fieldState } from "./action-result.ts";
// `?worker&url` bundles a script with its imports, which `?script` cannot.
import askScript from "./ask-about-email.ts?worker&url";
import emailInputSheet from "./email-input.css?sheet";
import { TextField } from "./text-field.tsx";

interface EmailInputProps {
  form: ActionResult | undefined;
  label: string;
  name?: string;
  id?: string;
  autoComplete: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  hint?: string;
  /**
   * True beside a password, which the page cannot show again: a script then asks about a mistake of
   * typing before the form is sent. Other forms need no script, because the server asks.
   */
  besidePassword?: boolean;
}

/** An email field that asks once about a likely mistake of typing; see `questionAboutEmail`. */
export function EmailInput(props: EmailInputProps) {
  const { form, name = "email", besidePassword = false, ...rest } = props;
  const id = props.id ?? `field-${name}`;
  const meant = form?.meant?.field === name ? form.meant.email : undefined;
  const asked = form?.values[askedField] ?? "";
  return (
    <>
      {meant !== undefined && <SendAsTyped />}
      {(besidePassword || asked !== "") && (
        <input type="hidden" name={askedField} defaultValue={asked} />
      )}
      <TextField
        {...fieldState(form, name)}
        {...rest}
        id={id}
        type="email"
        {...(meant !== undefined && { autoFocus: true })}
        required
        below={
          <>
            {meant !== undefined && <Question name={name} meant={meant} />}
            {besidePassword && <AskBeforeSending id={id} />}
          </>
        }
      />
    </>
  );
}

/**
 * Enter presses the first button of a form. Without this button, Enter would take the suggested
 * address.
 */
function SendAsTyped() {
  return (
    <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true">
      Send
    </button>
  );
}

/** Filled by the script. */
function AskBeforeSending({ id }: { id: string }) {
  useSheet(emailInputSheet);
  return (
    <>
      <p className="email-question" role="status" data-asks-about={id} />
      <script src={askScript} type="module" />
    </>
  );
}

function Question({ name, meant }: { name: string; meant: string }) {
  useSheet(emailInputSheet);
  return (
    <p className="email-question" role="alert">
      Did you mean {meant}?{" "}
      <button type="submit" className="email-question__take" name={name} value={meant}>
        Yes, use {meant}
      </button>
      If your address is right, send the form again.
    </p>
  );
}
