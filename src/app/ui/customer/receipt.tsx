import type { ReactNode } from "react";
import { PlanPlant } from "../drawings/packet-plants.tsx";
import { drawingOf } from "../plan.ts";
import seedPacketSheet from "../seed-packet.css?sheet";
import { useSheet } from "../styles/style-sheets.ts";
import receiptSheet from "./receipt.css?sheet";

interface ReceiptProps {
  /** Heading, such as "Order 12". */
  title: string;
  plan: string;
  /** Name of the plan's drawing; "" for none. */
  drawing: string;
  rows?: readonly { label: string; value: ReactNode }[];
  /** Undefined for somebody who sees no prices. */
  total: ReactNode;
  /** Amount that the shop keeps after a partial refund. */
  kept?: ReactNode;
  children?: ReactNode;
}

/** A summary or receipt of an order, drawn as paper below the plan's seed packet. */
export function Receipt({ title, plan, drawing, rows = [], total, kept, children }: ReceiptProps) {
  useSheet(seedPacketSheet, receiptSheet);
  return (
    <section className={`receipt packet--${drawingOf(drawing)}`} aria-label={title}>
      <div className="receipt__front packet__front">
        <p className="receipt__kind">SEO plan</p>
        <p className="receipt__plan">{plan}</p>
        <PlanPlant drawing={drawing} />
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
          {total !== undefined && (
            <div className="receipt__row receipt__row--total">
              <dt>Total</dt>
              <dd>{total}</dd>
            </div>
          )}
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
