import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Database } from "#platform/database/database.ts";
import { isOfTheShop } from "../checkout-form.ts";
import { showFault } from "../checkout-page.ts";
import { accountOf } from "../sandbox-caller.ts";
import { newTransactionId } from "../sandbox-message.ts";
import type { SandboxCoupon } from "../sandbox-orders.server.ts";
import type { SandboxBilling } from "../subscriptions/sandbox-billing.ts";
import { sandboxResources } from "../subscriptions/sandbox-resources.server.ts";
import {
  clockOf,
  end,
  inMonths,
  type NameCycle,
  type SandboxCycle,
  type SandboxDiscount,
  type SandboxSubscription,
  setPaused,
  settle,
} from "../subscriptions/sandbox-subscription.ts";
import { showPaymentMethod, subscriptionPage } from "../subscriptions/subscription-page.ts";
import { idFor } from "./stripe-account.ts";
import { dateOf, invoiceResource, subscriptionResource } from "./stripe-billing-resources.ts";
import { formOf, keyOf, refuse } from "./stripe-calls.ts";

interface StripeBillingOptions {
  readonly database: Database;
  readonly billing: SandboxBilling;
  readonly secret: string;
  /** Origin of the shop, to which the portal returns the customer. */
  readonly publicUrl: string;
  /** Address of the sandbox's Stripe for browsers. */
  readonly pagesUrl: string;
}

/** Path of Stripe's dashboard in test mode, where an owner sees a subscription. */
const dashboardPath = "/test/subscriptions";
const portalPath = "/portal";
const portalConfiguration = { id: "bpc_sandbox", object: "billing_portal.configuration" };

const update = z.object({
  cancel_at_period_end: z.enum(["true", "false"]).optional(),
  "pause_collection[behavior]": z.literal("void").optional(),
  pause_collection: z.literal("").optional(),
  default_payment_method: z.literal("").optional(),
  discounts: z.literal("").optional(),
  "discounts[0][coupon]": z.string().optional(),
  proration_behavior: z.literal("none").optional(),
  "items[0][id]": z.string().optional(),
  "items[0][price_data][product]": z.string().optional(),
  "items[0][price_data][unit_amount]": z.coerce.number().int().optional(),
});

const requestedCoupon = z.object({
  amount_off: z.coerce.number().int().min(1),
  currency: z.string().regex(/^[a-z]{3}$/),
  duration: z.enum(["once", "repeating"]),
  duration_in_months: z.coerce.number().int().min(1).optional(),
});

export const sandboxCoupons = sandboxResources<SandboxCoupon>("coupon at stripe");

/** The discount of a subscription to which a coupon is given at a time. */
export function discountOf(coupon: SandboxCoupon, at: number): SandboxDiscount {
  const { amount_off: cents, duration_in_months: months } = coupon;
  return { cents, end: months === undefined ? null : inMonths(at, months) };
}

/** Answers the calls of Stripe Billing that the shop makes. */
export function stripeBilling(sandbox: Hono, options: StripeBillingOptions): void {
  const { database, billing, secret, publicUrl, pagesUrl } = options;
  const { subscriptions } = billing;
  const products = sandboxResources<{ readonly name: string }>("product at stripe");

  async function showSubscription(c: Context, given: SandboxSubscription | undefined) {
    if (given === undefined) return refuse(c, 404, "resource_missing", "id");
    c.header("date", dateOf(given));
    return c.json(subscriptionResource(given));
  }

  /** A subscription of the account that calls. */
  const ownNamed = async (c: Context, id: string) => {
    const given = await subscriptions.find(database.read, id);
    return given?.account === accountOf(c) ? given : undefined;
  };
  const found = (c: Context) => ownNamed(c, c.req.param("id") ?? "");

  sandbox.get("/v1/subscriptions/:id", async (c) => showSubscription(c, await found(c)));

  sandbox.post("/v1/subscriptions/:id", async (c) => {
    const { success, data, error } = update.safeParse(await formOf(c));
    if (!success) return refuse(c, 400, "parameter_unknown", error.issues[0]?.path.join("."));
    const before = await found(c);
    if (before === undefined) return refuse(c, 404, "resource_missing", "id");
    if (before.status === "ended") return refuse(c, 400, "resource_missing", "id");
    const product = data["items[0][price_data][product]"];
    const planName = product && (await products.find(database.read, product))?.name;
    if (product && !planName) return refuse(c, 400, "resource_missing", "product");
    const couponId = data["discounts[0][coupon]"];
    const coupon = couponId && (await sandboxCoupons.find(database.read, couponId));
    if (couponId && !coupon) return refuse(c, 400, "resource_missing", "coupon");
    const changed = await billing.change(before.id, (given) => {
      const after = updated(given, data, planName ? { planName, termsId: product } : undefined);
      if (coupon) return { ...after, discount: discountOf(coupon, clockOf(after)) };
      return data.discounts === "" && after.discount ? { ...after, discount: undefined } : after;
    });
    return showSubscription(c, changed);
  });

  sandbox.delete("/v1/subscriptions/:id", async (c) => {
    const before = await found(c);
    if (before === undefined || before.status === "ended") {
      return refuse(c, 404, "resource_missing", "id");
    }
    return showSubscription(c, await billing.change(before.id, end));
  });

  sandbox.post("/v1/products", async (c) => {
    const { name = "" } = await formOf(c);
    const id = idFor(secret, "prod_", keyOf(c));
    if (name === "") return refuse(c, 400, "parameter_missing", "name");
    await products.insert(database, id, "stripe", { name });
    return c.json({ id, object: "product", name });
  });

  sandbox.post("/v1/coupons", async (c) => {
    const { success, data, error } = requestedCoupon.safeParse(await formOf(c));
    if (!success || (data.duration === "repeating") !== (data.duration_in_months !== undefined)) {
      return refuse(c, 400, "parameter_invalid", error?.issues[0]?.path.join("."));
    }
    const id = idFor(secret, "", keyOf(c));
    await sandboxCoupons.insert(database, id, "stripe", data);
    return c.json({ id, object: "coupon", livemode: false, valid: true, ...data });
  });

  const cycleNamed = async (c: Context) => {
    const id = c.req.param("id") ?? "";
    const owner = subscriptionOfCycle(id);
    const given = await ownNamed(c, owner);
    const cycle = given?.cycles.find((each) => each.id === id);
    return given && cycle && { given, cycle };
  };

  sandbox.get("/v1/invoices/:id", async (c) => {
    const named = await cycleNamed(c);
    return named === undefined
      ? refuse(c, 404, "resource_missing", "invoice")
      : c.json(invoiceResource(named.given, named.cycle, { withPayments: expands(c, "payments") }));
  });

  sandbox.post("/v1/invoices/:id/pay", async (c) => {
    const { paid_out_of_band } = await formOf(c);
    const named = await cycleNamed(c);
    if (named === undefined) return refuse(c, 404, "resource_missing", "invoice");
    if (paid_out_of_band !== "true") return refuse(c, 400, "parameter_missing", "paid_out_of_band");
    if (named.cycle.state !== "open") return refuse(c, 400, "invoice_already_paid");
    const { start } = named.cycle;
    await billing.change(named.given.id, (given) => settle(given, start));
    const after = await cycleNamed(c);
    return after === undefined
      ? refuse(c, 404, "resource_missing", "invoice")
      : c.json(invoiceResource(after.given, after.cycle, { withPayments: false }));
  });

  sandbox.get("/v1/invoices", async (c) => {
    const { subscription, status } = c.req.query();
    const since = Number(c.req.query("created[gte]") ?? 0);
    const asked = await subscriptions.newest(database.read, "stripe", 1000);
    const data = asked
      .filter(({ id, account }) => {
        return account === accountOf(c) && (subscription === undefined || id === subscription);
      })
      .flatMap((given) =>
        given.cycles.map((cycle) =>
          invoiceResource(given, cycle, { withPayments: expands(c, "data.payments") }),
        ),
      )
      .filter((each) => each.created >= since && (!status || each.status === status))
      .sort((one, other) => other.created - one.created);
    return c.json({ object: "list", data, has_more: false, url: "/v1/invoices" });
  });

  sandbox.post("/v1/customers/:id", async (c) => {
    const given = await formOf(c);
    const card = given["invoice_settings[default_payment_method]"];
    if (!card) return refuse(c, 400, "parameter_missing", "invoice_settings");
    return c.json({
      id: c.req.param("id"),
      object: "customer",
      invoice_settings: { default_payment_method: card },
    });
  });

  // Prices are made with subscriptions, and coupons and settings of the page are never changed.
  for (const path of [
    "/v1/coupons/:id",
    "/v1/prices/:id",
    "/v1/products/:id",
    "/v1/billing_portal/configurations/:id",
  ]) {
    sandbox.post(path, (c) => refuse(c, 404, "resource_missing", "id"));
  }

  sandbox.get("/v1/billing_portal/configurations", (c) =>
    c.json({ object: "list", data: [], has_more: false, url: c.req.path }),
  );
  sandbox.post("/v1/billing_portal/configurations", async (c) => {
    const given = await formOf(c);
    return given["features[payment_method_update][enabled]"] === "true"
      ? c.json(portalConfiguration)
      : refuse(c, 400, "parameter_missing", "features");
  });

  sandbox.post("/v1/billing_portal/sessions", async (c) => {
    const { customer = "", return_url = "", configuration } = await formOf(c);
    if (configuration !== portalConfiguration.id) return refuse(c, 400, "resource_missing");
    if (!isOfTheShop(return_url, publicUrl)) return refuse(c, 400, "url_invalid");
    const id = customer.replace(/^cus_/, "sub_");
    if ((await ownNamed(c, id)) === undefined) {
      return refuse(c, 400, "resource_missing", "customer");
    }
    const query = new URLSearchParams({ return_url });
    return c.json({
      id: `bps_${newTransactionId()}`,
      object: "billing_portal.session",
      url: `${pagesUrl}${portalPath}/${id}?${query}`,
    });
  });

  sandbox.get(`${portalPath}/:id`, async (c) => {
    const returnUrl = c.req.query("return_url") ?? "";
    const given = await subscriptions.find(database.read, c.req.param("id"));
    if (given === undefined || !isOfTheShop(returnUrl, publicUrl)) {
      return showFault(c, "There is no such subscription.");
    }
    return showPaymentMethod(c, given, returnUrl);
  });
  sandbox.post(`${portalPath}/:id`, async (c) => {
    const returnUrl = new URLSearchParams(await c.req.text()).get("return_url") ?? "";
    if (!isOfTheShop(returnUrl, publicUrl)) return showFault(c, "There is no such subscription.");
    return c.redirect(returnUrl, 303);
  });

  subscriptionPage(sandbox, { database, billing, path: dashboardPath });
}

type Update = z.infer<typeof update>;

/** The subscription after an update; the same object if nothing changes. */
function updated(
  given: SandboxSubscription,
  asked: Update,
  plan: { readonly planName: string; readonly termsId: string } | undefined,
): SandboxSubscription {
  let after = given;
  if (asked["pause_collection[behavior]"] !== undefined) after = setPaused(after, true);
  if (asked.pause_collection === "") after = setPaused(after, false);
  const ends = asked.cancel_at_period_end;
  if (ends !== undefined && after.endsWithPeriod !== (ends === "true")) {
    after = { ...after, endsWithPeriod: ends === "true" };
  }
  if (asked.default_payment_method === "" && after.hasOwnCard) {
    after = { ...after, hasOwnCard: false };
  }
  const priceCents = asked["items[0][price_data][unit_amount]"];
  if (priceCents !== undefined && plan !== undefined) after = { ...after, ...plan, priceCents };
  return after;
}

/** Ids of an invoice and its payment tell to which subscription they belong. */
export const nameStripeCycle: NameCycle = ({ id }, number) => {
  const tail = `${id.slice(4)}x${number}`;
  return { id: `in_${tail}`, paymentId: `pi_${tail}` };
};

function subscriptionOfCycle(invoiceId: SandboxCycle["id"]): string {
  return `sub_${invoiceId.slice(3).replace(/x\d+$/, "")}`;
}

/** True when the call asks for the whole object in place of its id. */
export function expands(c: Context, field: string): boolean {
  const { searchParams } = new URL(c.req.url);
  return [...searchParams].some(([name, value]) => name.startsWith("expand") && value === field);
}
