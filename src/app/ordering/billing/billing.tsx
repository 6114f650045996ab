import { redirect } from "react-router";
import { knownDetails } from "#app/account/saved-details.server.ts";
import { SavedFormNotice } from "#app/account/saved-form-notice.tsx";
import { senderOf, servicesOf, signedInOrUnprocessed, whyKept } from "#app/app-context.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm, unprocessedForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { CountryField } from "#app/ui/forms/customer-fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { correctableInvoice, correctInvoice } from "#invoices/buyer/correct-invoice.ts";
import { findOrder } from "#orders/find-order.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { countryNameOf } from "#platform/texts/countries.ts";
import { billingLengths, noBilling } from "#tax/billing-details.ts";
import { readOwnBilling, saveOwnBilling } from "#tax/save-billing.ts";
import type { Route } from "./+types/billing";
import { CompanyFields } from "./billing-fields.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Invoice details", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrUnprocessed(context, request);
  const services = servicesOf(context);
  const { searchParams } = new URL(request.url);
  const order = actor && (await invoicedOrder(services, actor, searchParams.get("order") ?? ""));
  const details =
    actor === null ? noBilling : await readOwnBilling(services, actor).catch(pageError);
  const known = await knownDetails(services, actor);
  return {
    accountId: known.accountId,
    details,
    country: countryNameOf(details.country) || order?.country || known.details.customerCountry,
    order,
    said: said[searchParams.get("done") ?? ""] ?? null,
    kept: whyKept(context),
  };
}

const said: Readonly<Record<string, string>> = {
  saved: "The details are saved. Your next invoice has them.",
  corrected: "The invoice is corrected: a credit note takes it back, and a new one is issued.",
  same: "The invoice has these details already, so nothing was issued.",
};

/** The order whose invoice can be corrected; null for another. */
async function invoicedOrder(
  services: ReturnType<typeof servicesOf>,
  actor: Parameters<typeof findOrder>[1],
  id: string,
) {
  if (id === "") return null;
  const order = await findOrder(services, actor, id).catch(pageError);
  const open = await correctableInvoice(services.database.read, order.id);
  if (open === null) return null;
  return {
    id: order.id,
    number: order.number,
    invoice: open.number,
    total: dollarsFromCents(open.cents),
    country: countryNameOf(open.country),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  // The email in this form is where invoices go, and names no account.
  const actor = await senderOf(context, { accountId: values.accountId ?? "" });
  if (actor === null) return unprocessedForm(values);
  const services = servicesOf(context);
  const { order = "" } = values;
  const typed = Object.keys(billingLengths).map((name) => [name, values[name] ?? ""]);
  const input = Object.fromEntries(typed);
  try {
    if (order === "") {
      await saveOwnBilling(services, actor, input);
      return redirect("/billing?done=saved", 303);
    }
    const { isNew } = await correctInvoice(services, actor, order, input);
    const done = isNew ? "corrected" : "same";
    return redirect(`/billing?${new URLSearchParams({ order, done })}`, 303);
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Billing({ loaderData, actionData }: Route.ComponentProps) {
  const { accountId, details, country, order, said, kept } = loaderData;
  // The typed form stays one of its order while nobody is signed in.
  const orderId = actionData?.values.order ?? order?.id ?? "";
  const button = orderId === "" ? "Save" : "Correct the invoice";
  const here = orderId === "" ? "/billing" : `/billing?${new URLSearchParams({ order: orderId })}`;
  return (
    <CustomerPage
      title="Invoice details"
      lead={<p>Your invoices are addressed to these details. Orders fill them in, too.</p>}
    >
      {kept && <SavedFormNotice why={kept} undone="saved" button={button} />}
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {said !== null && !actionData && <Notice tone="success">{said}</Notice>}
      {order !== null && (
        <p>
          Correcting takes invoice {order.invoice} of order {order.number} back by a credit note and
          issues a new one. The sum stays {order.total}; the VAT in it is decided anew.
        </p>
      )}
      <form method="post" action={here} noValidate>
        <input type="hidden" name="accountId" value={actionData?.values.accountId || accountId} />
        <input type="hidden" name="order" value={orderId} />
        <CountryField form={actionData} country={country} name="country" />
        <CompanyFields details={details} form={actionData} prefix="" />
        <div className="customer-page__actions">
          <Button>{button}</Button>
          {order === null ? (
            <ButtonLink href="/account" variant="quiet">
              Back to your account
            </ButtonLink>
          ) : (
            <ButtonLink href={`/my-order/${order.id}`} variant="quiet">
              Back to order {order.number}
            </ButtonLink>
          )}
        </div>
      </form>
    </CustomerPage>
  );
}
