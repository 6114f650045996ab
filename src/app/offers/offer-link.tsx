import { data, redirect } from "react-router";
import { withFrom } from "#app/account/return-path.ts";
import { actorOf, appContext, servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { linkPageHeaders, tokenOf } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import orderingSheet from "#app/ordering/ordering.css?sheet";
import { useSite } from "#app/site-layout.tsx";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import { Button } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { offeredTo } from "#offers/offer.ts";
import { openOffer, readOfferLink } from "#offers/open-offer.ts";
import { openOwnOffer } from "#offers/own-offers.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { longDateOf, startOfDay } from "#platform/time/dates.ts";
import { isSignedIn, type SignedInActor } from "#policy/actor.ts";
import { addressOf } from "#seo/public-pages.ts";
import type { Route } from "./+types/offer-link";
import { offerCookie, offerSecretOf } from "./offer-cookie.server.ts";

export const handle = { quiet: true };

export const headers = linkPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your offer", matches);
}

/** Opening the link changes nothing, because mail scanners open every link of an email. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const token = tokenOf(request);
  try {
    const { offer, state, email } = await readOfferLink(services, token);
    const reader = await dateReader(services, request);
    const lastDay = longDateOf(startOfDay(offer.lastDay, reader.timeZone), reader);
    const shown = { title: offer.title, to: offeredTo(offer), email, state, lastDay };
    return { offer: shown, token, refusal: null };
  } catch (error) {
    return refused(error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  // The page sends no referrer, so browsers hide the origin of its form. The header
  // `Sec-Fetch-Site` still tells whether another site sent the form.
  const site = request.headers.get("sec-fetch-site") ?? "same-origin";
  if (site !== "same-origin" && site !== "none") {
    throw data("This request came from another site, so it was rejected.", { status: 403 });
  }
  try {
    const earlier = offerSecretOf(services, request);
    const deps = { ...services, ...facts };
    const token = tokenOf(request);
    const { offerId } = token === "" ? await readForm(request) : {};
    const { secret } =
      offerId === undefined
        ? await openOffer(deps, token, earlier)
        : await openOwnOffer(deps, await customerOf(context), offerId, earlier);
    const cookie = offerCookie(services.publicUrl, secret);
    return redirect("/offer/open", { status: 303, headers: { "Set-Cookie": cookie } });
  } catch (error) {
    return refused(error);
  }
}

/** The customer who has pressed a button of the list of own orders. */
async function customerOf(context: Route.ActionArgs["context"]): Promise<SignedInActor> {
  const actor = await actorOf(context);
  if (!isSignedIn(actor)) throw redirect(withFrom("/login", "/my-order"), 303);
  return actor;
}

function refused(error: unknown) {
  if (!(error instanceof AppError)) throw error;
  return data({ offer: null, token: "", refusal: error.message }, { status: statusOf(error) });
}

const words = {
  open: { title: "Your offer", button: "See the offer" },
  accepted: { title: "Your offer is accepted", button: "See what you ordered" },
  withdrawn: { title: "This offer was withdrawn", button: "See what it was" },
  ended: { title: "This offer has ended", button: "See what it was" },
} as const;

export default function OfferLink({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(orderingSheet);
  const { site } = useSite();
  const refusal = actionData?.refusal ?? loaderData.refusal;
  const { offer, token } = loaderData;
  const contact = <a href={addressOf(site, "contact")}>Write to us</a>;
  if (refusal !== null || offer === null) {
    return (
      <AccountPage title="This link does not work" aside={contact}>
        <Notice tone="error">{refusal}</Notice>
      </AccountPage>
    );
  }
  const { title, button } = words[offer.state];
  return (
    <AccountPage
      title={title}
      lead={
        <p>
          {offer.title}, for {offer.to}
          {offer.to !== offer.email && `, ${shownEmail(offer.email)}`}
        </p>
      }
      aside={contact}
    >
      {offer.state === "withdrawn" && (
        <p>Nobody can accept it any more. Ask us if you would like another.</p>
      )}
      {offer.state === "ended" && (
        <p>Its last day was {offer.lastDay}. Ask us if you would still like it.</p>
      )}
      <form method="post" action={`/offer?token=${encodeURIComponent(token)}`}>
        <Button variant={offer.state === "open" ? "primary" : "secondary"}>{button}</Button>
      </form>
      {offer.state === "open" && (
        <p className="order-step__note">
          You need no password, and looking at the offer orders nothing. It is open until the end of{" "}
          {offer.lastDay}. If it is not for you, close this page.
        </p>
      )}
    </AccountPage>
  );
}
