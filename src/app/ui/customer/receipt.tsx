import type { ReactNode } from "react";
import { PlanPlant } from "../drawings/packet-plants.tsx";

interface ReceiptProps {
  /** Names the receipt, such as "What you are buying". */
  title: string;
  plan: string;
  rows?: readonly { label: string; value: ReactNode }[];
  total: ReactNode;
  /** What is left of the total, where some of it went back. */
  kept?: ReactNode;
  /** Below the total, such as who sells it. */
  children?: ReactNode;
}

/** A slip of paper under the front of the plan's packet: what is bought, and for how much. */
export function Receipt({ title, plan, rows = [], total, kept, children }: ReceiptProps) {
  return (
    <section className={`receipt packet--${plan.toLowerCase()}`} aria-label={title}>
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
              <dt>Kept</dt>
              <dd>{kept}</dd>
            </div>
          )}
        </dl>
        {children}
      </div>
    </section>
  );
}
