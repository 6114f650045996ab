import { recommendPlan } from "#check/recommend-plan.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { Icon } from "../ui/drawings/icon.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";
import { planPrice } from "../ui/plan.ts";
import { usePriceNote } from "../ui/price-note.ts";
import type { CheckView } from "./check-view.server.ts";

interface CheckOrderProps {
  plans: readonly PricingPackage[];
  view: CheckView;
  /** Path of the contact page, for a site without plans. */
  contact: string;
}

/** Offers an order with the checked website: one plan with its reason, then the other plans. */
export function CheckOrder({ plans, view, contact }: CheckOrderProps) {
  const recommendation = recommendPlan(plans, view.needs);
  const { title, text } = words(view);
  return (
    <section className="check-result__part check-order grid" id="order">
      <h2>{title}</h2>
      <div className="check-result__body">
        <p className="check-order__text">
          {text} {recommendation !== null && "Your website is already in the order."}
        </p>
        {recommendation === null ? (
          <p className="check-order__contact">
            <ButtonLink href={contact}>Write to us about this website</ButtonLink>
          </p>
        ) : (
          <RecommendedPlan {...recommendation} href={hrefOf(recommendation.plan, view)} />
        )}
        <OtherPlans plans={plans.filter((plan) => plan !== recommendation?.plan)} view={view} />
      </div>
    </section>
  );
}

const hrefOf = ({ _id }: PricingPackage, { key }: CheckView) => `/order-now/${_id}?check=${key}`;

function words({ obstacle, count, fixableCount }: CheckView) {
  if (obstacle !== null) {
    const title = "First this, then the rest";
    if (obstacle.isStated) {
      const text = "As soon as our crawler may read the site, we check all of it.";
      return { title: "Order with this website", text };
    }
    return {
      title,
      text: obstacle.fixedByPlan
        ? "We begin with this fault, and then check all that we could not see today."
        : "You or your host can mend this without us. After that comes our work: we check all that we could not see today.",
    };
  }
  if (count === 0) {
    return {
      title: "A month of care",
      text: "Nothing needs repair today. Sites and search results change all the time, and a month of our care looks after yours.",
    };
  }
  if (fixableCount === 0) {
    return {
      title: "A month of care",
      text: "What we found needs no plan: the steps are above. What comes after is our work.",
    };
  }
  return {
    title: "Order with this website",
    text:
      fixableCount === count
        ? "We fix what we found."
        : `We fix ${fixableCount} of the ${count} faults; the others need no plan.`,
  };
}

interface RecommendedPlanProps {
  plan: PricingPackage;
  reason: string;
  points: readonly string[];
  href: string;
}

function RecommendedPlan({ plan, reason, points, href }: RecommendedPlanProps) {
  const note = usePriceNote();
  return (
    <article className="check-order__plan" aria-label="The plan for this website">
      <p className="check-order__mark">For this website</p>
      <h3>
        {plan.packageName} <span>{planPrice(plan)}</span> {note !== "" && <small>{note}</small>}
      </h3>
      <p className="check-order__reason">{reason}</p>
      <ul>
        {planPoints(plan).map((point) => (
          <li key={point}>
            <Icon name="check" />
            {points.includes(point) ? <strong>{point}</strong> : point}
          </li>
        ))}
      </ul>
      <ButtonLink href={href}>
        Order {plan.packageName}, {planPrice(plan)}
      </ButtonLink>
    </article>
  );
}

function OtherPlans({ plans, view }: Pick<CheckOrderProps, "plans" | "view">) {
  const note = usePriceNote();
  if (plans.length === 0) return null;
  return (
    <div className="check-order__others">
      <h3>{plans.length === 1 ? "Or the other plan" : "Or another plan"}</h3>
      <ul>
        {plans.map((plan) => (
          <li key={plan._id}>
            <a href={hrefOf(plan, view)}>
              {plan.packageName}, {[planPrice(plan), note].filter(Boolean).join(" ")}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
