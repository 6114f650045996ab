import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { DocumentFiles, DocumentPaper } from "#app/order-room/invoices/document-paper.tsx";
import { documentView } from "#app/order-room/invoices/document-view.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { documentFilePath } from "#invoices/document-path.ts";
import { findDocument } from "#invoices/order-documents.ts";
import { PrintButton } from "../order/print-button.tsx";
import orderingSheet from "../ordering.css?sheet";
import type { Route } from "./+types/invoice";

export const handle = { quiet: true };

export const headers = ownPageHeaders;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return pageTitle("Your invoice", matches);
  return pageTitle(titleOf(loaderData.view), matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const { orderId, number } = params;
  const found = await findDocument(services, actor, orderId, number).catch(pageError);
  const reader = await dateReader(services, request);
  const view = documentView(found, reader, (of, kind) => documentFilePath(orderId, of, kind));
  return { view, orderId, orderNumber: found.document.orderNumber };
}

const titleOf = ({ words, number }: Route.ComponentProps["loaderData"]["view"]) =>
  `${words.title} ${number}`;

/** An invoice or a credit note for the people of its company and for the team. */
export default function Invoice({ loaderData }: Route.ComponentProps) {
  useSheet(orderingSheet);
  const { view, orderId, orderNumber } = loaderData;
  return (
    <CustomerPage
      title={titleOf(view)}
      lead={
        <p className="order-step__note">
          <a href={`/my-order/${orderId}`}>Back to order {orderNumber}</a>
        </p>
      }
    >
      <DocumentFiles document={view} />
      <DocumentPaper document={view} />
      <PrintButton text={`Print the ${view.words.title.toLowerCase()}`} />
    </CustomerPage>
  );
}
