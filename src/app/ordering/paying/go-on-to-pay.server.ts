import type { Services } from "#compose.ts";
import { chooseBankTransfer } from "#money/paying/choose-bank-transfer.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import type { Order } from "#orders/order.ts";
import type { FormHandOff } from "#payments/payment-provider.ts";
import { AppError } from "#platform/errors.ts";
import type { Sender } from "#platform/rate-limit.ts";
import type { Actor } from "#policy/actor.ts";
import { waysToPay } from "./payment-facts.server.ts";

/** `path` is an address of the provider or of this site. */
type WayToProvider = { readonly path: string } | { readonly handOff: FormHandOff };

/**
 * The way from a placed order to the payment provider, so that the buyer presses one button for
 * order and payment. The same form sent again continues the same payment. Leads to `/pay-now/{id}`
 * for a bank transfer, and when the payment cannot start now; that page says why. Leads to the page
 * of an order that has nothing to pay.
 */
export async function goOnToPay(
  sender: Services & Sender,
  buyer: Actor,
  { id, priceCents, paymentStatus }: Order,
  request: Request,
  way?: string,
): Promise<WayToProvider> {
  const page = `/pay-now/${id}`;
  // With a price of nothing it is paid already, and its page says so.
  if (paymentStatus === "Paid") return { path: `/my-order/${id}` };
  // A buyer who was not asked chooses on the page.
  if (way === undefined && (await waysToPay(sender, priceCents)).ways.length !== 1) {
    return { path: `${page}?placed` };
  }
  const browserOrigin = request.headers.get("origin") ?? undefined;
  try {
    if (way === "transfer") {
      await chooseBankTransfer(sender, buyer, id);
      return { path: page };
    }
    const handOff = await startPayment(sender, buyer, id, { way, resumes: true, browserOrigin });
    return handOff.kind === "redirect" ? { path: handOff.url } : { handOff };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const word = error.code === "unavailable" ? "unopened" : "placed";
    return { path: `${page}?${word}` };
  }
}
