import { data } from "react-router";
import type { Services } from "../../../compose.ts";
import { fileName } from "../../../files/file-name.ts";
import type { CsvPreview } from "../../../orders/reports/figures/csv-columns.ts";
import { previewCsv } from "../../../orders/reports/figures/map-csv.ts";
import { importFigures } from "../../../orders/reports/figures/order-figures.ts";
import { isZip } from "../../../orders/reports/figures/unzip-limited.ts";
import { requirePlainBody } from "../../../platform/texts/readable-body.ts";
import type { Actor } from "../../../policy/actor.ts";
import { pageError, refusedForm } from "../../form-state.server.ts";

/**
 * Imports the numbers of an exported file. For a CSV file, the first request returns a preview; the
 * form then sends the same file again with the use of each column.
 */
export async function importByForm(
  services: Services,
  actor: Actor,
  orderId: string,
  request: Request,
) {
  const form = await formOf(request);
  const chosen = form.get("file");
  const file = chosen instanceof File ? chosen : new File([], "");
  let preview: CsvPreview | undefined;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isTable = !isZip(bytes) && !/\.zip$/i.test(file.name);
    if (isTable) preview = previewCsv(fileName(file.name), bytes);
    if (preview !== undefined && !form.has("source")) return { preview };
    const given = { name: file.name, bytes };
    const mapping = isTable ? mappingIn(form) : undefined;
    const { figures, overlaps } = await importFigures(services, actor, orderId, given, mapping);
    const shared =
      overlaps.length === 0 ? "" : ` The period overlaps with ${overlaps.join(" and ")}.`;
    return {
      savedAt: Date.now(),
      said: `The numbers for ${figures.period} are imported.${shared}`,
    };
  } catch (error) {
    const fields = { file: "", source: "", uses: "", firstDay: "", lastDay: "" };
    const refused = refusedForm(error, fields);
    if (preview === undefined) return refused;
    return data({ ...refused.data, preview }, refused.init ?? {});
  }
}

function mappingIn(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    ...{ source: text("source"), uses: form.getAll("use").map(String) },
    ...{ decimals: text("decimals"), days: text("days") },
    ...{ firstDay: text("firstDay"), lastDay: text("lastDay") },
  };
}

async function formOf(request: Request): Promise<FormData> {
  try {
    requirePlainBody(request.headers);
  } catch (error) {
    pageError(error);
  }
  return request.formData().catch(() => {
    throw data("The form could not be read.", { status: 400 });
  });
}
