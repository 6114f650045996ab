import { Link } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { previewOffer } from "#offers/open-offer.ts";
import type { Route } from "./+types/offer-preview";
import { OfferPage } from "./offer-page.tsx";
import { offerView } from "./offer-view.server.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Preview of the offer", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const shown = await previewOffer(services, actor, params.offerId).catch(pageError);
  return { offer: await offerView(services, shown, await dateReader(services, request)) };
}

/** The page of an offer for whoever makes it. */
export default function OfferPreview({ loaderData: { offer }, params }: Route.ComponentProps) {
  return (
    <>
      <div className="grid offer-preview">
        <Notice tone="info">
          This is the offer as {offer.to || "the customer"} sees it. It can only be read here, and
          is not noted as opened.{" "}
          <Link to={`/admin/offers/${params.offerId}`} reloadDocument>
            Back to the panel
          </Link>
        </Notice>
      </div>
      <div inert>
        <OfferPage offer={offer} form={undefined} />
      </div>
    </>
  );
}
