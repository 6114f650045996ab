import { redirect } from "react-router";
import { SavedFormNotice } from "#app/account/saved-form-notice.tsx";
import { senderOf, servicesOf, signedInOrUnprocessed, whyKept } from "#app/app-context.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm, unprocessedForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { CustomerFields } from "#app/ui/forms/customer-fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { correctOrder, reasonAgainstCorrection } from "#money/correcting/correct-order.ts";
import { correctionsOf } from "#money/correcting/order-corrections.server.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { findOrder } from "#orders/find-order.ts";
import { orderedThing } from "#orders/order-words.ts";
import { AppError } from "#platform/errors.ts";
import {
  type CustomerDetails,
  customerDetailNames,
  customerDetailsIn,
} from "#platform/texts/customer-details.ts";
import { withWholeAddress } from "#platform/texts/postal-address.ts";
import { readTaxedSite } from "#tax/order-tax.server.ts";
import type { Route } from "./+types/correct-order";
import { DetailDifferences } from "./detail-differences.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Correct your order", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrUnprocessed(context, request);
  const kept = whyKept(context);
  // A sender whose session has ended sees the typed text, and nothing of the order.
  if (actor === null || kept !== null) {
    return {
      order: null,
      kept,
      orderId: params.orderId,
      accountId: "",
      seen: 0,
      reason: "",
      choosesCountry: false,
    };
  }
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const progress = await paymentProgress(services, actor, order.id);
  return {
    order: { number: order.number, thing: orderedThing(order), ...customerDetailsIn(order) },
    kept,
    orderId: order.id,
    accountId: actor.accountId,
    seen: (await correctionsOf(services.database.read, order.id)).length,
    reason: reasonAgainstCorrection(order, progress),
    choosesCountry: (await readTaxedSite(services.database.read)).asksForBilling,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const values = await readForm(request);
  const actor = await senderOf(context, values);
  if (actor === null) return unprocessedForm(values);
  const services = servicesOf(context);
  // Nobody learns from the checks of the form that another's order exists.
  await findOrder(services, actor, params.orderId).catch(pageError);
  const { seen } = values;
  const input = { ...customerDetailsIn(withWholeAddress(values)), seen };
  try {
    await correctOrder(services, actor, params.orderId, input);
    return redirect(`/pay-now/${params.orderId}?corrected`, 303);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") pageError(error);
    // An empty `seen` makes the page take the present number, so that sending the form again
    // keeps what was typed.
    const isChanged = error instanceof AppError && error.extra.changedMeanwhile === true;
    return refusedForm(error, isChanged ? { ...values, seen: "" } : values);
  }
}

export default function CorrectOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, kept, orderId, accountId, seen, reason, choosesCountry } = loaderData;
  const back = (
    <ButtonLink href={`/pay-now/${orderId}`} variant="quiet">
      Back without saving
    </ButtonLink>
  );
  return (
    <CustomerPage
      title="Correct your order"
      isVisitor={kept === "signed out"}
      lead={
        order && (
          <p>
            Order {order.number}, {order.thing}. You can correct it until it is paid.
          </p>
        )
      }
    >
      {kept && <SavedFormNotice why={kept} undone="saved" button="Save and go on" />}
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {reason !== "" && !actionData?.notice && <Notice tone="info">{reason}</Notice>}
      {actionData?.values.seen === "" && order && (
        <DetailDifferences typed={typedIn(actionData)} stored={order} />
      )}
      {reason !== "" && !actionData ? (
        <div className="customer-page__actions">
          <ButtonLink href={`/my-order/${orderId}`}>See your order</ButtonLink>
        </div>
      ) : (
        <form method="post" action={`/my-order/${orderId}/details`} noValidate>
          <input type="hidden" name="seen" value={actionData?.values.seen || seen} />
          <CustomerFields
            form={actionData}
            details={order ?? customerDetailsIn({})}
            accountId={accountId}
            required
            choosesCountry={choosesCountry}
          />
          <div className="customer-page__actions">
            <Button>Save and go on</Button>
            {back}
          </div>
        </form>
      )}
    </CustomerPage>
  );
}

function typedIn({ values }: ActionResult): CustomerDetails {
  const whole = withWholeAddress(values);
  return customerDetailsIn(
    Object.fromEntries(customerDetailNames.map((name) => [name, whole[name] ?? ""])),
  );
}
