import type { ReactNode } from "react";

interface ReceiptProps {
  /** Names the receipt, such as "What you are buying". */
  title?: string;
  rows: readonly { label: string; value: ReactNode }[];
  total: ReactNode;
}

/** What is being bought and for how much, on a slip of paper. */
export function Receipt({ title, rows, total }: ReceiptProps) {
  return (
    <section className="receipt" aria-label={title ?? "Summary"}>
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
