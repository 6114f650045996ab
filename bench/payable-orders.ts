import { readCheckoutForm } from "#payments/sandbox/checkout-form.ts";
import { sandboxMessage } from "#payments/sandbox/sandbox-message.ts";
import type { LoadRequest } from "./load.ts";

/**
 * An order whose customer is at the checkout, and the provider's notification that the order is
 * paid.
 */
export interface PayableOrder {
  readonly id: string;
  readonly notification: LoadRequest & { readonly body: string };
}

export interface Customer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const atOnce = 16;

export async function signUp(url: string): Promise<Customer> {
  const headers = { origin: url, "content-type": "application/json" };
  const account = { email: "bench@example.com", name: "Bench", password: "hedgerow and hawthorn" };
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers,
    body: JSON.stringify(account),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (cookies.length === 0) throw new Error(`Signing up answers ${answer.status} and no session.`);
  return { url, headers: { ...headers, cookie: cookies.join("; ") } };
}

/**
 * Places orders and starts their payments like a browser, up to the moment before the provider
 * sends its notification.
 */
export async function makePayable(
  customer: Customer,
  secret: string,
  count: number,
): Promise<PayableOrder[]> {
  const [plan] = await (await fetch(`${customer.url}/api/pricings`)).json();
  const orders: PayableOrder[] = [];
  while (orders.length < count) {
    const making = Array.from({ length: Math.min(atOnce, count - orders.length) }, () =>
      makeOnePayable(customer, plan, secret),
    );
    orders.push(...(await Promise.all(making)));
  }
  return orders;
}

async function makeOnePayable(
  { url, headers }: Customer,
  plan: { readonly packageName: string; readonly packagePrice: string },
  secret: string,
): Promise<PayableOrder> {
  const placed = await fetch(`${url}/api/new-order`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      packageName: plan.packageName,
      packagePrice: plan.packagePrice,
      customerName: "Bench",
      customerAddress: "1 Long Furrow Lane",
      customerCountry: "Norway",
    }),
  });
  const order = await placed.json();
  if (!placed.ok) throw new Error(`An order is answered ${placed.status}.`);
  const id: string = order._id;
  const page = await fetch(`${url}/pay-now/${id}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
  });
  const form = readCheckoutForm(hiddenFields(await page.text()), url);
  if ("fault" in form) throw new Error(`Order ${id} cannot be paid: ${form.fault}`);
  const body = sandboxMessage(form, { status: "Completed" }, `BENCH${id}`, secret);
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return { id, notification: { url: form.notifyUrl, method: "POST", headers: type, body } };
}

/** Hidden fields of the form that sends a browser to the provider. */
function hiddenFields(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? "";
    fields.append(attribute("name"), attribute("value").replaceAll("&amp;", "&"));
  }
  return fields;
}
