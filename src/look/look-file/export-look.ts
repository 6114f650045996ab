import { slugOf } from "#content/articles/topics.ts";
import { look } from "#content/blocks/look.ts";
import {
  editedValues,
  listStored,
  publishedValues,
  type Values,
} from "#content/records/stored-record.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { findOwnFont, findOwnFontFile } from "../typefaces/own-font.server.ts";
import { firstLook, fontAddressesIn, lookFileFormat, lookFileVersion } from "./look-file.ts";

interface ExportDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

interface Exported {
  readonly businessName: string;
  /** Whether the draft of the look goes into the file, and not what is published. */
  readonly withDraft: boolean;
}

/**
 * The look as a file that `importLook` reads: the value of each field, and the fonts that they name.
 * The logo is not in it: it is content, and another business has another one.
 */
export async function exportLook(
  { database, clock }: ExportDependencies,
  actor: Actor,
  { businessName, withDraft }: Exported,
): Promise<{ readonly name: string; readonly text: string }> {
  requireRight(actor, "edit content");
  const values = await lookIn(database.read, withDraft);
  const file = {
    format: lookFileFormat,
    version: lookFileVersion,
    look: values,
    fonts: await fontsOf(database.read, values),
  };
  const slug = slugOf(businessName).replaceAll(/[^a-z0-9-]/g, "");
  const day = isoTime(clock()).slice(0, "2026-11-30".length);
  return {
    name: `${[slug, "look", day].filter(Boolean).join("-")}.json`,
    text: `${JSON.stringify(file, null, 2)}\n`,
  };
}

async function lookIn(queries: Queries, withDraft: boolean): Promise<Values> {
  const [record] = await listStored(queries, look);
  if (record === undefined || (record.published === null && !withDraft)) return firstLook;
  return withDraft ? editedValues(look, record) : publishedValues(look, record);
}

async function fontsOf(queries: Queries, values: Values) {
  const fonts = [];
  for (const address of fontAddressesIn(values)) {
    const font = await findOwnFont(queries, address);
    const file = await findOwnFontFile(queries, address);
    if (font === undefined || file === undefined) continue;
    const woff2 = Buffer.from(file.bytes).toString("base64");
    fonts.push({ address, fileName: font.fileName, woff2 });
  }
  return fonts;
}
