import type { HTMLInputAutoCompleteAttribute } from "react";

interface SelectFieldProps {
  name: string;
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  defaultValue: string;
  error: string | undefined;
  /** As in `fieldState`. */
  autoFocus?: boolean;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  required?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { name, label, options, defaultValue, error, autoFocus = false, ...rest } = props;
  const id = `field-${name}`;
  return (
    <div className={error ? "text-field text-field--wrong" : "text-field"}>
      <label className="text-field__label" htmlFor={id}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        name={name}
        className="text-field__control"
        defaultValue={defaultValue === "" ? options[0]?.value : defaultValue}
        {...(autoFocus && { autoFocus })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p className="text-field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
