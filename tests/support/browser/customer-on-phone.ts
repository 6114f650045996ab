import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { FurrowServer } from "../servers/furrow-server.ts";
import { adminOf } from "../servers/web-client.ts";
import { newPerson } from "./journey.ts";
import { phone } from "./keyboard-and-phone.ts";

interface CustomerOnPhone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly name: string;
  readonly orderId: string;
}

/** A signed-in customer without JavaScript, with a Paid order of the Basic plan. */
export async function openCustomerOnPhone(
  browser: Browser,
  furrow: FurrowServer,
  { customerWebsite = "" } = {},
): Promise<CustomerOnPhone> {
  const context = await browser.newContext({
    ...phone,
    baseURL: furrow.url,
    javaScriptEnabled: false,
  });
  const headers = { origin: furrow.url };
  const person = newPerson();
  await context.request.post("/api/auth/sign-up/email", { headers, data: person });
  const data = {
    packageName: "Basic",
    customerName: person.name,
    customerWebsite,
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  };
  const placed = await context.request.post("/api/new-order", { headers, data });
  const { _id: orderId } = (await placed.json()) as { _id: string };
  const admin = await adminOf(furrow);
  const date = new Date().toISOString().slice(0, 10);
  const payment = { amount: "149.00", date, reference: "Transfer" };
  const key = { "idempotency-key": `paid-${orderId}` };
  await admin.call("POST", `/order/${orderId}/payments`, payment, key);
  return { context, page: await context.newPage(), name: person.name, orderId };
}
