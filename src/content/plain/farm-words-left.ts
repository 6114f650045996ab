import { builtInPictures } from "#media/built-in-pictures.ts";
import type { Queries } from "#platform/database/database.ts";
import { labelOf } from "../drafts/editable-record.ts";
import { exampleContactIn, isExampleApartFromName } from "../model/business-facts.ts";
import type { Block } from "../model/define.ts";
import type { Field } from "../model/fields.ts";
import { editPathOf } from "../model/record-paths.ts";
import {
  editedValues,
  listStored,
  publishedValues,
  type StoredRecord,
} from "../records/stored-record.server.ts";
import { picturesInRichText, plainTextOfRichText, richTextIn } from "../rich-text/rich-text.ts";
import { sectionsIn } from "../sections/section.ts";
import { isRichTextValue } from "../sections/section-texts.ts";
import { farmIcons, farmWordIn, mayHaveFarmWord } from "./farm-words.ts";
import { seedsOf } from "./plain-seeds.ts";

/** A text, a picture, an icon or an address of the farm that a record still has. */
export interface FarmWordLeft {
  readonly block: string;
  /** Title of the block. */
  readonly title: string;
  readonly recordId: string;
  /** Name of the record in lists. */
  readonly label: string;
  /** Label of the field. */
  readonly field: string;
  readonly isInDraft: boolean;
  /** A part of the text around the word, or what the picture shows. */
  readonly excerpt: string;
  /** Screen of the panel on which the field can be edited. */
  readonly path: string;
}

const mostListed = 200;

/**
 * What is left of the farm in published texts and in drafts, without the trash. The owner's business
 * may itself be named after a farm, so its name does not count.
 */
export async function farmWordsLeft(
  queries: Queries,
  businessName: string,
): Promise<readonly FarmWordLeft[]> {
  const left: FarmWordLeft[] = [];
  for (const record of await listStored(queries)) {
    left.push(...leftIn(record, businessName));
    if (left.length >= mostListed) break;
  }
  return left.slice(0, mostListed);
}

function leftIn(record: StoredRecord, name: string): FarmWordLeft[] {
  const { block, id } = record;
  const [published, edited] = [publishedValues(block, record), editedValues(block, record)];
  return Object.entries(block.fields).flatMap(([key, field]) => {
    const find = (text = "") => partOfFarm(block, key, field, text, name);
    const onSite = record.published === null ? null : find(published[key]);
    const excerpt = onSite ?? find(edited[key]);
    if (excerpt === null) return [];
    const place = { block: block.name, title: block.title, recordId: id, field: field.label };
    const shown = { label: labelOf(block, edited), path: editPathOf(block, id), excerpt };
    return [{ ...place, ...shown, isInDraft: onSite === null }];
  });
}

/** An excerpt of what is of the farm in the value of a field; null for nothing. */
function partOfFarm(
  block: Block,
  key: string,
  { kind }: Field,
  value: string,
  name: string,
): string | null {
  switch (kind) {
    case "text":
    case "paragraph":
      return excerptIn(value, name) ?? seededIn(block, key, value);
    case "email":
    case "phone":
      return excerptIn(value, name);
    case "drawing":
      return value === "" ? null : `Drawing: ${value}`;
    case "icon":
    case "image":
    case "url":
      return shownIn(value);
    case "richText":
      return mayShowFarm(value) ? richTextPart(value, name) : null;
    case "sections":
      return mayShowFarm(value) ? sectionsPart(value, name) : null;
    default:
      return null;
  }
}

/** A farm's text without a word of the list, such as “Welcome to the field”. */
function seededIn(block: Block, key: string, value: string): string | null {
  const plain = seedsOf(block, "plain");
  const isOfFarm = seedsOf(block, "farm").some(
    (seed, index) =>
      seed[key] !== plain[index]?.[key] && isExampleApartFromName(seed[key] ?? "", value),
  );
  return isOfFarm && value !== "" ? shortened(value) : null;
}

const around = 60;

function excerptIn(text: string, name: string): string | null {
  const farmWord = mayHaveFarmWord(text) ? farmWordIn(text, [name]) : null;
  const word = farmWord ?? exampleContactIn(text);
  if (word === null) return null;
  const at = text.indexOf(word);
  const [from, to] = [Math.max(0, at - around), at + word.length + around];
  const part = text.slice(from, to).replaceAll(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${part}${to < text.length ? "…" : ""}`;
}

function shortened(text: string): string {
  return text.length <= 2 * around ? text : `${text.slice(0, 2 * around).trimEnd()}…`;
}

/** A picture or an icon of the farm. The demonstration logo has only the name. */
function shownIn(value: string): string | null {
  if (farmIcons.has(value)) return `Icon: ${value}`;
  return Object.hasOwn(builtInPictures, value) ? `Picture: ${value}` : null;
}

/** False for most texts of pages and articles, so that few of them are parsed. */
function mayShowFarm(value: string): boolean {
  if (mayHaveFarmWord(value) || value.includes("/pictures/")) return true;
  if (exampleContactIn(value) !== null) return true;
  return [...farmIcons].some((icon) => value.includes(icon));
}

function richTextPart(value: string, name: string): string | null {
  const text = richTextIn(value);
  const pictures = picturesInRichText(text).map(
    ({ src, alt }) => shownIn(src) ?? excerptIn(alt, name),
  );
  return (
    excerptIn(plainTextOfRichText(text), name) ?? pictures.find((part) => part !== null) ?? null
  );
}

function sectionsPart(value: string, name: string): string | null {
  for (const { values } of sectionsIn(value)) {
    for (const text of Object.values(values)) {
      const part = isRichTextValue(text)
        ? richTextPart(text, name)
        : (shownIn(text) ?? iconInLines(text) ?? excerptIn(text, name));
      if (part !== null) return part;
    }
  }
  return null;
}

/** Lists of points begin each line with the name of an icon: “gate | Your keys | …”. */
function iconInLines(text: string): string | null {
  const icons = text.split("\n").map((line) => line.split(" | ")[0]?.trim() ?? "");
  const ofFarm = icons.find((icon) => farmIcons.has(icon));
  return ofFarm === undefined || !text.includes(" | ") ? null : `Icon: ${ofFarm}`;
}
