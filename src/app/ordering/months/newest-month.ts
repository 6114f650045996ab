import { redirect } from "react-router";
import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { listReports } from "#reports/read-reports.ts";
import { reportNotFound, reportPath } from "#reports/report.ts";
import type { Route } from "./+types/newest-month";

/** Redirects to the newest sent report. The emails about reports link here. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const reports = await listReports(servicesOf(context), actor, params.orderId).catch(pageError);
  const newest = reports.find(({ state }) => state === "sent");
  if (newest === undefined) pageError(reportNotFound());
  return redirect(reportPath(params.orderId, newest.month));
}
