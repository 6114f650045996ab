import { type ActionResult, isFirstWrong } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { extraFields } from "#app/ui/forms/chosen-extras.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { OfferedAddOn } from "#content/model/add-ons.ts";
import { type PlanInterval, perCycle } from "#content/model/plan-interval.ts";
import { dollarsFromCents, priceFromCents } from "#platform/money.ts";
import extrasSheet from "./extras.css?sheet";

interface ExtrasProps {
  offered: readonly OfferedAddOn[];
  /** Number of pieces by the id of each chosen extra. */
  chosen: Readonly<Record<string, number>>;
  charged: PlanInterval;
  /** The sum with the chosen extras, such as "$239.00". */
  sum: string;
  form: ActionResult | undefined;
}

/** What can be added to the plan, with the sum. */
export function Extras({ offered, chosen, charged, sum, form }: ExtrasProps) {
  useSheet(extrasSheet);
  if (offered.length === 0) return null;
  return (
    <fieldset className="extras">
      <legend>Extras</legend>
      {offered.map((extra) => (
        <Extra
          key={extra.id}
          extra={extra}
          charged={charged}
          form={form}
          pieces={chosen[extra.id]}
        />
      ))}
      <div className="extras__sum">
        <p aria-live="polite" id="extras-sum">
          Sum: <strong>{sum}</strong>
        </p>
        <Button variant="secondary" name="update" value="sum">
          Update the sum
        </Button>
      </div>
    </fieldset>
  );
}

interface ExtraProps extends Pick<ExtrasProps, "charged" | "form"> {
  extra: OfferedAddOn;
  /** Undefined for an extra that is not chosen. */
  pieces: number | undefined;
}

function Extra({ extra, pieces, charged, form }: ExtraProps) {
  const names = extraFields(extra.id);
  const id = `extra-${extra.id}`;
  const error = form?.errors[names.pieces] ?? countError(extra, pieces);
  const price = dollarsFromCents(extra.priceCents);
  const per = extra.goesWithPlan && extra.priceCents > 0 ? perCycle(charged) : "";
  const each = extra.most > 1 ? ` each${per && ` ${per}`}, up to ${extra.most}` : per && ` ${per}`;
  const described = [extra.text && `${id}-text`, `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="extra">
      <div className="tick-field">
        <input
          type="checkbox"
          id={id}
          name={names.tick}
          value="yes"
          defaultChecked={pieces !== undefined}
          aria-describedby={described}
        />
        <label htmlFor={id}>
          {extra.name}{" "}
          <span className="extra__price">
            {extra.priceCents === 0 ? "free" : price}
            {each}
          </span>
        </label>
      </div>
      <input type="hidden" name={names.price} value={priceFromCents(extra.priceCents)} />
      {extra.most > 1 && (
        <label className="extra__pieces">
          <span className="unseen">How many of “{extra.name}”</span>
          <input
            type="number"
            id={`${id}-pieces`}
            name={names.pieces}
            className="text-field__control"
            min={1}
            max={extra.most}
            defaultValue={form?.values[names.pieces] ?? pieces ?? 1}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-error`}
            {...(isFirstWrong(form, names.pieces) && { autoFocus: true })}
          />
        </label>
      )}
      {extra.text && (
        <p className="text-field__hint" id={`${id}-text`}>
          {extra.text}
        </p>
      )}
      <p className="text-field__error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** Why the sum leaves the extra out; undefined for a number that can be ordered. */
function countError({ most }: OfferedAddOn, pieces: number | undefined): string | undefined {
  if (pieces === undefined || (Number.isInteger(pieces) && pieces >= 1 && pieces <= most)) return;
  return `Order 1 to ${most}. The sum is without this extra.`;
}
