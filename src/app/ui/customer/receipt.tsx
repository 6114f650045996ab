import type { ReactNode } from "react";
import { PlanPlant } from "../drawings/packet-plants.tsx";
import { packetOf } from "../plan.ts";

interface ReceiptProps {
  /** Title of the receipt, such as "What you are buying". */
  title: string;
  plan: string;
  rows?: readonly { label: string; value: ReactNode }[];
  total: ReactNode;
  /** Remaining amount after a refund. */
  kept?: ReactNode;
  /** Content below the total, such as the seller. */
  children?: ReactNode;
}

/** A receipt on paper under the plan's packet. */
export function Receipt({ title, plan, rows = [], total, kept, children }: ReceiptProps) {
  return (
    <section className={`receipt packet--${packetOf(plan)}`} aria-label={title}>
      <div className="receipt__front packet__front">
        <p className="receipt__kind">SEO plan</p>
        <p className="receipt__plan">{plan}</p>
        <PlanPlant plan={plan} />
      </div>
      <div className="receipt__paper">
        <h2 className="receipt__title">{title}</h2>
        <dl>
          {rows.map((row) => (
            <div className="receipt__row" key={row.label}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
          <div className="receipt__row receipt__row--total">
            <dt>Total</dt>
            <dd>{total}</dd>
          </div>
          {kept && (
            <div className="receipt__row receipt__row--total">
              <dt>After refunds</dt>
              <dd>{kept}</dd>
            </div>
          )}
        </dl>
        {children}
      </div>
    </section>
  );
}
