import type { OpenWay } from "#access/ways-in/ways-in.ts";
import type { ActionResult } from "./action-result.ts";

interface WaysInFieldsProps {
  ways: readonly OpenWay[];
  form: ActionResult | undefined;
  /** False where nobody else is likely to have come in, as before the first password. */
  areTicked?: boolean;
}

/** What else opens the account: what ends in any case, and boxes for what may stay. */
export function WaysInFields({ ways, form, areTicked = true }: WaysInFieldsProps) {
  const always = ways.filter(({ canStay }) => !canStay);
  const choices = ways.filter(({ canStay }) => canStay);
  const ending = always.length > 0 && (
    <p className="text-field__hint">
      This also ends {always.map(({ label }) => label).join(", ")}.
    </p>
  );
  if (choices.length === 0) return ending;
  return (
    <fieldset className="ways-in">
      <legend>Also end what else opens this account</legend>
      {choices.map(({ kind, label }) => (
        <div key={kind} className="tick-field">
          <input type="hidden" name={`listed.${kind}`} value="yes" />
          <input
            type="checkbox"
            id={`field-end-${kind}`}
            name={`end.${kind}`}
            value="yes"
            defaultChecked={form === undefined ? areTicked : form.values[`end.${kind}`] === "yes"}
          />
          <label htmlFor={`field-end-${kind}`}>{label}</label>
        </div>
      ))}
      {ending}
    </fieldset>
  );
}
