import type { Context, Hono, MiddlewareHandler } from "hono";
import { z } from "zod";
import type { Database } from "#platform/database/database.ts";
import { centsFromAmount } from "#platform/money.ts";
import { isOfTheShop } from "../checkout-form.ts";
import { type Delivery, outcomeNamed } from "../outcomes.ts";
import { accountOf, isOf, noteCaller } from "../sandbox-caller.ts";
import { newTransactionId } from "../sandbox-message.ts";
import {
  changeSandboxOrder,
  findSandboxOrder,
  insertSandboxOrder,
  lastCaptureId,
  type SandboxOrder,
  type SandboxRefund,
} from "../sandbox-orders.server.ts";
import { faultyAnswer } from "../verification-fault.ts";
import { keyOf, lacking, refuse } from "./paypal-calls.ts";
import { paypalWebhookRoutes } from "./paypal-webhooks.ts";
import {
  appOf,
  isSignedWebhook,
  issueToken,
  orderIdFor,
  type SandboxApp,
} from "./sandbox-account.ts";
import { orderResource, refundResource } from "./sandbox-resources.ts";

const requested = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.object({
        description: z.string().max(127).default(""),
        custom_id: z.string().max(255).default(""),
        invoice_id: z.string().max(127).default(""),
        amount: z.object({
          currency_code: z.string().regex(/^[A-Z]{3}$/),
          value: z.string(),
        }),
      }),
    )
    .length(1),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({ return_url: z.url(), cancel_url: z.url() }),
    }),
  }),
});

/** Returns the requested order, or the path of an invalid field. */
function readOrderRequest(
  body: unknown,
  id: string,
  publicUrl: string,
): SandboxOrder | { readonly fault: string } {
  const parsed = requested.safeParse(body);
  if (!parsed.success) return { fault: parsed.error.issues[0]?.path.join("/") ?? "body" };
  const [unit] = parsed.data.purchase_units;
  const { return_url, cancel_url } = parsed.data.payment_source.paypal.experience_context;
  const cents = centsFromAmount(unit?.amount.value ?? "") ?? 0;
  if (unit === undefined || cents <= 0) return { fault: "amount/value" };
  for (const address of [return_url, cancel_url]) {
    if (!isOfTheShop(address, publicUrl)) return { fault: "experience_context" };
  }
  return {
    id,
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    description: unit.description,
    amountCents: cents,
    currency: unit.amount.currency_code,
    returnUrl: return_url,
    cancelUrl: cancel_url,
    outcome: null,
    capture: null,
    refunds: [],
  };
}

interface SandboxApiOptions {
  readonly database: Database;
  readonly secret: string;
  readonly publicUrl: string;
  /** Base URL of the links in responses. */
  readonly apiUrl: string;
  readonly approvalUrl: string;
  /** Sends a webhook for each delivery. */
  readonly tell: (order: SandboxOrder, deliveries: readonly Delivery[]) => Promise<void>;
  readonly tellRefund: (order: SandboxOrder, refund: SandboxRefund) => Promise<void>;
}

/** Paths that an app may not call; PayPal lets every app set up webhooks. */
const forbiddenTo: Readonly<Partial<Record<SandboxApp, RegExp>>> = {
  "pasted-without-payments": /\/(v2|v1\/(billing|catalogs))\//,
  "pasted-without-plans": /\/v1\/(billing|catalogs)\//,
};

/** Answers the shop's calls as PayPal does. */
export function sandboxApi(sandbox: Hono, options: SandboxApiOptions): void {
  const { secret, database, apiUrl } = options;

  sandbox.post("/v1/oauth2/token", (c) => {
    const token = issueToken(secret, c.req.header("authorization"));
    return token === undefined ? c.json({ error: "invalid_client" }, 401) : c.json(token);
  });

  const authorised: MiddlewareHandler = async (c, next) => {
    const app = appOf(secret, c.req.header("authorization"));
    if (app === undefined) return c.json({ name: "AUTHENTICATION_FAILURE" }, 401);
    if (forbiddenTo[app]?.test(c.req.path)) return lacking(c);
    noteCaller(c, app === "built-in" ? "built-in" : "pasted");
    return next();
  };
  sandbox.use("/v2/*", authorised);
  sandbox.use("/v1/notifications/*", authorised);
  sandbox.use("/v1/billing/*", authorised);
  sandbox.use("/v1/catalogs/*", authorised);
  paypalWebhookRoutes(sandbox, options);

  sandbox.post("/v2/checkout/orders", async (c) => {
    const id = orderIdFor(secret, keyOf(c));
    const order = readOrderRequest(await c.req.json(), id, options.publicUrl);
    if ("fault" in order) return refuse(c, 400, order.fault);
    await insertSandboxOrder(database, { ...order, account: accountOf(c) });
    const approve = `${options.approvalUrl}?token=${id}`;
    const links = [{ rel: "payer-action", href: approve, method: "GET" }];
    return c.json({ ...orderResource(order, apiUrl), links });
  });

  sandbox.get("/v2/checkout/orders/:id", async (c) => {
    const order = await findSandboxOrder(database.read, { id: c.req.param("id") });
    return isOf(c, order)
      ? c.json(orderResource(order, apiUrl))
      : refuse(c, 404, "INVALID_RESOURCE_ID");
  });

  sandbox.post("/v2/checkout/orders/:id/capture", (c) => capture(c, options, c.req.param("id")));
  sandbox.post("/v2/payments/captures/:id/refund", (c) => refund(c, options, c.req.param("id")));
  sandbox.post("/v1/notifications/verify-webhook-signature", (c) => verify(c, secret));
}

async function capture(c: Context, { database, apiUrl, tell }: SandboxApiOptions, id: string) {
  const idempotencyKey = keyOf(c);
  const order = await findSandboxOrder(database.read, { id });
  if (!isOf(c, order)) return refuse(c, 404, "INVALID_RESOURCE_ID");
  const { deliveries = [] } = outcomeNamed(order.outcome) ?? {};
  const reuses = deliveries.some(({ wrong }) => wrong === "transaction");
  const captureId = (reuses && (await lastCaptureId(database.read))) || newTransactionId();
  const captured = await changeSandboxOrder(database, { id }, (found) =>
    found.outcome === null || found.capture !== null
      ? undefined
      : { ...found, capture: { id: captureId, idempotencyKey } },
  );
  if (captured !== undefined) {
    await tell(captured, deliveries);
    return c.json(orderResource(captured, apiUrl), 201);
  }
  const before = await findSandboxOrder(database.read, { id });
  if (before?.capture?.idempotencyKey === idempotencyKey) {
    return c.json(orderResource(before, apiUrl));
  }
  const issue = before?.capture ? "ORDER_ALREADY_CAPTURED" : "ORDER_NOT_APPROVED";
  return refuse(c, 422, issue);
}

const refundBody = z.object({ amount: z.object({ value: z.string() }) });

async function refund(
  c: Context,
  { database, apiUrl, tellRefund }: SandboxApiOptions,
  captureId: string,
) {
  const idempotencyKey = keyOf(c);
  if (!isOf(c, await findSandboxOrder(database.read, { captureId }))) {
    return refuse(c, 404, "RESOURCE_NOT_FOUND");
  }
  const { amount } = refundBody.parse(await c.req.json());
  const cents = centsFromAmount(amount.value) ?? 0;
  const given = { id: newTransactionId(), idempotencyKey, cents };
  const changed = await changeSandboxOrder(database, { captureId }, (order) => {
    const returnedCents = order.refunds.reduce((sum, each) => sum + each.cents, 0);
    const isRepeated = order.refunds.some((each) => each.idempotencyKey === idempotencyKey);
    if (isRepeated || cents <= 0 || returnedCents + cents > order.amountCents) return undefined;
    return { ...order, refunds: [...order.refunds, given] };
  });
  const order = changed ?? (await findSandboxOrder(database.read, { captureId }));
  if (order === undefined) return refuse(c, 404, "RESOURCE_NOT_FOUND");
  const made = order.refunds.find((each) => each.idempotencyKey === idempotencyKey);
  if (made === undefined) return refuse(c, 422, "REFUND_AMOUNT_EXCEEDED");
  if (changed !== undefined) await tellRefund(order, made);
  return c.json(refundResource(order, made, apiUrl), 201);
}

const question = z.object({
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
});
const marked = z.object({ sandbox_verification: z.string().optional() });
const eventMark = ',"webhook_event":';

/** Verifies the raw bytes of the event, because the signature covers exactly these bytes. */
async function verify(c: Context, secret: string) {
  const text = await c.req.text();
  const start = text.indexOf(eventMark);
  if (start === -1) return refuse(c, 400, "webhook_event");
  const asked = question.safeParse(JSON.parse(`${text.slice(0, start)}}`));
  if (!asked.success) return refuse(c, 400, "transmission_id");
  const event = text.slice(start + eventMark.length, -1);
  const isGenuine = isSignedWebhook(secret, asked.data, event);
  const mark = isGenuine ? marked.parse(JSON.parse(event)).sandbox_verification : undefined;
  const wrong = await faultyAnswer(mark, c.req.raw.signal);
  if (wrong instanceof Response) return wrong;
  const isConfirmed = isGenuine && wrong !== "invalid";
  return c.json({ verification_status: isConfirmed ? "SUCCESS" : "FAILURE" });
}
