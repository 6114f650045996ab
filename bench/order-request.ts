import type { FurrowSite } from "../tests/support/servers/furrow-server.ts";
import type { LoadRequest } from "./load.ts";

export const benchCustomer = { email: "bench@example.com", password: "hedgerow and hawthorn" };

/** Signs up a customer. Returns the request in which this customer orders the first plan. */
export async function orderRequest({ url }: FurrowSite): Promise<LoadRequest & { body: string }> {
  const headers = { origin: url, "content-type": "application/json" };
  const account = { ...benchCustomer, name: "Bench" };
  const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers,
    body: JSON.stringify(account),
  });
  const cookie = signUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  if (cookie === "") throw new Error(`Signing up answers ${signUp.status} and no session.`);
  const [plan] = await (await fetch(`${url}/api/pricings`)).json();
  const body = JSON.stringify({
    packageName: plan.packageName,
    packagePrice: plan.packagePrice,
    customerName: account.name,
    customerAddress: "1 Long Furrow Lane",
    customerCountry: "Norway",
  });
  return { url: `${url}/api/new-order`, method: "POST", headers: { ...headers, cookie }, body };
}
