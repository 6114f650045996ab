import { useSheet } from "#app/ui/styles/style-sheets.ts";
import accountSheet from "../account.css?sheet";
import { rightNames, rightWords } from "./right-words.ts";

interface RightFieldsProps {
  legend: string;
  /** Ticked boxes have the value "yes". */
  values: Readonly<Record<string, string>>;
  error: string | undefined;
}

export function RightFields({ legend, values, error }: RightFieldsProps) {
  useSheet(accountSheet);
  return (
    <fieldset
      className="email-choice company-rights"
      aria-describedby={error ? "company-rights-error" : undefined}
    >
      <legend className="text-field__label">{legend}</legend>
      {error && (
        <p className="text-field__error" id="company-rights-error">
          {error}
        </p>
      )}
      {rightNames.map((name) => (
        <label key={name} className="email-choice__option">
          <input
            type="checkbox"
            name={name}
            value="yes"
            defaultChecked={values[name] === "yes"}
            aria-invalid={error && name === "orders" ? true : undefined}
          />
          <span>
            {rightWords[name].label}
            <span className="email-choice__hint">{rightWords[name].hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
