import type { OfferedAddOn } from "#content/model/add-ons.ts";
import { type ChargedPlan, isRepeated } from "#content/model/plan-interval.ts";
import type { CyclePrices, Reduction } from "#platform/cycle-prices.ts";
import type { OrderTax } from "#tax/order-tax.server.ts";
import { splitInside, taxOn } from "#tax/tax-arithmetic.ts";
import { taxLabel } from "#tax/tax-words.ts";
import { foldedCode } from "../coupon-code.ts";
import type { Order } from "../order.ts";

export const lineKinds = ["plan", "add-on", "text", "discount", "coupon", "tax"] as const;
export type LineKind = (typeof lineKinds)[number];

/** A part of an order's price. Lines never change once the order is placed. */
export interface OrderLine {
  readonly kind: LineKind;
  readonly label: string;
  readonly quantity: number;
  /**
   * Zero or negative for a discount and a coupon. Tax of the first cycles is negative where a coupon
   * takes something off these cycles.
   */
  readonly unitCents: number;
  /** Whether it is part of the later cycles of a plan that is charged again and again. */
  readonly repeats: boolean;
  /** The number of first cycles that have a line that repeats; each cycle has it without a number. */
  readonly cycles?: number;
  readonly addOnId: string | null;
  readonly couponId: string | null;
}

export function centsOf({ quantity, unitCents }: OrderLine): number {
  return quantity * unitCents;
}

/** The sum to be paid for the lines: never less than nothing. */
export function sumOf(lines: readonly OrderLine[]): number {
  return Math.max(
    0,
    lines.reduce((sum, line) => sum + centsOf(line), 0),
  );
}

/** The lines that a cycle has; cycles count from 1. */
export function linesOfCycle(lines: readonly OrderLine[], number: number): readonly OrderLine[] {
  return lines.filter((line) => isOfCycle(line, number));
}

function isOfCycle({ repeats, cycles }: OrderLine, number: number): boolean {
  if (!repeats) return number === 1;
  return cycles === undefined || number <= cycles;
}

/** The part of the price that each cycle has. */
export function repeatingLines(lines: readonly OrderLine[]): readonly OrderLine[] {
  return linesOfCycle(lines, Number.POSITIVE_INFINITY);
}

/** Discounts and coupons that count for some first cycles, and not for the first one alone. */
export function linesOfFirstCycles(lines: readonly OrderLine[]): readonly OrderLine[] {
  return lines.filter(({ repeats, cycles }) => repeats && cycles !== undefined);
}

/**
 * The lines with a discount or coupon that takes no more than their sum, so that the amounts of all
 * lines add up to the price, and those of each later cycle do, too.
 */
export function withReduction(
  lines: readonly OrderLine[],
  reduction: OrderLine,
): readonly OrderLine[] {
  // Between these cycles, the lines stay the same.
  const limits = [...lines, reduction].flatMap(({ cycles }) => cycles ?? []);
  const reduced = [1, ...limits, Number.POSITIVE_INFINITY]
    .filter((number) => isOfCycle(reduction, number))
    .map((number) => sumOf(linesOfCycle(lines, number)));
  const cents = Math.min(-centsOf(reduction), ...reduced);
  // Less than nothing would be -0, which a comparison takes for another number.
  return [...lines, { ...reduction, quantity: 1, unitCents: cents > 0 ? -cents : 0 }];
}

/** The lines in the order of an invoice: what is sold, and then what is taken off, like above. */
export function withReductionsCut(lines: readonly OrderLine[]): readonly OrderLine[] {
  const sold = lines.filter((line) => !isReduction(line));
  return lines.filter(isReduction).reduce(withReduction, sold as readonly OrderLine[]);
}

/** What is sold and taken off, without the tax that is added to it. */
export function withoutTax(lines: readonly OrderLine[]): readonly OrderLine[] {
  return lines.filter(({ kind }) => kind !== "tax");
}

/**
 * The lines with the tax that is added to them, so that each cycle has the tax of its sum: a line for
 * the cycles without end, and lines for what the first cycles have more or less.
 */
export function withTax(
  lines: readonly OrderLine[],
  tax: OrderTax | undefined,
): readonly OrderLine[] {
  if (tax === undefined || !isOnTop(tax)) return lines;
  const taxOfCycle = (number: number) => taxOn(sumOf(linesOfCycle(lines, number)), tax.ratePercent);
  const limits = [...new Set([1, ...lines.flatMap(({ cycles }) => cycles ?? [])])];
  const added = [...taxLine(tax, taxOfCycle(Number.POSITIVE_INFINITY), { repeats: true })];
  for (const limit of limits.toSorted((one, other) => other - one)) {
    const cents = taxOfCycle(limit) - sumOfTax(linesOfCycle(added, limit));
    const cycles = limit === 1 ? { repeats: false } : { repeats: true, cycles: limit };
    added.push(...taxLine(tax, cents, cycles));
  }
  return [...lines, ...added];
}

function sumOfTax(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + centsOf(line), 0);
}

/** The line for the tax that is part of the price of each cycle. */
export function taxInPrice(priceCents: number, tax: OrderTax | undefined): readonly OrderLine[] {
  if (tax === undefined || !isOnTop(tax)) return [];
  return taxLine(tax, splitInside(priceCents, tax.ratePercent).taxCents, { repeats: true });
}

function isOnTop({ category, place }: OrderTax): boolean {
  return category === "S" && place === "on top";
}

function taxLine(
  tax: OrderTax,
  unitCents: number,
  cycles: Pick<OrderLine, "repeats" | "cycles">,
): readonly OrderLine[] {
  if (unitCents === 0) return [];
  const none = { addOnId: null, couponId: null };
  return [{ kind: "tax", label: taxLabel(tax), quantity: 1, unitCents, ...cycles, ...none }];
}

export function isReduction({ kind }: OrderLine): boolean {
  return kind === "discount" || kind === "coupon";
}

export function planLine({
  packageName,
  priceCents,
  charged,
}: Pick<Order, "packageName" | "priceCents" | "charged">): OrderLine {
  return {
    kind: "plan",
    label: packageName,
    quantity: 1,
    unitCents: priceCents,
    repeats: isRepeated(charged),
    addOnId: null,
    couponId: null,
  };
}

export function addOnLine(
  addOn: OfferedAddOn,
  quantity: number,
  { charged }: Pick<Order, "charged">,
): OrderLine {
  return {
    kind: "add-on",
    label: addOn.name,
    quantity,
    unitCents: addOn.priceCents,
    repeats: addOn.goesWithPlan && isRepeated(charged),
    addOnId: addOn.id,
    couponId: null,
  };
}

/** What an order charges now and again, of a plan that is charged more than once. */
export function chargedBy(
  lines: readonly OrderLine[],
  { charged, minimumCycles }: Pick<Order, "charged" | "minimumCycles">,
): ChargedPlan {
  const prices = isRepeated(charged) ? cyclePricesOf(lines) : { priceCents: sumOf(lines) };
  return { ...prices, charged, minimumCycles };
}

/** What each cycle costs of a plan that is charged again and again. */
export function cyclePricesOf(lines: readonly OrderLine[]): CyclePrices {
  const once = lines.filter(({ repeats }) => !repeats);
  const onceCents = sumOf(once.filter((line) => !takesOff(line)));
  const reductions = [...reductionsIn(once), ...reductionsIn(linesOfFirstCycles(lines))];
  return {
    priceCents: sumOf(repeatingLines(lines)),
    ...(onceCents > 0 && { onceCents }),
    ...(reductions.length > 0 && { reductions }),
  };
}

/** Whether a line makes first cycles cheaper, like the tax that a coupon saves. */
function takesOff(line: OrderLine): boolean {
  return isReduction(line) || (line.kind === "tax" && centsOf(line) < 0);
}

/** What lines take off the first cycles. */
function reductionsIn(lines: readonly OrderLine[]): readonly Reduction[] {
  return lines
    .filter((line) => takesOff(line) && centsOf(line) < 0)
    .map((line) => ({ cents: -centsOf(line), cycles: line.cycles ?? 1 }));
}

export interface WantedLines {
  /** Price of the plan. */
  readonly priceCents: number;
  readonly addOns: readonly { readonly id: string; readonly quantity: number }[];
  /** Code of a coupon; "" for none. */
  readonly coupon: string;
}

/** Whether an order form asks for what these lines are. */
export function areWanted(lines: readonly OrderLine[], wanted: WantedLines): boolean {
  const named = (kind: LineKind) => lines.filter((line) => line.kind === kind);
  const [plan, ...otherPlans] = named("plan");
  const extras = named("add-on");
  const coupons = named("coupon");
  return (
    plan?.unitCents === wanted.priceCents &&
    otherPlans.length === 0 &&
    extras.length === wanted.addOns.length &&
    wanted.addOns.every(({ id, quantity }) =>
      extras.some((line) => line.addOnId === id && line.quantity === quantity),
    ) &&
    coupons.map(({ label }) => foldedCode(label)).join() === foldedCode(wanted.coupon) &&
    withoutTax(lines).length === 1 + extras.length + coupons.length
  );
}

/** True for the lines of an order that consists of its plan at the order's price. */
export function isPlanAlone(
  lines: readonly OrderLine[],
  order: Pick<Order, "packageName" | "priceCents" | "charged">,
): boolean {
  const [line] = lines;
  const alone = planLine(order);
  return (
    lines.length === 1 &&
    line !== undefined &&
    line.kind === alone.kind &&
    line.label === alone.label &&
    line.quantity === alone.quantity &&
    line.unitCents === alone.unitCents &&
    line.repeats === alone.repeats
  );
}
