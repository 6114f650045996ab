import { data, redirect } from "react-router";
import { appContext, servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { tokenPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm, unknownForm } from "#app/forms.server.ts";
import { billingInForm, sentBilling } from "#app/ordering/billing/offered-billing.server.ts";
import { linkCookie } from "#app/ordering/link/link-cookie.server.ts";
import { useSite } from "#app/site-layout.tsx";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { requireSendingCodes } from "#mail/mailer.ts";
import { acceptOffer, openAcceptedOrder, requireAcceptable } from "#offers/accept-offer.ts";
import { enterOfferCode, sendOfferCode } from "#offers/offer-code.ts";
import { noteSeenVersion, offerLinkEnded, readOpenOffer } from "#offers/open-offer.ts";
import { AppError } from "#platform/errors.ts";
import { withWholeAddress } from "#platform/texts/postal-address.ts";
import { addressOf } from "#seo/public-pages.ts";
import type { Route } from "./+types/open-offer";
import { offerSecretOf } from "./offer-cookie.server.ts";
import { OfferPage } from "./offer-page.tsx";
import { detailsFor, offerView } from "./offer-view.server.ts";

export const handle = { quiet: true };

export const headers = () => ({
  ...tokenPageHeaders(),
  "X-Robots-Tag": "noindex, nofollow",
  "Cache-Control": "private, no-store",
});

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your offer", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const sent = context.get(sentBilling);
  const opened = await readOpenOffer(services, offerSecretOf(services, request));
  if (opened === undefined) return data({ offer: null }, { status: 404 });
  return data({ offer: await offerView(services, opened, reader, sent) });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  const secret = offerSecretOf(services, request);
  const deps = { ...services, ...facts };
  const billing = billingInForm(values);
  if (billing !== undefined) {
    const { customerCountry = "" } = values;
    context.set(sentBilling, { details: { ...billing, country: "" }, customerCountry });
  }
  try {
    const opened = await readOpenOffer(services, secret);
    if (opened === undefined) throw offerLinkEnded();
    if (opened.order !== null) {
      // The form of an offer that is accepted meanwhile leads to its order, too.
      return toOrder(services.publicUrl, await openAcceptedOrder(services, secret));
    }
    if (values.intent !== "accept" && values.intent !== "send-code") {
      throw new AppError("invalid", unknownForm);
    }
    const typed = withWholeAddress(values);
    const { version, terms, taxShown } = values;
    const input = {
      ...(await detailsFor(services, secret, typed)),
      version,
      terms,
      taxShown,
      // A company that has kept its details need not type them again.
      ...(billing?.company && { billing }),
    };
    await requireAcceptable(services, secret, input);
    if (!opened.isProven) {
      if (values.intent === "send-code" || values.codeSent !== "yes") {
        await requireSendingCodes(services.configuration, services.database.read);
        await sendOfferCode(deps, secret);
        const sent: ActionResult = { values: { ...values, code: "", codeSent: "yes" }, errors: {} };
        return data(sent);
      }
      await enterOfferCode(services, secret, values.code ?? "");
    }
    return toOrder(services.publicUrl, await acceptOffer(deps, secret, input));
  } catch (error) {
    const isOlder = error instanceof AppError && "newVersion" in error.extra;
    if (isOlder) await noteShown(services, secret, Number(values.version));
    // `refusedForm` shows an error at a field only if the values contain the field. The terms of
    // another version have to be accepted again.
    const shown = {
      ...values,
      code: values.code ?? "",
      terms: isOlder ? "" : (values.terms ?? ""),
    };
    return refusedForm(error, shown);
  }
}

async function noteShown(
  services: ReturnType<typeof servicesOf>,
  secret: string,
  formVersion: number,
): Promise<void> {
  const opened = await readOpenOffer(services, secret);
  if (opened !== undefined) await noteSeenVersion(services, opened, formVersion);
}

function toOrder(publicUrl: string, { paySecret }: { readonly paySecret: string }) {
  const cookie = linkCookie(publicUrl, paySecret);
  return redirect("/order-link/open", { status: 303, headers: { "Set-Cookie": cookie } });
}

export default function OpenOffer({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useSite();
  const { offer } = loaderData;
  if (offer !== null) {
    return <OfferPage offer={offer} form={actionData as ActionResult | undefined} />;
  }
  return (
    <AccountPage
      title="Open your offer again"
      aside={<a href={addressOf(site, "contact")}>Write to us</a>}
    >
      <Notice tone="info">
        This browser has no offer open any more. Open the link of your offer again, or ask us for a
        new one. Nothing was ordered.
      </Notice>
    </AccountPage>
  );
}
