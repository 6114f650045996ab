import { servicesOf } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { readSharedReport } from "#reports/report-links.ts";
import type { Route } from "./+types/shared-month-file";
import { pdfAnswer } from "./pdf-answer.server.ts";

/** A shared report as PDF, for everybody who has its link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  return pdfAnswer(services, await readSharedReport(services, params.token).catch(pageError));
}
