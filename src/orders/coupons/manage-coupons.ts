import { z } from "zod";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { isUniqueViolation, type WriteTransaction } from "#platform/database/database.ts";
import { AppError, type JsonValue } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { centsFromTyped, priceFromCents } from "#platform/money.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isDay } from "#platform/time/calendar.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { couponCodePattern, foldedCode, shownCode } from "../coupon-code.ts";
import {
  type Coupon,
  type CouponKind,
  type CouponTerms,
  couponCyclesInWords,
  couponKinds,
  mostCouponCycles,
  reductionInWords,
} from "./coupon.ts";
import { freePlace, lockCoupon } from "./coupon-places.server.ts";
import { usesOf } from "./coupon-tables.server.ts";
import { type CouponDependencies, type ListedCoupon, readCoupon } from "./read-coupons.ts";

const codeFault = "Write a code of 4 to 24 letters and digits, such as SPRING20.";
const most = 100_000;

/** A whole number from 1 to `highest`, or "" for no limit. Forms send text, programs may send numbers. */
const limit = (highest: number, fault: string) =>
  z
    .union([z.number(), z.string().trim()], fault)
    .nullish()
    .transform((value) => (value === null || value === undefined || value === "" ? null : value))
    .refine((value) => value === null || isWithin(value, highest), fault)
    .transform((value) => (value === null ? null : Number(value)));

function isWithin(value: number | string, highest: number): boolean {
  return /^\d{1,9}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= highest;
}

const day = (fault: string) =>
  z
    .string(fault)
    .trim()
    .nullish()
    .transform((value) => (value ? value : null))
    .refine((value) => value === null || isDay(value), fault);

const valueFault = "Write how much it takes off, such as 20 percent or 50.00 dollars.";
const cyclesFault = `Choose from 1 to ${mostCouponCycles} payments, or every payment.`;
const noteFault = "Write a note of up to 200 characters.";

export const couponForm = z
  .strictObject({
    code: z
      .string(codeFault)
      .trim()
      .regex(couponCodePattern, codeFault)
      .transform(shownCode)
      .meta({ description: "Counts in any case; O and 0, I, L and 1 and the like count as one" }),
    kind: z.enum(couponKinds, "Choose percent or an amount."),
    value: z
      .union([z.string().trim(), z.number()], valueFault)
      .transform(String)
      .meta({ description: "Percent such as 20, or dollars such as 50.00" }),
    plans: z.array(z.string().max(200), "Name the plans by their ids.").max(200).default([]).meta({
      description: "Ids of the plans that it counts for; empty for all",
    }),
    fromDay: day("Choose the first day, or leave it empty."),
    untilDay: day("Choose the last day, or leave it empty."),
    isFirstOrderOnly: z.boolean("Say whether it is for first orders only.").default(false),
    mostPerCustomer: limit(most, `Write a whole number from 1 to ${most}, or leave it empty.`),
    mostInAll: limit(most, `Write a whole number from 1 to ${most}, or leave it empty.`),
    cycles: z
      .int(cyclesFault)
      .min(1, cyclesFault)
      .max(mostCouponCycles, cyclesFault)
      .nullable()
      .default(1)
      .meta({
        description:
          "For plans that are charged again and again: number of first payments; null for every payment",
      }),
    note: z.string(noteFault).trim().max(200, noteFault).refine(isPlainText, noteFault).default(""),
  })
  // A transformation with these faults would tell them only after all others are mended.
  .superRefine(({ kind, value, fromDay, untilDay }, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const number = numberIn(kind, value);
    if (number <= 0 || number > (kind === "percent" ? 100 : 999_999_999)) {
      fault("value", kind === "percent" ? "Write a whole number from 1 to 100." : valueFault);
    }
    if (fromDay && untilDay && untilDay < fromDay) {
      fault("untilDay", "Choose a last day that is not before the first.");
    }
  })
  .transform(({ value, ...rest }) => ({ ...rest, value: numberIn(rest.kind, value) }));

function numberIn(kind: CouponKind, value: string): number {
  return kind === "percent" ? percentIn(value) : (centsFromTyped(value) ?? 0);
}

function percentIn(value: string): number {
  return /^\d{1,3}(\.0+)?%?$/.test(value) ? Number.parseInt(value, 10) : 0;
}

/** Input: `couponForm`. Throws "forbidden", and "invalid" also for a code that looks like another. */
export async function createCoupon(
  deps: CouponDependencies,
  actor: Actor,
  input: unknown,
): Promise<ListedCoupon> {
  requireRight(actor, "give discounts");
  const terms = parseOrThrow(couponForm, input);
  const id = newId();
  await storing(terms.code, () =>
    deps.database.write(async (tx) => {
      await requirePlans(tx, terms.plans);
      const at = deps.post.clock();
      await tx
        .insertInto("coupons")
        .values({ id, ...columnsOf(terms), created_at: at, ended_at: null })
        .execute();
      await auditCoupon(tx, actor, "Create coupon", { id, ...terms }, null, shown(terms), at);
    }),
  );
  return readCoupon(deps, actor, id);
}

/**
 * Changes a coupon for later orders; orders that have it keep their price. Input: `couponForm`.
 * Throws "forbidden", "not-found" and "invalid", also for another code once an order has the coupon,
 * and for fewer places than orders have now.
 */
export async function changeCoupon(
  deps: CouponDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<ListedCoupon> {
  requireRight(actor, "give discounts");
  const terms = parseOrThrow(couponForm, input);
  await storing(terms.code, () =>
    deps.database.write(async (tx) => {
      const before = await lockedCoupon(tx, id);
      await requirePlans(tx, terms.plans, before.plans);
      const uses = (await usesOf(tx, [id])).get(id);
      const { taken = 0, over = 0, givenBack = 0 } = uses ?? {};
      if (taken + over + givenBack > 0 && terms.code !== before.code) {
        throw fault("code", "Orders have this code, so it stays. Make another coupon instead.");
      }
      if (terms.mostInAll !== null && terms.mostInAll < taken) {
        throw fault("mostInAll", `${taken} orders have this coupon now. Write ${taken} or more.`);
      }
      await tx.updateTable("coupons").set(columnsOf(terms)).where("id", "=", id).execute();
      if (terms.mostInAll !== null) await closeGaps(tx, { id, mostInAll: terms.mostInAll });
      const at = deps.post.clock();
      const [from, to] = [shown(before), shown(terms)];
      if (JSON.stringify(from) === JSON.stringify(to)) return;
      await auditCoupon(tx, actor, "Change coupon", { id, ...terms }, from, to, at);
    }),
  );
  return readCoupon(deps, actor, id);
}

/** Moves orders to lower free places when the coupon has fewer places than before. */
async function closeGaps(
  tx: WriteTransaction,
  coupon: { readonly id: string; readonly mostInAll: number },
): Promise<void> {
  const beyond = await tx
    .selectFrom("coupon_places")
    .select("order_id")
    .where("coupon_id", "=", coupon.id)
    .where("place", ">", coupon.mostInAll)
    .execute();
  for (const { order_id } of beyond) {
    const place = await freePlace(tx, coupon);
    await tx
      .updateTable("coupon_places")
      .set({ place })
      .where("order_id", "=", order_id)
      // On PostgreSQL, an order may give its place back meanwhile.
      .where("place", "is not", null)
      .execute();
  }
}

/** Ends a coupon now. Orders that have it keep their price. An ended coupon stays unchanged. */
export function endCoupon(
  deps: CouponDependencies,
  actor: Actor,
  id: string,
): Promise<ListedCoupon> {
  return setEnd(deps, actor, id, true);
}

/** Takes back `endCoupon`. */
export function resumeCoupon(
  deps: CouponDependencies,
  actor: Actor,
  id: string,
): Promise<ListedCoupon> {
  return setEnd(deps, actor, id, false);
}

async function setEnd(deps: CouponDependencies, actor: Actor, id: string, isEnding: boolean) {
  requireRight(actor, "give discounts");
  await deps.database.write(async (tx) => {
    const coupon = await lockedCoupon(tx, id);
    if ((coupon.endedAt !== null) === isEnding) return;
    const at = deps.post.clock();
    const ended_at = isEnding ? at : null;
    await tx.updateTable("coupons").set({ ended_at }).where("id", "=", id).execute();
    const [before, after] = isEnding ? ["Running", "Ended"] : ["Ended", "Running"];
    const action = isEnding ? "End coupon" : "Resume coupon";
    await auditCoupon(tx, actor, action, coupon, { state: before }, { state: after }, at);
  });
  return readCoupon(deps, actor, id);
}

/** Deletes a coupon that no order has ever had. Throws "conflict" for any other. */
export async function deleteCoupon(
  deps: CouponDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  requireRight(actor, "give discounts");
  await deps.database.write(async (tx) => {
    const coupon = await lockedCoupon(tx, id);
    const used = await tx
      .selectFrom("coupon_places")
      .select("order_id")
      .where("coupon_id", "=", id)
      .limit(1)
      .executeTakeFirst();
    if (used !== undefined) {
      throw new AppError("conflict", "Orders have used this coupon, so it stays. End it instead.");
    }
    await tx.deleteFrom("coupons").where("id", "=", id).execute();
    const at = deps.post.clock();
    await auditCoupon(tx, actor, "Delete coupon", coupon, shown(coupon), null, at);
  });
}

async function lockedCoupon(tx: WriteTransaction, id: string): Promise<Coupon> {
  const coupon = canBeId(id) ? await lockCoupon(tx, { id }) : undefined;
  if (coupon === undefined) throw new AppError("not-found", "There is no such coupon.");
  return coupon;
}

/** Plans that a coupon has already may be gone. */
async function requirePlans(
  tx: WriteTransaction,
  plans: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  const known = new Set([
    ...(await listRecords(tx, pricingPackages)).map(({ _id }) => _id),
    ...kept,
  ]);
  if (!plans.every((id) => known.has(id))) {
    throw fault("plans", "One of these plans does not exist. Choose the plans again.");
  }
}

function fault(path: string, message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}

async function storing(code: string, write: () => Promise<void>): Promise<void> {
  await write().catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    throw fault("code", `Another coupon has ${code} or a code that looks like it. Choose another.`);
  });
}

function columnsOf(terms: CouponTerms) {
  return {
    code: terms.code,
    folded_code: foldedCode(terms.code),
    kind: terms.kind,
    value: terms.value,
    plans: terms.plans.join("\n"),
    from_day: terms.fromDay,
    until_day: terms.untilDay,
    first_order_only: terms.isFirstOrderOnly ? 1 : 0,
    most_per_customer: terms.mostPerCustomer,
    most_in_all: terms.mostInAll,
    cycles: terms.cycles,
    note: terms.note,
  };
}

async function auditCoupon(
  tx: WriteTransaction,
  actor: Actor,
  action: string,
  { id, code }: Pick<Coupon, "id" | "code">,
  before: JsonValue,
  after: JsonValue,
  at: number,
): Promise<void> {
  const entry = { subject: "coupon", subjectId: id, label: `Coupon ${code}`, at };
  await audit(tx, actor, { ...entry, action, before, after });
}

function shown(terms: CouponTerms) {
  return {
    code: terms.code,
    reduction: reductionInWords(terms),
    plans: terms.plans.join(", "),
    from: terms.fromDay ?? "",
    until: terms.untilDay ?? "",
    firstOrderOnly: terms.isFirstOrderOnly ? "Yes" : "No",
    perCustomer: terms.mostPerCustomer === null ? "" : String(terms.mostPerCustomer),
    inAll: terms.mostInAll === null ? "" : String(terms.mostInAll),
    cycles: couponCyclesInWords(terms.cycles),
    note: terms.note,
  };
}

/** The value of a coupon as a person types it: "20" percent or "50.00" dollars. */
export function typedValue({ kind, value }: Pick<Coupon, "kind" | "value">): string {
  return kind === "percent" ? String(value) : priceFromCents(value);
}
