import type { ReactNode } from "react";
import plainReceiptSheet from "#app/looks/plain-receipt.css?sheet";
import { PlanPlant } from "../drawings/packet-plants.tsx";
import { useLook } from "../look-context.ts";
import { drawingOf } from "../plan.ts";
import seedPacketSheet from "../seed-packet.css?sheet";
import { useSheet } from "../styles/style-sheets.ts";
import receiptSheet from "./receipt.css?sheet";

interface ReceiptRow {
  readonly label: string;
  readonly value: ReactNode;
  /** True for a part of the price, which stands above the total. */
  readonly isAmount?: boolean;
}

interface ReceiptProps {
  /** Id of the part on paper, which a script fills anew. */
  id?: string;
  /** Heading, such as "Order 12". */
  title: string;
  /** What is above the name of the plan. */
  kind?: string | undefined;
  plan: string;
  /** Name of the plan's drawing; "" for none. */
  drawing: string;
  rows?: readonly ReceiptRow[];
  /** Undefined for somebody who sees no prices. */
  total: ReactNode;
  /** Amount that the shop keeps after a partial refund. */
  kept?: ReactNode;
  children?: ReactNode;
}

/**
 * A summary or receipt of an order, drawn as paper below the plan's seed packet; without drawings,
 * below the plan's name.
 */
export function Receipt({
  id,
  title,
  kind = "SEO plan",
  plan,
  drawing,
  rows = [],
  total,
  kept,
  children,
}: ReceiptProps) {
  const { hasDrawings } = useLook();
  useSheet(receiptSheet, hasDrawings ? seedPacketSheet : plainReceiptSheet);
  const packet = hasDrawings ? ` packet--${drawingOf(drawing)}` : "";
  return (
    <section className={`receipt${packet}`} aria-label={title}>
      <div className={hasDrawings ? "receipt__front packet__front" : "receipt__front"}>
        <p className="receipt__kind">{kind}</p>
        <p className="receipt__plan">{plan}</p>
        <PlanPlant drawing={drawing} />
      </div>
      <div className="receipt__paper" id={id}>
        <h2 className="receipt__title">{title}</h2>
        <dl>
          {rows.map((row, index) => (
            // Two lines of an offer can have the same label.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <div className={rowClass(row)} key={index}>
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

const rowClass = ({ isAmount = false }: ReceiptRow) =>
  isAmount ? "receipt__row receipt__row--amount" : "receipt__row";
