// A process that tests kill: it receives orders and edits of the site. "/order?mark=" and
// "/record?mark=" each write a record that contains the mark.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { faqItems } from "#content/blocks/faq.ts";
import { createRecord } from "#content/records/save-block.ts";
import { orderLifecycle } from "#lifecycle/order-lifecycle.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { openDatabase } from "#platform/database/database.ts";
import { systemClock } from "#platform/time/clock.ts";
import { postFor } from "../support/mail/post.ts";
import { ada, anyAccount, orderForm, owner } from "../support/orders/shop.ts";
import { providerSettings } from "../support/payments/provider-settings.ts";
import { publicUrl } from "./payments-over.ts";

const database = openDatabase(JSON.parse(process.argv[2] ?? ""));
const clock = systemClock;
const deps = {
  database,
  clock,
  reservedWords: new Set<string>(),
  openWords: new Set<string>(),
  sectionKinds: new Map(),
  ownPaths: new Set<string>(),
  publicUrl,
  post: postFor({ publicUrl }),
  lockActorAccount: anyAccount,
  nameFromOrder: async () => {},
  lifecycle: orderLifecycle,
  clientAddress: "203.0.113.7",
  secret: providerSettings.secret,
  configuration: { rateLimitFactor: 1_000_000 },
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const mark = searchParams.get("mark") ?? "";
  try {
    if (pathname === "/order")
      await placeOrder(deps, ada, { ...orderForm, customerName: mark }, mark);
    else await createRecord(deps, owner, faqItems, { accodingTitle: mark, accodingText: "Yes." });
    response.end();
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// Exits when the parent process ends, because then standard input ends.
process.stdin.resume().once("end", () => process.exit(0));
