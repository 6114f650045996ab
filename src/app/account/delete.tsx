import { redirect } from "react-router";
import { deleteOwnAccount } from "#access/accounts/delete-account.ts";
import { signOut } from "#access/sessions/sign-in.ts";
import { ordersWithOutstandingBalance } from "#money/ledger/outstanding-balance.ts";
import { type OrderNumbers, undeliveredOrders } from "#orders/list-orders.ts";
import { mayInOwnCompany } from "#policy/rights.ts";
import { priceOf } from "#subscriptions/model/subscription-words.ts";
import { listOwnSubscriptions } from "#subscriptions/read-subscription.ts";
import { appContext, servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { PasswordField } from "../ui/forms/credential-fields.tsx";
import { TickField } from "../ui/forms/text-field.tsx";
import { Notice } from "../ui/notice.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { Route } from "./+types/delete";
import accountSheet from "./account.css?sheet";
import { cookieHeaders } from "./return-path.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Delete your account", matches);
}

const mostNamed = 10;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const [undelivered, outstandingBalance] = await Promise.all([
    undeliveredOrders(services, actor, mostNamed),
    mayInOwnCompany(actor, "payments")
      ? ordersWithOutstandingBalance(services, actor, mostNamed)
      : { numbers: [], isMore: false },
  ]);
  const own = await listOwnSubscriptions(services, actor);
  const plans = own
    .filter(({ standing }) => standing.state !== "ended")
    .map((held) => `${held.subscription.packageName}, ${priceOf(held)}`);
  return { email: actor.email, undelivered, outstandingBalance, plans };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const { email: _forThePasswordManager, ...values } = await readForm(request);
  const own = await listOwnSubscriptions(services, actor);
  try {
    await deleteOwnAccount(services, actor, signInHeaders(), values);
  } catch (error) {
    // Browsers do not send an unticked checkbox. The empty value adds the field to the form's
    // values, so that the field's message appears beside the checkbox.
    return refusedForm(error, { understood: "", ...values });
  }
  const { cookies } = await signOut(services.access, signInHeaders());
  const hadPlan = own.some(({ standing }) => standing.state !== "ended");
  return redirect(hadPlan ? "/goodbye?plan" : "/goodbye", {
    status: 303,
    headers: cookieHeaders(cookies),
  });
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  return (
    <CustomerPage title="Delete your account" lead={<p>This cannot be undone by you or by us.</p>}>
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {loaderData.undelivered.numbers.length > 0 && (
        <Notice tone="info">{openWork(loaderData.undelivered)}</Notice>
      )}
      {loaderData.outstandingBalance.numbers.length > 0 && (
        <Notice tone="info">{outstandingBalance(loaderData.outstandingBalance)}</Notice>
      )}
      <div className="account-lists">
        <section>
          <h2>What we delete</h2>
          <ul>
            <li>your account, your details, our notes on your account and every session</li>
            <li>
              your name, address, email and website on your orders, and the checks of the website
            </li>
            <li>your invoice details, and the VAT number on orders without an invoice</li>
            <li>the emails we sent you about your orders</li>
            <li>
              your messages and your newsletter subscription, if your email address is confirmed
            </li>
            {loaderData.plans.map((plan) => (
              <li key={plan}>
                your plan {plan}: it ends at once, you lose the rest of the time that you have paid,
                and nothing more is charged, not even for a minimum term. If other people belong to
                your company, it goes on with them instead.
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>What we keep</h2>
          <ul>
            <li>your orders, for our accounts: plan, amount, dates, country</li>
            <li>our deliveries and the changes you asked for, without your name</li>
            <li>what you wrote to us about your orders, without your name</li>
            <li>
              invoices and credit notes that you got, with your name, address and VAT number, and
              the VAT number with which their tax was decided, for at least ten years, because the
              law asks for it
            </li>
            <li>the payment provider’s records of your payments</li>
          </ul>
        </section>
      </div>
      <p>
        You will no longer see your orders, so you may want to{" "}
        <a href="/account/data">download your data</a> first.
      </p>
      <form method="post" action="/account/delete" noValidate>
        <input
          type="text"
          name="email"
          value={loaderData.email}
          autoComplete="username"
          readOnly
          hidden
        />
        <PasswordField form={actionData} label="Your password" />
        <TickField
          name="understood"
          label="I understand that this cannot be undone"
          form={actionData}
        />
        <div className="customer-page__actions">
          <Button variant="stop">Delete my account</Button>
          <ButtonLink href="/account" variant="quiet">
            Keep my account
          </ButtonLink>
        </div>
      </form>
    </CustomerPage>
  );
}

function openWork({ numbers, isMore }: OrderNumbers): string {
  const count = isMore ? `More than ${numbers.length}` : numbers.length;
  const orders = numbers.length === 1 ? "paid order is" : "paid orders are";
  return `${count} ${orders} not delivered yet: ${named({ numbers, isMore })}. Without the account we cannot reach you about them.`;
}

function outstandingBalance(orders: OrderNumbers): string {
  const which = orders.numbers.length === 1 ? "order" : "orders";
  return `Money for ${which} ${named(orders)} is on its way to us, under review, or being refunded. Without an account we cannot tell you the result.`;
}

function named({ numbers, isMore }: OrderNumbers): string {
  return isMore ? `${numbers.join(", ")} and others` : numbers.join(", ");
}
