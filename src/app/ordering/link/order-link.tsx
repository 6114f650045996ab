import { data, redirect } from "react-router";
import { withFrom } from "#app/account/return-path.ts";
import { actorOf, servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { linkPageHeaders, tokenOf } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { linkWords } from "#app/order-room/access/link-words.ts";
import { orderView } from "#app/order-room/order-view.server.ts";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Button } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Services } from "#compose.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { declineOrder } from "#money/cancelling/decline-order.ts";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import { progressOf } from "#money/paying/payment-progress.ts";
import {
  actorOfLink,
  openOrderLink,
  readOrderLink,
  type ShownLink,
} from "#orders/links/open-link.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { isSignedIn } from "#policy/actor.ts";
import { linkEnded } from "#policy/links.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import orderingSheet from "../ordering.css?sheet";
import { OrderAgain, OrderStep, onCancelling } from "../paying/order-step.tsx";
import type { Route } from "./+types/order-link";
import { linkCookie } from "./link-cookie.server.ts";

export const handle = { quiet: true };

export const headers = linkPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your order", matches);
}

/** Opening the link changes nothing, because mail scanners open every link of an email. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const token = tokenOf(request);
  try {
    const link = await readOrderLink(services, token);
    const actor = await actorOf(context);
    const page = await usualPage(services, link);
    if (isSignedIn(actor) && actor.accountId === link.accountId) throw redirect(page, 303);
    const until = longDateOf(link.expiresAt, await dateReader(services, request));
    const { purpose, orderNumber, thing, email } = link;
    const shown = { purpose, orderNumber, thing, email, until, page };
    const toDecline = purpose === "decline" ? await declinable(services, link, request) : null;
    return { link: shown, token, toDecline, refusal: null };
  } catch (error) {
    return refused(error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = servicesOf(context);
  // The page sends no referrer, so browsers hide the origin of its form. The header
  // `Sec-Fetch-Site` still tells whether another site sent the form.
  const site = request.headers.get("sec-fetch-site") ?? "same-origin";
  if (site !== "same-origin" && site !== "none") {
    throw data("This request came from another site, so it was rejected.", { status: 403 });
  }
  const token = tokenOf(request);
  try {
    const { secret, link } = await openOrderLink(services, token);
    if (link.purpose === "decline") {
      // A mail scanner may press the button, so only a form of this answer cancels the order.
      const { sure = "" } = await readForm(request);
      const actor = await actorOfLink(services, sure);
      if (actor === undefined) return { refusal: null, sure: secret };
      await declineOrder(services, actor);
      return redirect(`/order-link?token=${encodeURIComponent(token)}`, 303);
    }
    const cookie = linkCookie(services.publicUrl, secret);
    return redirect("/order-link/open", { status: 303, headers: { "Set-Cookie": cookie } });
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown) {
  if (!(error instanceof AppError)) throw error;
  const refusal = error.message;
  return data({ link: null, token: "", toDecline: null, refusal }, { status: statusOf(error) });
}

/** What the page of a link “No, thank you” says about its order. */
async function declinable(services: Services, { orderId }: ShownLink, request: Request) {
  const { read } = services.database;
  const found = await selectOrder(read, orderId);
  if (found === undefined) throw linkEnded();
  const reader = await dateReader(services, request);
  return {
    order: orderView(found, reader),
    progress: await progressOf(read, services.payments, found, services.clock()),
    awaitsTransfer: (await awaitedTransfer(read, orderId)) !== null,
    planId: (await findRecord(read, pricingPackages, found.packageId))?._id,
  };
}

/** The page with the same content for somebody who is signed in. */
async function usualPage({ database }: Services, { purpose, orderId }: ShownLink): Promise<string> {
  if (purpose === "payment") return `/pay-now/${orderId}`;
  if (purpose === "brief") return `/my-order/${orderId}/brief`;
  if (purpose === "decline") return `/order-cancelled/${orderId}`;
  if (purpose === "subscription") {
    return `/my-plan/${await subscriptionIdOf(database.read, orderId)}`;
  }
  return `/my-order/${orderId}${purpose === "room" ? "#messages" : "#deliveries"}`;
}

export default function OrderLink({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(orderingSheet);
  const refusal = actionData?.refusal ?? loaderData.refusal;
  const { link, token, toDecline } = loaderData;
  if (refusal !== null || link === null) {
    return (
      <AccountPage title="This link no longer works" aside={<a href="/my-order">Your orders</a>}>
        <Notice tone="error">{refusal}</Notice>
      </AccountPage>
    );
  }
  const { title, button } = linkWords[link.purpose];
  if (toDecline !== null) {
    const sure = actionData && "sure" in actionData ? actionData.sure : null;
    return <Decline link={link} token={token} toDecline={toDecline} sure={sure} />;
  }
  return (
    <AccountPage
      title={title}
      lead={
        <p>
          Order {link.orderNumber}, {link.thing}, for {shownEmail(link.email)}
        </p>
      }
      aside={<a href={withFrom("/login", link.page)}>Log in instead</a>}
    >
      <form method="post" action={`/order-link?token=${encodeURIComponent(token)}`}>
        <Button>{button}</Button>
      </form>
      <p className="order-step__note">
        You do not need a password. The link opens only this page, and works until {link.until}. If
        the email was not for you, close this page.
      </p>
    </AccountPage>
  );
}

interface DeclineProps {
  link: NonNullable<Route.ComponentProps["loaderData"]["link"]>;
  token: string;
  toDecline: NonNullable<Route.ComponentProps["loaderData"]["toDecline"]>;
  /** Secret of the second form; null before the first is sent. */
  sure: string | null;
}

/** The page behind “No, thank you”: what is cancelled, a button, a second one, and what follows. */
function Decline({ link, token, toDecline, sure }: DeclineProps) {
  const { order, progress, awaitsTransfer, planId } = toDecline;
  const { button } = linkWords.decline;
  const onItsWay = mayBePaidAlready(progress) ? onCancelling(order, progress) : null;
  const isOpen = order.paymentStatus === "UnPaid";
  return (
    <CustomerPage
      title={isOpen ? linkWords.decline.title : `Order ${order.number}`}
      isVisitor
      lead={
        <p>
          Order {order.number}, {order.packageName}, for {shownEmail(link.email)}
        </p>
      }
    >
      <OrderStep order={order}>
        {isOpen ? (
          <form method="post" action={`/order-link?token=${encodeURIComponent(token)}`}>
            <p>
              {onItsWay ??
                (awaitsTransfer
                  ? "This order waits for your bank transfer. Cancelling does not stop a transfer that you have sent: if it arrives, we email you."
                  : "We have not received a payment for this order. If you cancel it, there is nothing to pay, and no more reminders come.")}
            </p>
            {sure !== null && (
              <>
                <Notice tone="info">
                  Order {order.number} is not cancelled yet. Press once more to cancel it: some mail
                  programs press the first button by themselves.
                </Notice>
                <input type="hidden" name="sure" value={sure} />
              </>
            )}
            <Button variant={onItsWay === null ? "stop" : "secondary"}>
              {sure === null ? button : "Yes, cancel the order"}
            </Button>
          </form>
        ) : order.paymentStatus === "Cancelled" ? (
          <>
            <Notice tone="success">
              Order {order.number} is cancelled. There is nothing left to pay.
            </Notice>
            {onItsWay !== null && <p>{onItsWay}</p>}
            <OrderAgain planId={planId} orderId={order.id} />
          </>
        ) : (
          <Notice tone="info">
            {order.paymentStatus === "Paid"
              ? "This order is paid, so it was not cancelled."
              : "This order was paid and refunded, so there is nothing to cancel."}
          </Notice>
        )}
        <p className="order-step__note">
          <a href={withFrom("/login", `/my-order/${order.id}`)}>Log in to see the whole order</a>
        </p>
      </OrderStep>
    </CustomerPage>
  );
}
