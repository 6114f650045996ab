import { firstCycles, isRepeated } from "#content/model/plan-interval.ts";
import { dollarsFromCents } from "#platform/money.ts";
import type { Order } from "../order.ts";
import { isOfPlan } from "../order-words.ts";
import { centsOf, isPlanAlone, type OrderLine, withoutTax } from "./order-lines.ts";

/** A line as people read it. */
export interface LineInWords {
  /** Such as "Slides × 2", or "Slides × 2, the first month". */
  readonly label: string;
  /** Such as "$50.00" or "-$15.00". */
  readonly amount: string;
}

/** None for an order of its plan alone, whose price says all. */
export function linesInWords(
  order: Pick<Order, "packageName" | "priceCents" | "charged">,
  lines: readonly OrderLine[],
): readonly LineInWords[] {
  if (isPlanAlone(lines, order)) return [];
  const sold = withoutTax(lines);
  const isMixed = sold.some(({ repeats }) => repeats) && sold.some(({ repeats }) => !repeats);
  return [...sold.map(inWords), ...taxInOneLine(lines)];

  function inWords(line: OrderLine): LineInWords {
    const { label, quantity, kind, repeats, cycles = 1 } = line;
    const pieces = quantity > 1 ? `${label} × ${quantity}` : label;
    const named = kind === "coupon" ? `Coupon ${pieces}` : pieces;
    const ends = repeats ? line.cycles !== undefined : isMixed;
    return {
      label:
        ends && isRepeated(order.charged)
          ? `${named}, for ${firstCycles(cycles, order.charged)}`
          : named,
      amount: dollarsFromCents(centsOf(line)),
    };
  }
}

/** The tax of the order, of which a part may be in each cycle. */
function taxInOneLine(lines: readonly OrderLine[]): readonly LineInWords[] {
  const taxes = lines.filter(({ kind }) => kind === "tax");
  const cents = taxes.reduce((sum, line) => sum + centsOf(line), 0);
  return taxes.slice(0, 1).map(({ label }) => ({ label, amount: dollarsFromCents(cents) }));
}

/** The lines as facts of an email. */
export function factsOfLines(
  order: Pick<Order, "packageName" | "priceCents" | "charged">,
  lines: readonly OrderLine[],
): readonly (readonly [label: string, value: string])[] {
  return linesInWords(order, lines).map(({ label, amount }) => [label, amount] as const);
}

/** What a provider's page and receipt call the order. */
export function nameAtProvider(
  order: Pick<Order, "packageId" | "packageName">,
  lines: readonly OrderLine[],
): string {
  const name = isOfPlan(order) ? `SEO plan ${order.packageName}` : order.packageName;
  return lines.some(({ kind }) => kind === "add-on") ? `${name} with extras` : name;
}
