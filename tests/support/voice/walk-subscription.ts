import { addDays } from "#platform/time/calendar.ts";
import { MailScanner } from "../mail/mail-scanner.ts";
import { restPayment } from "../orders/rest-order.ts";
import { type FurrowServer, startFurrow } from "../servers/furrow-server.ts";
import { adminOf, register, WebClient } from "../servers/web-client.ts";
import { waitFor } from "../wait-for.ts";
import { textOfHtml } from "./text-of-html.ts";
import { expectPaid, inFile, mailsIn, pay, unwrapped } from "./walk-purchase.ts";

/** A page or an email that a customer reads about a plan that is charged every month. */
export interface PlanText {
  readonly moment: "before" | "placed" | "paid" | "next month";
  /** How the customer pays: by card, or by transfer, which is by hand. */
  readonly way: "card" | "transfer";
  /** Path of a page without its ids, or name of the template of an email. */
  readonly source: string;
  readonly text: string;
}

/** Of the providers of a test, only Stripe charges by itself. */
const settingsOf = {
  card: { SANDBOX_PROTOCOL: "stripe", SANDBOX_URL: "http://127.0.0.1:{port}" },
  transfer: {},
} as const;

/**
 * Lets a customer order the monthly plan and pay it, and collects what the customer reads. With a
 * number of payments, the customer has a coupon of 20 % for so many.
 */
export async function walkSubscription(
  way: PlanText["way"],
  couponCycles?: number,
): Promise<readonly PlanText[]> {
  const furrow = await startFurrow(settingsOf[way]);
  try {
    return await walk(furrow, way, couponCycles);
  } finally {
    await furrow.stop();
  }
}

async function walk(
  furrow: FurrowServer,
  way: PlanText["way"],
  couponCycles: number | undefined,
): Promise<readonly PlanText[]> {
  const texts: PlanText[] = [];
  const visitor = new WebClient(furrow.url);
  const owner = await adminOf(furrow);
  const ada = await register(furrow.url, "ada@example.com");
  if (way === "transfer") await owner.call("PUT", "/settings", { bankTransfer: account });
  const coupon = couponCycles === undefined ? {} : { coupon: "SPRING20" };
  if (couponCycles !== undefined) {
    const terms = { code: "SPRING20", kind: "percent", value: "20", cycles: couponCycles };
    await owner.call("POST", "/coupon", terms);
  }
  const seen = new Set<string>();
  async function read(
    moment: PlanText["moment"],
    client: WebClient,
    paths: Readonly<Record<string, string>>,
  ) {
    for (const [source, path] of Object.entries(paths)) {
      const page = await client.see(path);
      if (page.status !== 200) throw new Error(`${path}: ${page.status}`);
      texts.push({ moment, way, source, text: textOfHtml(page.text) });
    }
    for (const { id, recipient, letter, subject, text_body } of mailsIn(furrow)) {
      if (seen.has(id) || recipient !== "ada@example.com") continue;
      seen.add(id);
      texts.push({ moment, way, source: letter, text: `${subject}\n${unwrapped(text_body)}` });
    }
  }

  /** Opens the first link of an email without a login. */
  async function readLink(moment: PlanText["moment"], letter: string): Promise<void> {
    const mail = mailsIn(furrow).find((each) => each.letter === letter);
    const [link = ""] = /http\S+order-link\?\S+/.exec(mail?.text_body ?? "") ?? [];
    const body = new URLSearchParams();
    const headers = { origin: "null" };
    const opened = await new MailScanner(furrow.url).open(link, { method: "POST", body, headers });
    texts.push({ moment, way, source: `link of ${letter}`, text: textOfHtml(opened.html) });
  }

  const plans = await visitor.call<readonly { _id: string; packageName: string }[]>(
    "GET",
    "/pricings",
  );
  const plan = plans.find(({ packageName }) => packageName === "Premium")?._id ?? "";
  const pages = { "/": "/", "/pricing/": "/pricing/", "/terms": "/terms" };
  const orderPath = `/order-now/${plan}${coupon.coupon ? `?offer=${coupon.coupon}` : ""}`;
  await read("before", visitor, { ...pages, "/order-now": orderPath });
  await read("before", ada, { "/order-now, signed in": orderPath });

  const { _id: id, subscription } = await ada.call<{ _id: string; subscription: { _id: string } }>(
    "POST",
    "/new-order",
    {
      packageName: "Premium",
      customerName: "Ada Field",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
      customerWebsite: "https://field.example",
      ...coupon,
    },
  );
  const ofOrder = (order: string) => ({
    "/my-order": `/my-order/${order}`,
    "/my-plan": `/my-plan/${subscription._id}`,
    "/dashboard": "/dashboard",
  });
  const toPay = { "/pay-now": `/pay-now/${id}`, "/pending-order": "/pending-order" };
  await read("placed", ada, { ...toPay, ...ofOrder(id) });
  await readLink("placed", "orderPlaced");

  if (way === "card") await pay(furrow, ada, `/pay-now/${id}`, "Pay by card");
  else await payByTransfer(owner, id);
  await waitFor(() => expectPaid(furrow, id));
  await read("paid", ada, { ...ofOrder(id), "/received-payment": `/received-payment/${id}` });
  if (way === "transfer") {
    nextPeriodSoon(furrow, id);
    const mail = () => mailsIn(furrow).some(({ letter }) => letter === "cycleToPay");
    await waitFor(() => {
      if (!mail()) throw new Error("The order of the next month is not made yet.");
    });
    await read("next month", ada, {
      "/dashboard": "/dashboard",
      "/my-plan": `/my-plan/${subscription._id}`,
    });
    await readLink("next month", "cycleToPay");
    const [next] = await ada.call<readonly { _id: string }[]>("GET", `/orders?after=${id}`);
    await read("next month", ada, { "/pay-now": `/pay-now/${next?._id}` });
  }
  return texts;
}

const account = {
  isOn: true,
  holder: "Meridian AS",
  iban: "NO9386011117947",
  accountNumber: "",
  routingNumber: "",
  bic: "DNBANOKK",
  bank: "DNB",
  note: "",
};

async function payByTransfer(owner: WebClient, id: string): Promise<void> {
  const payment = { ...restPayment(), amount: "499.00" };
  await owner.call("POST", `/order/${id}/payments`, payment, { "idempotency-key": `paid-${id}` });
}

/** Lets the next period begin in three days, so that its order is made now. */
function nextPeriodSoon(furrow: FurrowServer, orderId: string): void {
  const soon = addDays(new Date().toISOString().slice(0, 10), 3);
  inFile(furrow, (file) => {
    const period = `period_start = '${addDays(soon, -30)}', period_end = '${soon}'`;
    file.exec(`update subscription_cycles set ${period} where order_id = '${orderId}'`);
    file.exec(
      "update scheduled_jobs set scheduled_for = 0, due_at = 0 where kind = 'subscription'",
    );
  });
}
