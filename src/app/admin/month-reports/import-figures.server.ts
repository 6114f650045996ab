import { data } from "react-router";
import type { Services } from "../../../compose.ts";
import { importFigures } from "../../../orders/reports/figures/order-figures.ts";
import { requirePlainBody } from "../../../platform/texts/readable-body.ts";
import type { Actor } from "../../../policy/actor.ts";
import { pageError, refusedForm } from "../../form-state.server.ts";

/** Executes the form with an exported zip. */
export async function importByForm(
  services: Services,
  actor: Actor,
  orderId: string,
  request: Request,
) {
  const file = await fileOf(request);
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { figures, overlaps } = await importFigures(services, actor, orderId, {
      ...{ name: file.name, bytes },
    });
    const shared =
      overlaps.length === 0 ? "" : ` The period has days in common with ${overlaps.join(" and ")}.`;
    return { savedAt: Date.now(), said: `The numbers of ${figures.period} are read.${shared}` };
  } catch (error) {
    return refusedForm(error, { file: "" });
  }
}

async function fileOf(request: Request): Promise<File> {
  try {
    requirePlainBody(request.headers);
  } catch (error) {
    pageError(error);
  }
  const form = await request.formData().catch(() => {
    throw data("The form could not be read.", { status: 400 });
  });
  const file = form.get("file");
  return file instanceof File ? file : new File([], "");
}
