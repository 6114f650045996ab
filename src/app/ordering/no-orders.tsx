import { useSite } from "../site-layout.tsx";
import { PlanPlant } from "../ui/drawings/plan-plant.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";

const plans = ["Basic", "Standard", "Premium"];

/** Where a table of orders will be: the three packets to choose from. */
export function NoOrders() {
  const { site } = useSite();
  return (
    <div className="no-orders">
      <div className="no-orders__words">
        <p>You have not ordered anything yet.</p>
        {site.pricingPackages.length > 0 && <ButtonLink href="/#pricing">Choose a plan</ButtonLink>}
      </div>
      <div className="no-orders__packets" aria-hidden="true">
        {plans.map((plan) => (
          <div className={`no-orders__packet packet--${plan.toLowerCase()}`} key={plan}>
            <PlanPlant plan={plan} />
          </div>
        ))}
      </div>
    </div>
  );
}
