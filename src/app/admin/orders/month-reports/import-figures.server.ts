import { data } from "react-router";
import { pageError, refusedForm, savedForm } from "#app/forms.server.ts";
import type { Services } from "#compose.ts";
import { fileName } from "#files/file-name.ts";
import { type FormInMemory, formInMemory } from "#files/form-in-memory.ts";
import type { Actor } from "#policy/actor.ts";
import type { CsvPreview } from "#reports/figures/csv-columns.ts";
import { figureParsers } from "#reports/figures/figure-parsers.ts";
import { isZip } from "#reports/figures/is-zip.ts";
import { type ImportedFigures, importFigures } from "#reports/figures/order-figures.ts";
import type { FoundPositions } from "#reports/searches/positions-in-file.ts";

export interface FigureImport {
  /** The form then asks for the use of each column. */
  readonly preview?: CsvPreview;
  /** What was imported, shown in the form. */
  readonly imported?: string;
  /** The positions of searches, which the form has not saved yet. */
  readonly found?: FoundPositions;
}

interface FigureImporter {
  readonly services: Services;
  readonly actor: Actor;
  readonly orderId: string;
}

/**
 * Imports the numbers of an exported file. For a CSV file, the first request returns a preview; the
 * form then sends the same file again with the use of each column.
 */
export async function importByForm({ services, actor, orderId }: FigureImporter, request: Request) {
  const form = await formOf(request);
  if (form.texts.get("intent")?.[0] === "read-positions") return positionsByForm(services, form);
  const { name, bytes } = form.files.get("file") ?? { name: "", bytes: new Uint8Array() };
  let preview: CsvPreview | undefined;
  try {
    const isTable = !isZip(bytes) && !/\.zip$/i.test(name);
    const given = { name, bytes };
    if (isTable) {
      const table = form.texts.get("table")?.[0];
      preview = await services.parse(figureParsers.preview, {
        file: { name: fileName(name), bytes },
        table: table === undefined ? undefined : Number(table),
      });
    }
    if (preview !== undefined && !form.texts.has("source"))
      return savedForm<FigureImport>({ data: { preview } });
    const mapping = isTable ? mappingIn(form) : undefined;
    const imported = await importFigures(services, actor, orderId, given, mapping);
    return savedForm<FigureImport>({ data: { imported: importedSentence(imported) } });
  } catch (error) {
    const fields = { file: "", source: "", uses: "", days: "", firstDay: "", lastDay: "" };
    const refused = refusedForm(error, fields);
    if (preview === undefined) return refused;
    return data({ ...refused.data, data: { preview } }, refused.init ?? {});
  }
}

/** Returns the positions of a file to the form, which shows them before they are saved. */
async function positionsByForm(services: Services, form: FormInMemory) {
  const { name, bytes } = form.files.get("positions") ?? { name: "", bytes: new Uint8Array() };
  try {
    const file = { name: fileName(name), bytes };
    const found = await services.parse(figureParsers.positions, file);
    return savedForm<FigureImport>({ data: { found } });
  } catch (error) {
    return refusedForm(error, { file: "" });
  }
}

function importedSentence({ figures, known, overlaps }: ImportedFigures): string {
  const periods = figures.filter(({ numbers }) => numbers.length > 0).map(({ period }) => period);
  const lists = figures.find(({ numbers }) => numbers.length === 0);
  return [
    ...(periods.length === 0 ? [] : [`The numbers for ${periods.join(" and ")} are imported.`]),
    ...(lists === undefined
      ? []
      : [`The lists of searches and pages are of the whole period, ${lists.period}.`]),
    ...(known.length === 0
      ? []
      : [`The order already had the numbers for ${known.join(" and ")}, which stay as they were.`]),
    ...(overlaps.length === 0 ? [] : [`The period overlaps with ${overlaps.join(" and ")}.`]),
  ].join(" ");
}

function mappingIn({ texts }: FormInMemory) {
  const text = (name: string) => texts.get(name)?.[0] ?? "";
  return {
    source: text("source"),
    uses: texts.get("use") ?? [],
    table: Number(text("table")),
    leftOut: (texts.get("leftOut") ?? []).map(Number),
    decimals: text("decimals"),
    days: text("days"),
    firstDay: text("firstDay"),
    lastDay: text("lastDay"),
  };
}

async function formOf(request: Request): Promise<FormInMemory> {
  try {
    return await formInMemory(request);
  } catch (error) {
    pageError(error);
  }
}
