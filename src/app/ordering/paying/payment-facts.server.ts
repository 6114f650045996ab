import type { Services } from "#compose.ts";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import {
  type ChargedPlan,
  type ChargeLine,
  chargeLines,
  isRepeated,
  payUntilLine,
  type RunningPeriod,
} from "#content/model/plan-interval.ts";
import type { PlanTerms } from "#content/model/plan-terms.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { tooLittle, type Way } from "#money/paying/ways.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { chargedBy } from "#orders/lines/order-lines.ts";
import type { Order } from "#orders/order.ts";
import type { Payments } from "#payments/payments.ts";
import { chargesByItself } from "#payments/provider-subscriptions.ts";
import { centsOfCycle } from "#platform/cycle-prices.ts";
import type { DateReader } from "#platform/time/dates.ts";
import { readBankTransfer } from "#settings/stored-settings.server.ts";
import { periodOfOrder } from "#subscriptions/period-of-order.server.ts";
import { questionsOfPlan } from "#work/brief/brief-questions.ts";

/** What a buyer wants to know before they pay, besides the price. */
export interface PaymentFacts extends Ways {
  /** True if there is nothing to pay now, so that the order is complete once it is placed. */
  readonly isFree: boolean;
  /**
   * True if the plan asks questions after the payment. Their number is not known before, because the
   * details of the order and earlier orders answer some of them.
   */
  readonly asksQuestions: boolean;
  readonly terms: PlanTerms;
  /** What is charged, when, and how to stop it; empty for a plan that is charged once. */
  readonly charges: readonly ChargeLine[];
}

export interface Ways {
  /** Name of the only provider, or of all, such as "Stripe or PayPal"; "" without a provider. */
  readonly providerName: string;
  /**
   * What the buyer can choose; the first is chosen beforehand. Empty while no payment is possible.
   */
  readonly ways: readonly WayView[];
  /** Sentences about the ways that take no payment of this price. */
  readonly refusals: readonly string[];
}

export interface WayView {
  readonly way: Way;
  /** "" for a bank transfer. */
  readonly providerName: string;
}

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

/** The ways to pay a price now. */
export async function waysToPay(
  { database, payments }: Pick<Services, "database" | "payments">,
  priceCents: number,
): Promise<Ways> {
  const providers = payments.ways.map(({ provider }) => provider);
  const usable = providers.filter(({ leastCents = 0 }) => priceCents >= leastCents);
  const account = await readBankTransfer(database.read);
  return {
    providerName: anyOf.format(usable.map(({ displayName }) => displayName)),
    ways: [
      ...usable.map(({ way, displayName }) => ({ way, providerName: displayName })),
      ...(account === null ? [] : [{ way: "transfer" as const, providerName: "" }]),
    ],
    refusals: providers
      .filter((provider) => !usable.includes(provider))
      .map(({ way, leastCents = 0 }) => tooLittle(way, leastCents)),
  };
}

/**
 * What a plan costs, when it is charged, and how to stop it, for the ways that can be chosen.
 * `running` is null for the first period.
 */
function chargesOf(
  payments: Pick<Payments, "ways">,
  { ways }: Pick<Ways, "ways">,
  plan: ChargedPlan,
  running: RunningPeriod | null,
): readonly ChargeLine[] {
  const charging = new Set<Way>(
    payments.ways
      .filter(({ provider }) => chargesByItself(provider, plan))
      .map(({ provider }) => provider.way),
  );
  return chargeLines(
    plan,
    ways.map(({ way, providerName }) => ({
      chargedBy: charging.has(way) ? providerName : null,
      way: providerName || "bank transfer",
    })),
    running,
  );
}

/** What is charged for an order and after it, and how to stop that; empty for a single order. */
export async function chargesOfOrder(
  { database, payments, clock }: Pick<Services, "database" | "payments" | "clock">,
  ways: Pick<Ways, "ways">,
  order: Order,
  reader: DateReader,
): Promise<readonly ChargeLine[]> {
  const found = isRepeated(order.charged)
    ? await periodOfOrder(database.read, order.id, { reader, now: clock() })
    : null;
  const charged = chargedBy(await linesOfOrder(database.read, order), order);
  const lines = chargesOf(payments, ways, charged, found?.running ?? null);
  return found?.payUntil ? [...lines, payUntilLine(found.payUntil)] : lines;
}

/** Name of the provider of a way. */
export function providerNameOf({ ways }: Pick<Ways, "ways">, way: string | undefined): string {
  return (ways.find((each) => each.way === way) ?? ways[0])?.providerName ?? "";
}

export async function paymentFacts(
  services: Pick<Services, "database" | "payments">,
  plan: PlanTerms & ChargedPlan & { readonly packageName: string },
): Promise<PaymentFacts> {
  const { packageName, workingDays, includedRounds, refundDays, charged, minimumCycles } = plan;
  const questions = await listRecords(services.database.read, briefQuestions);
  const cents = centsOfCycle(plan, 1);
  const ways =
    cents === 0 ? { providerName: "", ways: [], refusals: [] } : await waysToPay(services, cents);
  return {
    ...ways,
    isFree: cents === 0,
    asksQuestions: questionsOfPlan(questions, packageName).some(({ kind }) => kind !== "note"),
    terms: { workingDays, includedRounds, refundDays, charged, minimumCycles },
    charges: chargesOf(services.payments, ways, plan, null),
  };
}
