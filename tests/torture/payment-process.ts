// A process that tests kill: it receives notifications, places orders and cancels them. It stores a
// notification, responds, and applies the notification in the background.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { AppError } from "#platform/errors.ts";
import { ada, orderForm } from "../support/orders/shop.ts";
import { shopOf } from "./payments-over.ts";

const shop = shopOf(JSON.parse(process.argv[2] ?? ""));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function work(request: IncomingMessage): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/place") await placeOrder(shop, ada, orderForm);
  else if (pathname === "/cancel") await cancelOrder(shop, ada, searchParams.get("order") ?? "");
  else await shop.payments.receive(await bodyOf(request), headersOf(request));
}

const server = createServer(async (request, response) => {
  try {
    await work(request);
    response.end();
  } catch (error) {
    // An `AppError` is expected, for example when an order is cancelled after its payment.
    response.writeHead(error instanceof AppError ? 409 : 500).end(String(error));
  }
});
await shop.payments.startVerifying();
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// Exits when the parent process ends, because then standard input ends.
process.stdin.resume().once("end", () => process.exit(0));
