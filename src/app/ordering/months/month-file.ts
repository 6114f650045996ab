import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { readReport } from "#reports/read-reports.ts";
import type { Route } from "./+types/month-file";
import { pdfAnswer } from "./pdf-answer.server.ts";

/** A report as PDF, for everybody who may read its page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const found = await readReport(services, actor, params.orderId, params.month).catch(pageError);
  return pdfAnswer(services, found);
}
