import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode } from "react";
import { type ActionResult, isFirstWrong } from "./action-result.ts";

interface TextFieldProps {
  name: string;
  label: string;
  type?: HTMLInputTypeAttribute;
  defaultValue?: string;
  error?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  multiline?: boolean;
  hint?: string;
  /** Id of a text elsewhere on the page that describes the field, such as its error. */
  describedBy?: string;
  /** True when that text is an error. */
  isWrong?: boolean;
  /** Shown between the control and the hint. */
  below?: ReactNode;
  /** Suggestions, or the id of a `<datalist>` elsewhere on the page. */
  list?: readonly string[] | string;
  minLength?: number;
  maxLength?: number;
  /** The earliest day of a date. */
  min?: string;
  inputMode?: "text" | "email" | "tel" | "url" | "numeric" | "decimal" | "search";
  /** Needed when two forms on a page have a field of the same name. */
  id?: string;
}

export function TextField(props: TextFieldProps) {
  const { name, label, type = "text", error, multiline, hint, below, list, ...others } = props;
  const { describedBy, isWrong = Boolean(error), ...rest } = others;
  const id = props.id ?? `field-${name}`;
  const listId = typeof list === "string" ? list : list && `${id}-list`;
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`, describedBy];
  const control = {
    ...rest,
    id,
    name,
    className: "text-field__control",
    "aria-invalid": isWrong ? true : undefined,
    "aria-describedby": descriptions.filter(Boolean).join(" ") || undefined,
  };
  return (
    <div className={error ? "text-field text-field--wrong" : "text-field"}>
      <label className="text-field__label" htmlFor={id}>
        {label}
      </label>
      {multiline ? (
        <textarea rows={5} {...control} />
      ) : (
        <input type={type} list={listId} {...control} />
      )}
      {below}
      {hint && (
        <p className="text-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="text-field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {typeof list === "object" && (
        <datalist id={listId}>
          {list.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </div>
  );
}

interface TickFieldProps {
  /** Name of the field, whose value is "yes" when ticked. */
  name: string;
  label: string;
  form: ActionResult | undefined;
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
