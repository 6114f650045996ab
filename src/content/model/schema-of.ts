import { z } from "zod";
import { canBeId } from "#platform/ids.ts";
import {
  centsFromPrice,
  priceFromCents,
  withoutSeparators,
  writtenPricePattern,
} from "#platform/money.ts";
import { isEmail } from "#platform/texts/email-address.ts";
import { isPhone } from "#platform/texts/phone.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { faultOfCss } from "../css/css-check.ts";
import { cssIn } from "../css/css-in.ts";
import type { Values } from "../records/stored-record.server.ts";
import { faultOfRichText } from "../rich-text/rich-text.ts";
import {
  faultOfSections,
  nameOfSection,
  type Section,
  type SectionKinds,
  sectionsIn,
  sectionsText,
} from "../sections/section.ts";
import type { Block, Fields, ValuesOf } from "./define.ts";
import { drawingNames } from "./drawing-names.ts";
import { type Field, type FieldKind, notColour } from "./fields.ts";
import { iconNames } from "./icon-names.ts";
import { linesIn } from "./lines-in.ts";
import { isContentLink, isImageAddress, isPageTarget } from "./links.ts";

/**
 * Converts line ends to "\n", because browsers send form fields with "\r\n" and scripts send "\n".
 */
export function asOneSpelling(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

const noKinds: SectionKinds = new Map();

/**
 * Schema of a block's values. Rejects unknown fields; an omitted optional field gets its default or "". Every
 * message is a sentence that begins with the field's label, or with the section that has the field. A
 * section whose kind is not in `kinds` is accepted as it is.
 */
export function schemaOf<F extends Fields>(
  block: Block<F>,
  kinds: SectionKinds = noKinds,
): z.ZodType<ValuesOf<F>> {
  return schemaOfFields(block, kinds, (accepted, byDefault) =>
    accepted.default(byDefault),
  ) as z.ZodType<ValuesOf<F>>;
}

/**
 * Schema for a change of a record. An omitted optional field stays unchanged, so that a client that
 * knows only the specification's fields does not empty fields that were added later.
 */
export function changeSchemaOf(block: Block, kinds: SectionKinds = noKinds): z.ZodType<Values> {
  return schemaOfFields(block, kinds, (accepted) => accepted.optional()) as z.ZodType<Values>;
}

function schemaOfFields(
  { fields, placeholders }: Block,
  kinds: SectionKinds,
  ofOptional: (accepted: z.ZodType<string>, byDefault: string) => z.ZodType,
): z.ZodType {
  const shape = Object.entries(fields).map(([name, field]) => {
    const accepted =
      field.kind === "sections"
        ? schemaOfSections(field, kinds)
        : schemaOfField(field, placeholders);
    const isOmissible = field.optional || field.byDefault !== undefined;
    return [name, isOmissible ? ofOptional(accepted, field.byDefault ?? "") : accepted];
  });
  return z.strictObject(Object.fromEntries(shape));
}

function schemaOfField(field: Field, placeholders: Block["placeholders"]): z.ZodType<string> {
  return z
    .string({
      error: ({ input }) =>
        `${field.label} ${input === undefined ? "is required" : "must be text"}.`,
    })
    .meta(jsonSchemaOf(field))
    .max(field.maxLength, `${field.label} can have at most ${field.maxLength} characters.`)
    .refine(isPlainText, `${field.label} has characters that cannot be shown.`)
    .transform(trimmed)
    .superRefine((value, context) => {
      if (value === "" && field.optional) return;
      const fault =
        value === ""
          ? "is required"
          : (faultOf(field, value) ?? faultOfBraces(value, placeholders));
      if (fault !== null) context.addIssue(`${field.label} ${fault}.`);
    })
    .transform((value) => normalise(field, value));
}

/** The path of an issue names the section and its field, as in `sections.quote-1.author`. */
function schemaOfSections(field: Field, kinds: SectionKinds): z.ZodType<string> {
  return schemaOfField(field, undefined).transform((value, context) => {
    if (value === "" || faultOfSections(value) !== null) return value;
    const sections = sectionsIn(value).map((section) => {
      const fields = kinds.get(section.kind)?.fields ?? {};
      const values: Record<string, string> = { ...section.values };
      for (const [name, each] of Object.entries(fields)) {
        const { data, error } = schemaOfField(each, undefined).safeParse(values[name] ?? "");
        if (data !== undefined) values[name] = data;
        for (const { message } of error?.issues ?? []) {
          context.addIssue({
            code: "custom",
            path: [section.id, name],
            message: `${nameOfSection(section, kinds)}: ${message}`,
          });
        }
      }
      return { ...section, values } satisfies Section;
    });
    return sectionsText(sections);
  });
}

/** JSON Schema of a field for the OpenAPI document. Zod adds `maxLength`. */
function jsonSchemaOf({ label, help, kind, optional, choices }: Field) {
  const pattern = patterns[kind]?.source.slice(1, -1);
  const values = choices ?? choicesByKind[kind];
  return {
    title: label,
    ...(help === undefined ? {} : { description: help }),
    ...(values === undefined ? {} : { enum: optional ? ["", ...values] : values }),
    ...(pattern === undefined ? {} : { pattern: optional ? `^(${pattern})?$` : `^${pattern}$` }),
  };
}

const choicesByKind: { readonly [Kind in FieldKind]?: readonly string[] } = {
  drawing: drawingNames,
  mark: ["Yes"],
};

const numberPattern = /^-?\d{1,15}(\.\d{1,4})?$/;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const addressPattern = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+\/?$/;
const colourPattern = /^#[0-9a-fA-F]{6}$/;
const patterns: { readonly [Kind in FieldKind]?: RegExp } = {
  number: numberPattern,
  price: writtenPricePattern,
  address: addressPattern,
  day: dayPattern,
  colour: colourPattern,
};

/** False for a day that no month has, such as February 30. */
function isDay(value: string): boolean {
  const time = dayPattern.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function faultOfWhole(value: string, { from, to }: NonNullable<Field["range"]>): string | null {
  const isWithin = /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to;
  return isWithin ? null : `must be a whole number from ${from} to ${to}`;
}

/**
 * Returns why a non-empty value is invalid, as the end of a sentence that begins with the label.
 * Returns null for a valid value.
 */
function faultOf(field: Field, value: string): string | null {
  switch (field.kind) {
    case "text":
      return /[\r\n]/.test(value) ? "must be one line" : null;
    case "paragraph":
      return null;
    case "url":
      return isContentLink(value) || isPageTarget(value)
        ? null
        : "must be a web address (https://…), mailto:, tel:, or a path on this site such as /pricing/";
    case "address":
      return addressPattern.test(value)
        ? null
        : "must be a path on this site such as /our-prices/, in small letters, digits and hyphens";
    case "image":
      return isImageAddress(value) ? null : "must be the address of a picture (https://… or /…)";
    case "icon":
      return (iconNames as readonly string[]).includes(value) || isImageAddress(value)
        ? null
        : "must be the name of an icon such as compass, or the address of a picture";
    case "number":
      return field.range === undefined
        ? numberPattern.test(value)
          ? null
          : "must be a number such as 85 or 4.9"
        : faultOfWhole(value, field.range);
    case "price":
      return faultOfPrice(field, value);
    case "email":
      return isEmail(value) ? null : "must be an email address such as name@example.com";
    case "phone":
      return isPhone(value) ? null : "must be a phone number such as +1 555 010 0142";
    case "drawing":
      return (drawingNames as readonly string[]).includes(value)
        ? null
        : `must be one of ${drawingNames.join(", ")}, or empty for none`;
    case "mark":
      return value === "Yes" ? null : "must be “Yes”, or empty";
    case "day":
      return isDay(value) ? null : "must be a day such as 2026-11-30";
    case "sections":
      return faultOfSections(value);
    case "richText":
      return faultOfRichText(value);
    case "target":
      return isContentLink(value) || isPageTarget(value)
        ? null
        : "must be a page, a web address (https://…), or a path on this site such as /pricing/";
    case "colour":
      return colourPattern.test(value) ? null : notColour;
    case "css":
      return faultOfCss(value);
    case "plans":
      return linesIn(value).every(canBeId) ? null : "must be ids of plans, one per line";
    case "choice":
      return field.choices?.includes(value)
        ? null
        : `must be one of ${field.choices?.join(", ") ?? "nothing"}`;
  }
}

function faultOfPrice({ isFreeToo }: Field, value: string): string | null {
  const cents = centsFromPrice(withoutSeparators(value)) ?? -1;
  if (cents > 0 || (isFreeToo === true && cents === 0)) return null;
  const above = isFreeToo === true ? "" : ", above zero and";
  return `must be an amount such as 149 or 149.50${above} with seven digits at most before the point`;
}

/**
 * Rejects an unknown placeholder, because the email would be sent with the word in braces. Returns
 * the fault like `faultOf`.
 */
function faultOfBraces(value: string, placeholders: Block["placeholders"]): string | null {
  if (placeholders === undefined) return null;
  const unknown = [...value.matchAll(/\{([^{}\n]*)\}/g)].find(
    ([, name = ""]) => !Object.hasOwn(placeholders, name),
  );
  if (unknown === undefined) return null;
  const known = Object.keys(placeholders).map((name) => `{${name}}`);
  return `contains the unknown placeholder ${unknown[0]}: use ${known.join(", ")}, or remove it`;
}

/**
 * Gives equal values one spelling: "$149.00" becomes "149", line ends become
 * "\n", and colours small letters.
 */
function normalise(field: Field, value: string): string {
  if (field.kind === "plans") return linesIn(value).join("\n");
  if (field.kind === "paragraph") return asOneSpelling(value);
  if (field.kind === "css") return asOneSpelling(trimmed(cssIn(value)));
  if (field.kind === "colour") return value.toLowerCase();
  if (field.kind !== "price") return value;
  const cents = centsFromPrice(withoutSeparators(value));
  return cents === null ? value : priceFromCents(cents);
}
