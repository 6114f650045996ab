import { data, redirect } from "react-router";
import { saveProfile } from "../../access/accounts/profile.ts";
import { type PricingPackage, pricingPackages } from "../../content/blocks/pricing-packages.ts";
import { findRecord } from "../../content/records/content-store.server.ts";
import { placeOrder } from "../../orders/placing/place-order.ts";
import { unpaidOrderOf } from "../../orders/placing/unpaid-order.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { addressOf } from "../../seo/public-pages.ts";
import { knownDetails } from "../account/saved-details.server.ts";
import { SavedFormNotice } from "../account/saved-form-notice.tsx";
import {
  appContext,
  senderOf,
  servicesOf,
  signedInOrUnprocessed,
  whyKept,
} from "../app-context.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { pageTitle } from "../document/page-meta.ts";
import { readForm, refusedForm, unprocessedForm } from "../form-state.server.ts";
import { useSite } from "../site-layout.tsx";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { LegalNote } from "../ui/customer/legal-note.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";
import type { FormState } from "../ui/forms/form-state.ts";
import { Notice } from "../ui/notice.tsx";
import { planPrice } from "../ui/plan.ts";
import { legalLinks } from "../ui/site-frame/page-links.ts";
import type { Route } from "./+types/order-now";
import { type OrderRow, orderRow } from "./order/order-row.server.ts";
import { OrderForm } from "./order-form.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Order");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrUnprocessed(context, request);
  const services = servicesOf(context);
  const plan = await findRecord(services.database.read, pricingPackages, params.packageId);
  if (plan === undefined) return data({ form: null }, { status: 404 });
  const [known, unpaid] = await Promise.all([
    knownDetails(services, actor),
    actor === null ? undefined : unpaidOrderOf(services, actor, plan._id),
  ]);
  const form = { plan, email: actor?.email, freshKey: newId(), known };
  return {
    form,
    unpaid: unpaid && orderRow(unpaid, dateReader(services, request)),
    kept: whyKept(context),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  const actor = await senderOf(context, values);
  if (actor === null) return unprocessedForm(values);
  const { idempotencyKey, packageName, packagePrice } = values;
  const { customerName, customerAddress, customerCountry, customerWebsite } = values;
  const order = { packageId: params.packageId, packageName, packagePrice };
  const customer = { customerName, customerAddress, customerCountry, customerWebsite };
  try {
    await placeOrder({ ...services, ...facts }, actor, { ...order, ...customer }, idempotencyKey);
  } catch (error) {
    // The page shows that the plan is gone.
    if (error instanceof AppError && error.code === "not-found") return refusedForm(error, {});
    if (error instanceof AppError && error.code === "key-reused") return sentBefore(values);
    // The customer has now seen this price.
    if (error instanceof AppError && error.code === "conflict") {
      return refusedForm(error, { ...values, packagePrice: String(error.extra.currentPrice) });
    }
    return refusedForm(error, values);
  }
  // A failure here does not affect the order.
  if (values.keepDetails === "yes") {
    await saveProfile(services, actor, customer).catch((err) =>
      services.log.warn({ err }, "the details of an order could not be kept for the next one"),
    );
  }
  return redirect("/pending-order?placed", 303);
}

/**
 * A page from the browser's cache is another order with a new key. The missing key identifies this
 * rejection.
 */
function sentBefore(values: Readonly<Record<string, string>>) {
  const message =
    "You have already placed an order with this form. Place it again only if you want a second order.";
  return refusedForm(new AppError("key-reused", message), { ...values, idempotencyKey: "" });
}

const wasSentBefore = (state: FormState | undefined) => state?.values.idempotencyKey === "";

export default function OrderNow({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useSite();
  if (loaderData.form === null) return <GonePlan plansPath={addressOf(site, "pricing")} />;
  const { form, unpaid, kept } = loaderData;
  const bound = (
    <LegalNote deed="place the order" documents={legalLinks(site, ["terms", "refunds"])} />
  );
  return (
    <CustomerPage title="You're buying this SEO plan">
      {kept && <SavedFormNotice why={kept} undone="ordered" button="Place Order Now" />}
      {actionData?.notice && (
        <Notice tone="error">
          {actionData.notice}{" "}
          {wasSentBefore(actionData) && (
            <ButtonLink href="/pending-order">See your orders</ButtonLink>
          )}
        </Notice>
      )}
      <ChangedPrice plan={form.plan} told={actionData?.values.packagePrice} />
      {unpaid && !wasSentBefore(actionData) && <UnpaidOrder order={unpaid} />}
      {isMarked(actionData) && (
        <Notice tone="error" besideFields>
          Please check the marked fields.
        </Notice>
      )}
      <OrderForm
        {...form}
        terms={site.sectionTitles?.pricingTerms}
        form={actionData}
        bound={bound}
      />
    </CustomerPage>
  );
}

interface ChangedPriceProps {
  plan: PricingPackage;
  /** The price in the form, or in its rejection. */
  told: string | undefined;
}

/** A rejected form shows the current price, which the next submit accepts. */
function ChangedPrice({ plan, told = plan.packagePrice }: ChangedPriceProps) {
  const price = planPrice(plan);
  if (planPrice({ ...plan, packagePrice: told }) === price) return null;
  return (
    <Notice tone="info">
      The price of {plan.packageName} has changed: it is now {price}. Place the order only if you
      accept the new price.
    </Notice>
  );
}

/** A customer who returns to the form after ordering might order twice. */
function UnpaidOrder({ order }: { order: OrderRow }) {
  return (
    <Notice tone="info">
      You have an unpaid order of {order.packageName} from {order.fullDate}:{" "}
      <a href={`/pay-now/${order.id}`}>pay that one</a>, or place another one below.
    </Notice>
  );
}

function GonePlan({ plansPath }: { plansPath: string }) {
  return (
    <CustomerPage title="This plan is no longer available">
      <Notice tone="info">This plan is no longer available, so nothing was ordered.</Notice>
      <div className="customer-page__actions">
        <ButtonLink href={plansPath}>See the other plans</ButtonLink>
      </div>
    </CustomerPage>
  );
}

function isMarked(form: FormState | undefined): boolean {
  return form !== undefined && form.notice === null && Object.keys(form.errors).length > 0;
}
