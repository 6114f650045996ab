import { examplePaymentEmail, paymentEmail } from "#content/blocks/payment-email.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { isOwn, lockCustomerOrder } from "#orders/find-order.ts";
import { nameAtProvider } from "#orders/lines/lines-in-words.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import type { Order, PaymentStatus } from "#orders/order.ts";
import { paymentLimits } from "#orders/placing/order-limits.ts";
import { postponeOrderPlaced } from "#orders/placing/order-placed-email.server.ts";
import { lockAccountInUse } from "#payments/accounts/payment-accounts.server.ts";
import {
  attemptsOf,
  noteReturned,
  type PaymentAttempt,
  recordAttempt,
} from "#payments/attempts/payment-attempt-store.server.ts";
import type { HandOff, PaymentProvider } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isOwnOrigin } from "#platform/origins.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  type Sender,
} from "#platform/rate-limit.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { Actor } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { termsToSubscribe } from "#subscriptions/providers/start-at-provider.server.ts";
import { afterClosingCheckouts, leaveOtherWays, requireFreeWay } from "./open-ways.server.ts";
import {
  awaitsMoney,
  checkoutIsOpenMs,
  type PaymentProgressDependencies,
} from "./payment-progress.ts";
import { noLongerOffered, tooLittle } from "./ways.ts";

interface StartPaymentDependencies extends LimitedDependencies, Sender {
  readonly database: Database;
  readonly payments: Payments;
  /** Canonical origin of the site. */
  readonly publicUrl: string;
}

const cannotBePaid: Readonly<Record<Exclude<PaymentStatus, "UnPaid">, string>> = {
  Paid: "This order is already paid.",
  Cancelled: "This order was cancelled. Place a new order instead.",
  Refunded: "This order was paid and refunded. Place a new order instead.",
};

interface StartPaymentChoices {
  /** How the customer wants to pay; by default the first way of the site that takes the price. */
  readonly way?: string | undefined;
  /**
   * True when the customer wants to pay again after the warning that a payment may be on its way.
   */
  readonly again?: boolean;
  /** Id of the open way that the customer has left, as the page named it. */
  readonly left?: string | undefined;
  /**
   * True to continue the payment that was started last for this order instead of starting another,
   * so that an order form that is sent twice leads to one checkout.
   */
  readonly resumes?: boolean;
  /** Origin that the browser used for this request. */
  readonly browserOrigin?: string | undefined;
  /**
   * Path to which the provider sends the browser, with and without a payment, instead of the pages
   * that need a login.
   */
  readonly returnPath?: string;
}

/**
 * Starts a payment of the customer's own UnPaid order and returns the hand-off to the provider.
 * Records the attempt first, because notifications are compared with the attempt. After the
 * checkout, the provider sends the browser to `browserOrigin`, where its cookies are valid, or to
 * `publicUrl` when `browserOrigin` is no origin of this site. Throws "not-found"; "conflict" for an
 * order that is not UnPaid, for a way that is not offered or does not take so little, and as
 * `requireFreeWay` says; "too-many"; and "unavailable" when no provider is set up or the provider
 * cannot be reached.
 */
export async function startPayment(
  dependencies: StartPaymentDependencies,
  actor: Actor,
  orderId: string,
  choices: StartPaymentChoices = {},
): Promise<HandOff> {
  const { database, clock, payments, publicUrl } = dependencies;
  const { way, resumes = false, browserOrigin, returnPath } = choices;
  const customer = requireSignedIn(actor);
  const chosen = chosenWays(payments, way);
  const started = await afterClosingCheckouts<Started>(dependencies, (closed) =>
    database.write(async (tx) => {
      const order = await lockPayableOrder(tx, actor, orderId);
      const through =
        chosen.find(({ provider: { leastCents = 0 } }) => leastCents <= order.priceCents) ??
        chosen[0];
      const { provider } = through;
      requireAmount(provider, order);
      const now = clock();
      const free = await requireFreeWay(tx, payments, order, {
        ...choices,
        way: provider.way,
        closed,
        now,
      });
      // A customer who subscribes pays the first cycle and agrees to the later ones at once.
      const terms = await termsToSubscribe(tx, order, provider);
      if (resumes && free.progress === null) {
        const open = await openAttempt(tx, provider, order, now);
        if (open !== undefined) {
          return { kind: "done", result: { order, attempt: open, terms, through } };
        }
      }
      if (free.toClose.length > 0) return { kind: "to-close", attempts: free.toClose };
      await lockAccountInUse(tx, provider.paymentAccount);
      await countAttempt(tx, limiterOf(dependencies), paymentLimits(customer, dependencies));
      await leaveOtherWays(tx, order, free, now);
      const attempt = await recordAttempt(tx, {
        orderReference: order.id,
        provider: provider.name,
        amountCents: order.priceCents,
        currency: order.currency,
        receiver: await receiverFor(tx, provider),
        createdAt: now,
        accountId: customer.accountId,
        paymentAccount: provider.paymentAccount,
      });
      await postponeOrderPlaced(tx, order, { why: "at-provider", now });
      return { kind: "done", result: { order, attempt, terms, through } };
    }),
  );
  const isOwnName = browserOrigin !== undefined && isOwnOrigin(browserOrigin, publicUrl);
  const origin = isOwnName ? browserOrigin : publicUrl;
  const { order, attempt, terms, through } = started;
  const lines = await linesOfOrder(database.read, order);
  const orderName = nameAtProvider(order, lines);
  return through.startCheckout(
    attempt,
    checkoutPages(order, through.provider, origin, returnPath, orderName),
    terms,
  );
}

interface Started {
  readonly order: Order;
  readonly attempt: PaymentAttempt;
  /** Null for a single payment. */
  readonly terms: SubscriptionTerms | null;
  readonly through: Payments["ways"][number];
}

/** Throws "not-found", and "conflict" for an order that is not UnPaid. */
export async function lockPayableOrder(
  tx: WriteTransaction,
  actor: Actor,
  orderId: string,
): Promise<Order> {
  const order = await lockCustomerOrder(tx, actor, "payments", orderId);
  if (order.paymentStatus === "UnPaid") return order;
  throw new AppError("conflict", cannotBePaid[order.paymentStatus]);
}

function requireAmount({ way, leastCents = 0 }: PaymentProvider, { priceCents }: Order): void {
  if (priceCents < leastCents) throw new AppError("conflict", tooLittle(way, leastCents));
}

/**
 * PayPal returns the checkout of a repeated call for some hours. An older attempt may have a
 * checkout that has expired.
 */
const resumableForMs = 60 * 60 * 1000;

/** The newest attempt, while its customer can still be at its checkout. */
async function openAttempt(
  queries: Queries,
  provider: PaymentProvider,
  order: Order,
  now: number,
): Promise<PaymentAttempt | undefined> {
  const newest = (await attemptsOf(queries, [order.id])).at(-1);
  if (newest === undefined || newest.returnedAt !== null) return undefined;
  if (newest.provider !== provider.name || newest.leftAt !== null) return undefined;
  if (newest.paymentAccount !== provider.paymentAccount) return undefined;
  if (newest.amountCents !== order.priceCents || now - newest.createdAt > resumableForMs) {
    return undefined;
  }
  const receiver = await receiverFor(queries, provider);
  // PayPal's REST protocol replaces the receiver with the merchant's id once there is a checkout.
  return newest.reference !== null || newest.receiver === receiver ? newest : undefined;
}

/**
 * The way that the customer chose, or all ways. Throws "conflict" when the site has stopped to offer
 * a way since the page was loaded, and "unavailable" when it offers none.
 */
function chosenWays({ ways }: Payments, way: string | undefined) {
  if (ways.length === 0) {
    throw new AppError("unavailable", "Payment is not possible on this site yet. Write to us.");
  }
  const [first, ...others] =
    way === undefined ? ways : ways.filter((each) => each.provider.way === way);
  if (first !== undefined) return [first, ...others] as const;
  throw new AppError("conflict", noLongerOffered);
}

async function receiverFor(queries: Queries, provider: PaymentProvider): Promise<string> {
  if (provider.receiver !== null) return provider.receiver;
  const [record] = await listRecords(queries, paymentEmail);
  if (record === undefined) {
    throw new AppError("unavailable", "Payments are not set up yet: there is no PayPal address.");
  }
  const address = record.paypalEmail;
  const isExample = normalEmail(address) === normalEmail(examplePaymentEmail);
  const refusal = provider.refusal({ address, isExample });
  if (refusal !== null) throw new AppError("unavailable", refusal);
  return address;
}

/**
 * From a checkout that was left, the customer comes back to the page that cancels the order, as
 * specified for PayPal. Cards lead back to the choice between the ways, because who gives up a
 * declined card wants another.
 */
function checkoutPages(
  order: Order,
  { way }: PaymentProvider,
  origin: string,
  returnPath: string | undefined,
  orderName: string,
) {
  const description = `${orderName}, order ${order.number}`;
  const { customerEmail } = order;
  if (returnPath !== undefined) {
    return {
      description,
      customerEmail,
      returnUrl: `${origin}${returnPath}?paid`,
      cancelUrl: origin + returnPath,
    };
  }
  const left = way === "card" ? "pay-now" : "order-cancelled";
  return {
    description,
    customerEmail,
    returnUrl: `${origin}/received-payment/${order.id}`,
    cancelUrl: `${origin}/${left}/${order.id}`,
  };
}

/**
 * Records that the customer came back from the provider, and lets the provider collect a payment
 * that the customer has approved. `query` is the query of the URL to which the customer came back.
 * The query cannot make an order Paid; only a verified notification can.
 */
export async function handleReturn(
  deps: PaymentProgressDependencies,
  actor: Actor,
  order: Order,
  query: URLSearchParams,
): Promise<void> {
  await noteReturn(deps, actor, order);
  if (order.paymentStatus === "UnPaid") await deps.payments.customerReturned(order.id, query);
}

/**
 * Records at the newest attempt that the customer came back from the provider. The provider sends
 * customers to this page after they approve a payment, but the return proves no payment. Ignores a
 * repeated return, a return of anybody else, and a return later than `checkoutIsOpenMs` after the
 * start of the attempt.
 */
async function noteReturn(
  { database, clock }: Pick<PaymentProgressDependencies, "database" | "clock">,
  actor: Actor,
  order: Order,
): Promise<void> {
  if (!isOwn(actor, order, "payments")) return;
  if (!awaitsMoney(order)) return;
  const newest = (await attemptsOf(database.read, [order.id])).at(-1);
  const now = clock();
  if (newest === undefined || newest.returnedAt !== null) return;
  if (now - newest.createdAt > checkoutIsOpenMs) return;
  await database.write(async (tx) => {
    await noteReturned(tx, newest.id, now);
    await postponeOrderPlaced(tx, order, { why: "returned", now });
  });
}
