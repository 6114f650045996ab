import { useSite } from "#app/site-layout.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { addressOf } from "#seo/public-pages.ts";
import type { LinkedPlan, PlanView } from "./plan-view.server.ts";

interface ManagePlanProps {
  plan: PlanView;
  form: ActionResult | undefined;
}

interface PlanChanges extends ManagePlanProps {
  /** Opens the cancellation, for a link of the page to it. */
  isEnding: boolean;
}

/** Facts of a subscription, and what the customer can change. Native disclosures need no script. */
export function ManagePlan({ plan, form, isEnding }: PlanChanges) {
  const { chargedBy, isEnded } = plan;
  const intent = form?.values.intent;
  return (
    <aside className="manage-plan" aria-labelledby="manage-plan-title">
      <h2 id="manage-plan-title">Your plan</h2>
      <PlanFacts plan={plan} />
      {!isEnded && (
        <div className="manage-plan__changes">
          {plan.offers.length > 0 && (
            <ChangePlan plan={plan} form={intent === "change-plan" ? form : undefined} />
          )}
          {plan.isStarted && plan.lastDay === "" && !plan.isPaused && (
            <PausePlan plan={plan} form={intent === "pause" ? form : undefined} />
          )}
          {chargedBy !== null && (plan.lastDay === "" || plan.toPay !== null) && (
            <form method="post" action={`/my-plan/${plan.id}`} className="manage-plan__card">
              <button type="submit" name="intent" value="card">
                Change the card or account
                <span>Opens {chargedBy}, and then comes back here.</span>
              </button>
            </form>
          )}
          {plan.lastDay === "" && (
            <CancelPlan plan={plan} isOpen={intent === "cancel" || isEnding} />
          )}
        </div>
      )}
      <Terms />
    </aside>
  );
}

function wayInWords(chargedBy: string | null, noun: string): string {
  return chargedBy === null
    ? `Each ${noun} by a link that we email you`
    : `${chargedBy} charges each ${noun} by itself`;
}

function Terms() {
  const { site } = useSite();
  if (!site.terms) return null;
  return (
    <p className="manage-plan__terms">
      <a href={addressOf(site, "terms")}>{site.terms.legalTitle}</a>
    </p>
  );
}

export function PlanFacts({ plan }: { plan: LinkedPlan }) {
  const { price, noun, chargedBy, isStarted, minimumTerm, paidSoFar, paidCount } = plan;
  const facts = [
    ["Price", price],
    [
      "You pay",
      isStarted ? wayInWords(chargedBy, noun) : "In the way that you choose when you pay",
    ],
    ["Minimum term", minimumTerm],
    ["Paid so far", paidCount === 0 ? "Nothing yet" : paidSoFar],
  ] as const;
  return (
    <dl>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows what changes when and what is charged, beside the choice, so that one click agrees to it. */
function ChangePlan({ plan, form }: ManagePlanProps) {
  const { id, noun, offers, changeDay, chargedBy, asksForConsent, toPay } = plan;
  const error = form?.errors.plan;
  return (
    <details name="change-plan" open={form !== undefined}>
      <summary>Change to another plan</summary>
      <form method="post" action={`/my-plan/${id}`} noValidate>
        <fieldset aria-describedby={error ? "change-plan-error" : undefined}>
          <legend>Which plan?</legend>
          {offers.map(({ value, name, price, minimum }) => (
            <label className="manage-plan__choice" key={value}>
              <input
                type="radio"
                name="plan"
                value={value}
                defaultChecked={form?.values.plan === value || offers.length === 1}
                required
              />
              <span>
                <strong>{name}</strong>, {price}
                {minimum && `, minimum term ${minimum} since your first payment`}
              </span>
            </label>
          ))}
          {error && (
            <p className="text-field__error" id="change-plan-error">
              {error}
            </p>
          )}
        </fieldset>
        <ul>
          <li>Nothing is charged now. The {noun} that you have paid stays as it is.</li>
          <li>
            From {changeDay} on, we work on the new plan, and you pay its price instead of{" "}
            {plan.price}.
          </li>
          {plan.hasLowerPrice && (
            <li>The lower price was for the present plan, so it ends with it.</li>
          )}
          {toPay && <li>An order of {toPay.price} that is not paid yet is replaced.</li>}
          <li>{howItIsPaid(chargedBy, asksForConsent)}</li>
        </ul>
        <Button name="intent" value="change-plan" variant="secondary">
          Agree and change from {changeDay}
        </Button>
      </form>
    </details>
  );
}

function howItIsPaid(chargedBy: string | null, asksForConsent: boolean): string {
  if (chargedBy === null) return "We email you a link to pay, as before.";
  return asksForConsent
    ? `${chargedBy} asks you on its page to agree to the new price. Without that, the plan stays as it is.`
    : `${chargedBy} charges the new price by itself, as before.`;
}

function PausePlan({ plan, form }: ManagePlanProps) {
  const { id, noun, pauseDay, earliestReturn, toPay, owesInPause } = plan;
  const isOnDay = form?.values.goesOn === "on a day";
  return (
    <details name="change-plan" open={form !== undefined}>
      <summary>Pause the plan</summary>
      <form method="post" action={`/my-plan/${id}`} noValidate>
        <ul>
          {toPay && owesInPause ? (
            <li>
              The {noun} that has begun runs to its end, and its {toPay.price} stay to pay.
            </li>
          ) : (
            <li>The {noun} that you have paid runs to its end, and we work until then.</li>
          )}
          {toPay && !owesInPause && (
            <li>
              The order of {toPay.price} for the next {noun} is taken back.
            </li>
          )}
          <li>From {pauseDay} on, nothing is charged and nobody works on the plan.</li>
          <li>Messages that you write are kept, and we answer them when the plan goes on.</li>
        </ul>
        <fieldset>
          <legend>When does it go on?</legend>
          <label className="manage-plan__choice">
            <input type="radio" name="goesOn" value="later" defaultChecked={!isOnDay} />
            When I resume it
          </label>
          <label className="manage-plan__choice">
            <input type="radio" name="goesOn" value="on a day" defaultChecked={isOnDay} />
            By itself on a day
          </label>
          <TextField
            {...fieldState(form, "until")}
            label="Day on which it goes on"
            type="date"
            min={earliestReturn}
          />
        </fieldset>
        <Button name="intent" value="pause" variant="secondary">
          Pause the plan
        </Button>
      </form>
    </details>
  );
}

/** What a cancellation means, which the customer reads before it. */
export function WordsOfCancelling({ plan }: { plan: LinkedPlan }) {
  const { lastDayIfCancelled, stillCharged } = plan;
  if (!plan.isStarted) {
    return <p>Nothing was paid, so the plan ends at once, and nothing is charged.</p>;
  }
  return (
    <p>
      The last day is <strong>{lastDayIfCancelled}</strong>. We work until then, and nothing is
      charged after it.{" "}
      {stillCharged !== "" && (
        <>
          The minimum term is still charged: <strong>{stillCharged}</strong>.{" "}
        </>
      )}
      {plan.wouldKeepCancelled
        ? "You can take the cancellation back until that day."
        : `${plan.chargedBy} cannot take a cancellation back. To go on after all, order the plan again.`}
    </p>
  );
}

function CancelPlan({ plan, isOpen }: { plan: PlanView; isOpen: boolean }) {
  return (
    <details name="change-plan" open={isOpen} id="cancel">
      <summary>Cancel the plan</summary>
      <form method="post" action={`/my-plan/${plan.id}`}>
        <WordsOfCancelling plan={plan} />
        {plan.awaitsTransfer && plan.toPay && (
          <p>
            We still wait for your transfer of {plan.toPay.price}. Do not send it, or we send back
            what nobody owes.
          </p>
        )}
        <Button name="intent" value="cancel" variant="stop">
          {cancelButton(plan)}
        </Button>
      </form>
    </details>
  );
}

export function cancelButton({ isStarted, lastDayIfCancelled }: LinkedPlan): string {
  return isStarted ? `End the plan on ${lastDayIfCancelled}` : "Cancel the plan";
}
