import { data, redirect } from "react-router";
import { saveProfile } from "../../access/accounts/profile.ts";
import { type PricingPackage, pricingPackages } from "../../content/blocks/pricing-packages.ts";
import { findRecord } from "../../content/records/content-store.server.ts";
import { unpaidOrderOf } from "../../orders/list-orders.ts";
import type { Order } from "../../orders/order.ts";
import { placeOrder } from "../../orders/placing/place-order.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { customerDetailsIn } from "../../platform/texts/customer-details.ts";
import { isSignedIn, type SignedInActor } from "../../policy/actor.ts";
import { addressOf } from "../../seo/public-pages.ts";
import { knownDetails } from "../account/saved-details.server.ts";
import { SavedFormNotice } from "../account/saved-form-notice.tsx";
import {
  actAs,
  actorOf,
  appContext,
  senderOf,
  servicesOf,
  whyKept,
} from "../app-context.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { pageTitle } from "../document/page-meta.ts";
import { readForm, refusedForm, unprocessedForm, withoutPasswords } from "../form-state.server.ts";
import { useSite } from "../site-layout.tsx";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";
import type { FormState } from "../ui/forms/form-state.ts";
import { Notice } from "../ui/notice.tsx";
import { planPrice } from "../ui/plan.ts";
import { LegalNote, legalLinks } from "../ui/site-frame/page-links.tsx";
import type { Route } from "./+types/order-now";
import { signInBuyer } from "./buyer.server.ts";
import { type OrderRow, orderRow } from "./order/order-row.server.ts";
import { AccountFields, OrderForm, orderButton } from "./order-form.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Order");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const kept = whyKept(context);
  const viewer = await actorOf(context);
  // A viewer who is signed in to another account than the form's is treated as signed out.
  const actor = kept === null && isSignedIn(viewer) ? viewer : null;
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
    unpaid: unpaid && orderRow(unpaid, await dateReader(services, request)),
    kept,
    passwordMinLength: services.access.passwordMinLength,
    providerName: services.payments.provider.displayName,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  const { idempotencyKey, packageName, packagePrice } = values;
  const customer = customerDetailsIn(values);
  const order = { packageId: params.packageId, packageName, packagePrice, ...customer };
  const shown = withoutPasswords(values);
  const headers = new Headers();
  let placed: Order;
  try {
    const sender = await signedInSender(context, values, order, headers);
    if (sender === null) return unprocessedForm(shown);
    placed = await placeOrder({ ...services, ...facts }, sender, order, idempotencyKey);
    // A failure here does not affect the order.
    if (values.keepDetails === "yes") {
      await saveProfile(services, sender, customer).catch((err) =>
        services.log.warn({ err }, "the details of an order could not be kept for the next one"),
      );
    }
  } catch (error) {
    return refusedOrder(error, shown, headers);
  }
  return redirect(`/pay-now/${placed.id}?placed`, { status: 303, headers });
}

/**
 * The sender of the form. Signs a signed-out sender in with the account in the form, and adds the
 * cookies of the new session to `headers`. Null when `senderOf` returns null.
 */
async function signedInSender(
  context: Route.ActionArgs["context"],
  values: Record<string, string>,
  order: unknown,
  headers: Headers,
): Promise<SignedInActor | null> {
  const { services, signInHeaders } = context.get(appContext);
  const { account, email = "", password = "" } = values;
  if (account === undefined || isSignedIn(await actorOf(context))) {
    return senderOf(context, values);
  }
  const choice = account === "existing" ? "existing" : "new";
  const login = { email, password, choice } as const;
  const { actor, cookies } = await signInBuyer(services, signInHeaders(), login, order);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  // If the order is rejected later, its page shows the account that is now signed in.
  actAs(context, actor);
  return actor;
}

/** Response to an order that was not placed: its form with the typed values. */
function refusedOrder(error: unknown, values: Readonly<Record<string, string>>, headers: Headers) {
  if (!(error instanceof AppError)) throw error;
  // The page shows that the plan is gone.
  if (error.code === "not-found") return refusedForm(error, {}, headers);
  if (error.code === "key-reused") return sentBefore(values, headers);
  if (error.code !== "conflict") return refusedForm(error, values, headers);
  const { currentPrice } = error.extra;
  // The customer has now seen this price. The other conflict is an email that has an account.
  return currentPrice === undefined
    ? refusedForm(error, { ...values, account: "existing" }, headers)
    : refusedForm(error, { ...values, packagePrice: String(currentPrice) }, headers);
}

/**
 * The response to a form that was sent before, such as a page from the browser's cache. The empty
 * key identifies this rejection; the form gets a new key, so that sending it again places a second
 * order.
 */
function sentBefore(values: Readonly<Record<string, string>>, headers: Headers) {
  const message =
    "You have already placed an order with this form. Place it again only if you want a second order.";
  return refusedForm(
    new AppError("key-reused", message),
    { ...values, idempotencyKey: "" },
    headers,
  );
}

const wasSentBefore = (state: FormState | undefined) => state?.values.idempotencyKey === "";

export default function OrderNow({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useSite();
  if (loaderData.form === null) return <GonePlan plansPath={addressOf(site, "pricing")} />;
  const { form, unpaid, kept, passwordMinLength, providerName } = loaderData;
  const isVisitor = form.email === undefined;
  const button = orderButton(form.plan);
  // A form that names its account by id waits until that account is signed in again.
  const asksAccount = isVisitor && (kept !== "another account" || !actionData?.values.accountId);
  const documents = legalLinks(site, asksAccount ? undefined : ["terms", "refunds"]);
  return (
    <CustomerPage
      title="You're buying this SEO plan"
      isVisitor={isVisitor}
      lead={<p>Two steps: your order here, then the payment at {providerName}.</p>}
    >
      {kept === "signed out" && (
        <Notice tone="error">
          You were signed out, so nothing was ordered. What you typed is still here: enter your
          email and password below, then press “{button}”.
        </Notice>
      )}
      {kept === "another account" && (
        <SavedFormNotice why={kept} undone="ordered" button={button} />
      )}
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
        account={
          asksAccount && (
            <AccountFields
              form={actionData}
              usual={kept === "signed out" ? "existing" : "new"}
              passwordMinLength={passwordMinLength}
            />
          )
        }
        bound={<LegalNote deed="place the order" documents={documents} />}
        providerName={providerName}
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
