import type { ReactNode } from "react";
import { PlanPlant } from "./plan-plant.tsx";

interface ReceiptProps {
  /** Names the receipt, such as "What you are buying". */
  title?: string;
  rows: readonly { label: string; value: ReactNode }[];
  total: ReactNode;
  /** Prints the front of the plan's packet in the corner. */
  plan?: string;
}

/** What is being bought and for how much, on a slip of paper. */
export function Receipt({ title, rows, total, plan }: ReceiptProps) {
  return (
    <section className="receipt" aria-label={title ?? "Summary"}>
      {plan && (
        <div className={`receipt__packet packet--${plan.toLowerCase()}`}>
          <PlanPlant plan={plan} />
        </div>
      )}
      {title && <h2 className="receipt__title">{title}</h2>}
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
      </dl>
    </section>
  );
}
