import type { Services } from "#compose.ts";
import { correctOrder } from "#money/correcting/correct-order.ts";
import { correctionsOf } from "#money/correcting/order-corrections.server.ts";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { findOrder } from "#orders/find-order.ts";
import { unpaidOrderLike } from "#orders/list-orders.ts";
import type { Order } from "#orders/order.ts";
import type { ChosenAddOn } from "#orders/placing/place-order.ts";
import { type OrderBilling, taxAgain } from "#orders/placing/tax-again.ts";
import { type CustomerDetails, customerDetailsIn } from "#platform/texts/customer-details.ts";
import type { SignedInActor } from "#policy/actor.ts";

/**
 * The sender's own unpaid order of the same plan, price and website, with the details of the form.
 * An order form that is opened again, for example by Back, goes on with this order instead of
 * placing another. Undefined when there is no such order. Throws like `correctOrder`.
 */
export async function continueOrder(
  services: Services,
  sender: SignedInActor,
  form: CustomerDetails & {
    readonly packageId: string;
    readonly packagePrice: string | undefined;
    readonly addOns: readonly ChosenAddOn[];
    readonly coupon?: string | undefined;
    readonly billing?: OrderBilling | undefined;
    readonly taxShown?: string | undefined;
  },
): Promise<Order | undefined> {
  const order = await unpaidOrderLike(services, sender, form);
  if (order === undefined) return undefined;
  // The page of the payment says what is known about it, so the details stay.
  if (mayBePaidAlready(await paymentProgress(services, sender, order.id))) return order;
  if (!(await taxAgain(services, order, form))) return undefined;
  const seen = (await correctionsOf(services.database.read, order.id)).length;
  await correctOrder(services, sender, order.id, { ...customerDetailsIn(form), seen });
  return findOrder(services, sender, order.id);
}
