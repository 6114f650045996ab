import { createHash } from "node:crypto";
import { look } from "#content/blocks/look.ts";
import { loadCssCheck } from "#content/css/css-check.ts";
import { saveDraft } from "#content/drafts/save-draft.ts";
import type { Block } from "#content/model/define.ts";
import { changeSchemaOf } from "#content/model/schema-of.ts";
import type { ContentDependencies } from "#content/records/change-site.server.ts";
import { editedValues, listStored, type Values } from "#content/records/stored-record.server.ts";
import { AppError } from "#platform/errors.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { addOwnFont, findOwnFont } from "../typefaces/own-font.server.ts";
import { ownFontAddress } from "../typefaces/own-font.ts";
import { type FileOfFont, firstLook, fontAddressesIn, lookFileVersion } from "./look-file.ts";
import { lookFileParsers } from "./look-file-parsers.ts";

interface ImportDependencies extends ContentDependencies {
  readonly parse: Parse;
}

export interface LookImport {
  readonly _id: string;
  readonly revision: number;
  /** Labels of the fields that the import has changed in the draft. */
  readonly changed: readonly string[];
  /** Sentences about what the file says and this site cannot do. */
  readonly notices: readonly string[];
}

/**
 * Makes the look of a file the draft of the look of this site; nothing is published. A field that the
 * file does not name gets its first value, so that the look is that of the file. The same file again
 * changes nothing. Throws "invalid" with an issue per field.
 */
export async function importLook(
  deps: ImportDependencies,
  actor: Actor,
  bytes: Uint8Array,
): Promise<LookImport> {
  requireRight(actor, "edit content");
  const file = await deps.parse(lookFileParsers.file, bytes);
  const { known, notices } = sorted(file.values);
  if (file.version > lookFileVersion) {
    notices.unshift("The file is from a newer version of Furrow.");
  }
  for (const part of file.unknown) notices.push(leftOut(part));
  if (known.customCss?.includes("/media/")) notices.push(picturesStay);
  await loadCssCheck();
  // Checks fields by name, so that each fault is said at its field.
  const valid = parseOrThrow(changeSchemaOf(look), { ...firstLook, ...known });
  const values = await withFonts(deps, actor, valid, file.fonts, notices);
  const [present] = await listStored(deps.database.read, look);
  const before = present === undefined ? undefined : editedValues(look, present);
  const saved = await saveDraft(deps, actor, look, present?.id ?? null, { values });
  const { fields } = look as Block;
  return {
    _id: saved._id,
    revision: saved.revision,
    changed: Object.entries(fields).flatMap(([name, { label }]) =>
      before?.[name] === saved.values[name] ? [] : [label],
    ),
    notices,
  };
}

function sorted(written: readonly (readonly [string, string])[]) {
  const isKnown = ([name]: readonly [string, string]) => Object.hasOwn(look.fields, name);
  const notices = written.filter((one) => !isKnown(one)).map(([name]) => leftOut(name));
  const known: Record<string, string | undefined> = Object.fromEntries(written.filter(isKnown));
  return { known, notices };
}

const picturesStay =
  "The custom CSS names pictures, which are not in the file. See whether this site has them.";

function leftOut(name: string): string {
  return `This version of Furrow does not know “${name}” of the file, so it is left out.`;
}

/**
 * Adds the fonts that the look uses. The address of a font follows from its bytes, so it is the same
 * on each site. A font that neither the file nor the site has is taken out of the look.
 */
async function withFonts(
  deps: ImportDependencies,
  actor: Actor,
  values: Values,
  fonts: readonly FileOfFont[],
  notices: string[],
): Promise<Values> {
  const missing: string[] = [];
  for (const address of fontAddressesIn(values)) {
    const font = fonts.find((one) => one.address === address);
    if (font !== undefined) {
      requireOwnAddress(font);
      await addOwnFont(deps, actor, font.bytes, font.fileName);
    } else if ((await findOwnFont(deps.database.read, address)) === undefined) {
      missing.push(address);
    }
  }
  for (const address of missing) {
    notices.push(`The font ${address} is not in the file. Upload it, and choose it again.`);
  }
  const isMissing = (address: string | undefined) => missing.includes(address ?? "");
  return {
    ...values,
    ...(isMissing(values.ownHeadingFont) ? { headingFont: "Own", ownHeadingFont: "" } : {}),
    ...(isMissing(values.ownTextFont) ? { textFont: "Own", ownTextFont: "" } : {}),
  };
}

function requireOwnAddress({ address, bytes }: FileOfFont): void {
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (ownFontAddress(hash.slice(0, 16)) === address) return;
  throw new AppError(
    "invalid",
    `The font ${address} of the file was changed or damaged. Save the look as a file again.`,
  );
}
