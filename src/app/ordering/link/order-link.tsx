import { data, redirect } from "react-router";
import { withFrom } from "#app/account/return-path.ts";
import { actorOf, servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { linkPageHeaders, tokenOf } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { linkWords } from "#app/order-room/access/link-words.ts";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import { Button } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Services } from "#compose.ts";
import { openOrderLink, readOrderLink, type ShownLink } from "#orders/links/open-link.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { isSignedIn } from "#policy/actor.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import orderingSheet from "../ordering.css?sheet";
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
    const { purpose, orderNumber, plan, email } = link;
    const shown = { purpose, orderNumber, plan, email, until, page };
    return { link: shown, token, refusal: null };
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
  try {
    const { secret } = await openOrderLink(services, tokenOf(request));
    const cookie = linkCookie(services.publicUrl, secret);
    return redirect("/order-link/open", { status: 303, headers: { "Set-Cookie": cookie } });
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown) {
  if (!(error instanceof AppError)) throw error;
  return data({ link: null, token: "", refusal: error.message }, { status: statusOf(error) });
}

/** The page with the same content for somebody who is signed in. */
async function usualPage({ database }: Services, { purpose, orderId }: ShownLink): Promise<string> {
  if (purpose === "payment") return `/pay-now/${orderId}`;
  if (purpose === "brief") return `/my-order/${orderId}/brief`;
  if (purpose === "subscription") {
    return `/my-plan/${await subscriptionIdOf(database.read, orderId)}`;
  }
  return `/my-order/${orderId}${purpose === "room" ? "#messages" : "#deliveries"}`;
}

export default function OrderLink({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(orderingSheet);
  const refusal = actionData?.refusal ?? loaderData.refusal;
  const { link, token } = loaderData;
  if (refusal !== null || link === null) {
    return (
      <AccountPage title="This link no longer works" aside={<a href="/my-order">Your orders</a>}>
        <Notice tone="error">{refusal}</Notice>
      </AccountPage>
    );
  }
  const { title, button } = linkWords[link.purpose];
  return (
    <AccountPage
      title={title}
      lead={
        <p>
          Order {link.orderNumber}, {link.plan} plan, for {shownEmail(link.email)}
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
