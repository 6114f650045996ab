import type { FurrowServer } from "../servers/furrow-server.ts";
import { adminOf, register, type WebClient } from "../servers/web-client.ts";
import { newPerson } from "./journey.ts";

const prices = { Basic: "149.00", Standard: "299.00", Premium: "499.00" } as const;

interface OrderOptions {
  readonly plan?: keyof typeof prices;
  readonly website?: string;
}

export interface PlacedOrder {
  readonly person: { readonly name: string; readonly email: string; readonly password: string };
  readonly customer: WebClient;
  readonly orderId: string;
  /** Path of the order's page for the customer. */
  readonly room: string;
  /** Path of the order in the panel. */
  readonly inPanel: string;
}

/** Registers a customer and places an order, without a browser. */
export async function placeOrder(
  furrow: FurrowServer,
  { plan = "Basic", website = "" }: OrderOptions = {},
): Promise<PlacedOrder> {
  const person = { ...newPerson(), password: "hedgerow and barley" };
  const customer = await register(furrow.url, person.email);
  const { _id: orderId } = await customer.call<{ _id: string }>("POST", "/new-order", {
    packageName: plan,
    customerName: person.name,
    customerWebsite: website,
    customerAddress: "17 Orchard Passage",
    customerCountry: "Norway",
  });
  const [room, inPanel] = [`/my-order/${orderId}`, `/admin/payment-status/${orderId}`];
  return { person, customer, orderId, room, inPanel };
}

/** Like `placeOrder`, and records a manual payment of the whole price. */
export async function placePaidOrder(
  furrow: FurrowServer,
  options: OrderOptions = {},
): Promise<PlacedOrder> {
  const placed = await placeOrder(furrow, options);
  const admin = await adminOf(furrow);
  const date = new Date().toISOString().slice(0, 10);
  const payment = { amount: prices[options.plan ?? "Basic"], date, reference: "Transfer" };
  const key = { "idempotency-key": `paid-${placed.orderId}` };
  await admin.call("POST", `/order/${placed.orderId}/payments`, payment, key);
  return placed;
}
