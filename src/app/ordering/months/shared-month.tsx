import { data } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { MonthPage } from "#app/order-room/months/month-page.tsx";
import { monthView } from "#app/order-room/months/month-view.server.ts";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AppError, statusOf } from "#platform/errors.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { readSharedReport } from "#reports/report-links.ts";
import type { Route } from "./+types/shared-month";

export const handle = { quiet: true };

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const view = loaderData?.view;
  const title = view ? [view.name, view.website].filter(Boolean).join(", ") : "Shared month";
  return pageTitle(title, matches);
}

/** The address is a secret: no other site and no search engine may learn it. */
export const headers = () => ({
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  try {
    const shared = await readSharedReport(services, params.token);
    const reader = await dateReader(services, request);
    return {
      view: monthView(shared, reader),
      pdf: `/report/${params.token}/report.pdf`,
      ends: longDateOf(shared.expiresAt, reader),
      refusal: "",
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ view: null, pdf: "", ends: "", refusal: error.message }, statusOf(error));
  }
}

/** A report for everybody who has its link, until the link ends. */
export default function SharedMonth({ loaderData }: Route.ComponentProps) {
  const { view, pdf, ends, refusal } = loaderData;
  if (view === null) {
    return (
      <AccountPage title="This page is no longer shared">
        <Notice tone="error">{refusal}</Notice>
      </AccountPage>
    );
  }
  return <MonthPage view={view} pdf={pdf} note={`Shared with a link that expires on ${ends}.`} />;
}
