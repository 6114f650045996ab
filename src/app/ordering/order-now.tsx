import { data, redirect } from "react-router";
import { saveProfile } from "../../access/profile.ts";
import { pricingPackages } from "../../content/blocks/pricing-packages.ts";
import { findRecord } from "../../content/content-store.server.ts";
import { placeOrder } from "../../orders/place-order.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { knownDetails } from "../account/known-details.server.ts";
import { wasUnsent } from "../account/return-path.ts";
import { appContext, servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { readForm, refusedForm } from "../form-state.server.ts";
import { pageTitle } from "../page-title.ts";
import { useSite } from "../site-layout.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CustomerPage } from "../ui/customer-page.tsx";
import type { FormState } from "../ui/form-state.ts";
import { LegalNote } from "../ui/legal-note.tsx";
import { Notice } from "../ui/notice.tsx";
import { legalLinks } from "../ui/page-links.ts";
import type { Route } from "./+types/order-now";
import { OrderForm } from "./order-form.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Order");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const plan = await findRecord(
    servicesOf(context).database.read,
    pricingPackages,
    params.packageId,
  );
  if (plan === undefined) throw data(null, { status: 404 });
  const known = await knownDetails(servicesOf(context), actor);
  const isUnsent = wasUnsent(request.url);
  return { plan, email: actor.email, freshKey: newId(), known, isUnsent };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  const { idempotencyKey, packageName, packagePrice } = values;
  const { customerName, customerAddress, customerCountry, customerWebsite } = values;
  const order = { packageId: params.packageId, packageName, packagePrice };
  const customer = { customerName, customerAddress, customerCountry, customerWebsite };
  try {
    await placeOrder({ ...services, ...facts }, actor, { ...order, ...customer }, idempotencyKey);
    if (values.keepDetails === "yes") await saveProfile(services, actor, customer);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") throw data(null, { status: 404 });
    if (error instanceof AppError && error.code === "key-reused") return sentBefore(values);
    return refusedForm(error, values);
  }
  return redirect("/pending-order?placed", 303);
}

/** A browser may show a page from its memory: what is sent from there is another order, with a new key. */
function sentBefore(values: Readonly<Record<string, string>>) {
  const message =
    "You have placed an order with this form already, and it stays as it was. Place the order again only if you want another one.";
  return refusedForm(new AppError("key-reused", message), { ...values, idempotencyKey: "" });
}

export default function OrderNow({ loaderData, actionData }: Route.ComponentProps) {
  const { plan, email, freshKey, known, isUnsent } = loaderData;
  const { site } = useSite();
  const bound = (
    <LegalNote deed="place the order" documents={legalLinks(site, ["terms", "refunds"])} />
  );
  return (
    <CustomerPage title="You Buying This SEO Plan">
      {isUnsent && (
        <Notice tone="info">
          You were signed out, so nothing was ordered. Look at the details again: what you had typed
          is not here any more.
        </Notice>
      )}
      {actionData?.notice && (
        <Notice tone="error">
          {actionData.notice} <ButtonLink href="/pending-order">See your orders</ButtonLink>
        </Notice>
      )}
      {isMarked(actionData) && (
        <Notice tone="error" besideFields>
          Please look at the marked fields again.
        </Notice>
      )}
      <OrderForm
        plan={plan}
        terms={site.sectionTitles?.pricingTerms}
        email={email}
        form={actionData}
        freshKey={freshKey}
        known={known}
        bound={bound}
      />
    </CustomerPage>
  );
}

function isMarked(form: FormState | undefined): boolean {
  return form !== undefined && form.notice === null && Object.keys(form.errors).length > 0;
}
