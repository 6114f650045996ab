import { type FormState, isFirstWrong } from "./form-state.ts";

interface TickFieldProps {
  /** Name of the field; its value is "yes" when ticked. */
  name: string;
  label: string;
  form: FormState | undefined;
}

export function TickField({ name, label, form }: TickFieldProps) {
  const id = `field-${name}`;
  const error = form?.errors[name];
  return (
    <div className={error ? "tick-field tick-field--wrong" : "tick-field"}>
      <input
        type="checkbox"
        id={id}
        name={name}
        value="yes"
        defaultChecked={form?.values[name] === "yes"}
        {...(isFirstWrong(form, name) && { autoFocus: true })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {error && (
        <p className="text-field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
