import { useSite } from "#app/site-layout.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice, StatusMark } from "#app/ui/notice.tsx";
import { addressOf } from "#seo/public-pages.ts";
import type { lookAgain } from "../look-again.ts";
import { ConfirmingAgreement } from "./confirming-agreement.tsx";
import type { PlanView } from "./plan-view.server.ts";

interface PlanNowProps {
  plan: PlanView;
  /** While the provider confirms an agreement from which the customer has just come back. */
  wait: ReturnType<typeof lookAgain> | null;
}

/** Whether the customer can agree to a change on the page of the provider. */
export function asksAtProvider({ answer }: Pick<PlanView, "answer">): boolean {
  return answer === "consent" || answer === "consent-or-decline";
}

/** What the customer has to know and can do now: the next payment, or why there is none. */
export function PlanNow({ plan, wait }: PlanNowProps) {
  const { id, label, about, tone, headline, detail, toPay, change, lastDay, isPaused, isEnded } =
    plan;
  const { site } = useSite();
  return (
    <section className="plan-now" aria-labelledby="plan-now-title">
      <p className="plan-now__state">
        <StatusMark tone={tone}>{label}</StatusMark>
      </p>
      <h2 id="plan-now-title" className="plan-now__headline">
        {about !== "" && <span className="plan-now__about">{about}</span>}
        {headline}
      </h2>
      {detail && <p>{detail}</p>}
      {toPay && plan.awaitsTransfer && (
        <Notice tone="info">
          We wait for your bank transfer of {toPay.price}. If you have sent it, there is nothing you
          need to do.
        </Notice>
      )}
      {change !== "" && <Notice tone="info">{change}</Notice>}
      {wait === null ? (
        <Answer plan={plan} />
      ) : (
        <ConfirmingAgreement chargedBy={plan.chargedBy} wait={wait} />
      )}
      {plan.stay !== null && wait === null && (
        <form method="post" action={`/my-plan/${id}`}>
          <input type="hidden" name="plan" value={plan.stay} />
          <Button name="intent" value="change-plan" variant="secondary">
            Stay with {plan.plan}
          </Button>
        </form>
      )}
      <div className="customer-page__actions">
        {toPay && (
          <ButtonLink href={`/pay-now/${toPay.orderId}`}>
            {plan.awaitsTransfer ? "See the bank details" : `Pay ${toPay.price}`}
          </ButtonLink>
        )}
        {lastDay !== "" && !isEnded && plan.keepsCancelled && (
          <PlanButton id={id} intent="keep" text="Keep my plan" />
        )}
        {lastDay !== "" && !isEnded && !plan.keepsCancelled && (
          <ButtonLink href={plan.orderPath ?? addressOf(site, "pricing")} variant="secondary">
            Order the plan again
          </ButtonLink>
        )}
        {isPaused && lastDay === "" && <PlanButton id={id} intent="resume" text="Resume now" />}
        {isEnded && <ButtonLink href={addressOf(site, "pricing")}>See the plans</ButtonLink>}
      </div>
    </section>
  );
}

/** The customer's answer to a change that is planned. */
function Answer({ plan: { id, answer, chargedBy, price } }: { plan: PlanView }) {
  if (answer === null) return null;
  if (answer === "later") {
    return (
      <p>
        It counts only if you agree. We email you when {chargedBy} can ask you. If you do nothing,
        you keep {price}.
      </p>
    );
  }
  if (answer === "agree-or-end") {
    return (
      <>
        <p>
          If you do nothing, you pay it from then on. Agree, or end the plan before that day, even
          within a minimum term.
        </p>
        <div className="customer-page__actions">
          <PlanButton id={id} intent="agree-price" text="Agree to the new price" />
          <ButtonLink href={`/my-plan/${id}?end#cancel`} variant="secondary">
            End the plan instead
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        It counts only if you agree at {chargedBy}. If you do nothing, you keep {price}.
      </p>
      <div className="customer-page__actions">
        <PlanButton id={id} intent="agree-price" text={`Agree at ${chargedBy}`} />
        {answer === "consent-or-decline" && (
          <PlanButton id={id} intent="decline-price" text="Decline" variant="secondary" />
        )}
      </div>
    </>
  );
}

interface PlanButtonProps {
  id: string;
  intent: string;
  text: string;
  variant?: "primary" | "secondary";
}

function PlanButton({ id, intent, text, variant = "primary" }: PlanButtonProps) {
  return (
    <form method="post" action={`/my-plan/${id}`}>
      <Button name="intent" value={intent} variant={variant}>
        {text}
      </Button>
    </form>
  );
}
