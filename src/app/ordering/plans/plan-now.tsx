import { useSite } from "#app/site-layout.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice, StatusMark } from "#app/ui/notice.tsx";
import { addressOf } from "#seo/public-pages.ts";
import type { PlanView } from "./plan-view.server.ts";

/** What the customer has to know and can do now: the next payment, or why there is none. */
export function PlanNow({ plan }: { plan: PlanView }) {
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
      {change !== "" && <Notice tone="info">{change}</Notice>}
      <div className="customer-page__actions">
        {toPay && lastDay === "" && (
          <ButtonLink href={`/pay-now/${toPay.orderId}`}>Pay {toPay.price}</ButtonLink>
        )}
        {lastDay !== "" && !isEnded && <PlanButton id={id} intent="keep" text="Keep my plan" />}
        {isPaused && lastDay === "" && <PlanButton id={id} intent="resume" text="Resume now" />}
        {isEnded && <ButtonLink href={addressOf(site, "pricing")}>See the plans</ButtonLink>}
      </div>
    </section>
  );
}

function PlanButton({ id, intent, text }: { id: string; intent: string; text: string }) {
  return (
    <form method="post" action={`/my-plan/${id}`}>
      <Button name="intent" value={intent}>
        {text}
      </Button>
    </form>
  );
}
