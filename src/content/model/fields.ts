/**
 * Validation (`schema-of.ts`), the forms of the panel and the REST calls are derived from the kind
 * of a field. Every value is a string; an empty optional field is "".
 */
export type FieldKind =
  | "text"
  | "paragraph"
  | "url"
  | "address"
  | "image"
  | "icon"
  | "number"
  | "price"
  | "email"
  | "phone"
  | "choice"
  | "drawing"
  | "mark"
  /** A calendar day such as "2026-11-30". */
  | "day"
  /** JSON of `Section[]` (`content/sections/section.ts`). */
  | "sections"
  /** JSON of a `RichText` tree (`content/rich-text/rich-text.ts`). */
  | "richText"
  /** Where a menu entry leads: a link, or "page:" and the id of a record. */
  | "target"
  /** A colour such as "#2f5a36"; "" for one that is not chosen. */
  | "colour"
  /** Rules of a style sheet. */
  | "css"
  /** Ids of plans, one a line; "" for all plans. */
  | "plans";

export interface Field<Value extends string = string> {
  readonly kind: FieldKind;
  /** Label of the input, and name of the field in error messages. */
  readonly label: string;
  /** In UTF-16 code units, like the `maxlength` attribute in browsers. */
  readonly maxLength: number;
  readonly optional: boolean;
  /**
   * True if only the team reads the field: public pages and public REST answers omit it. Such a
   * field is optional, so that a program that saves what it has read does not empty it.
   */
  readonly teamOnly?: true;
  /** Help text below the input, for a label that is not clear by itself. */
  readonly help?: string;
  readonly choices?: readonly Value[];
  /** Labels of the choices, for values that are not words of the panel. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Value of a new record that names none. A change that names none leaves the value. */
  readonly byDefault?: Value;
  /** Ids of the sections that "" stands for, in a field of kind "sections". */
  readonly originals?: readonly string[];
  /** Limits of a whole number; a number without limits may be a decimal. */
  readonly range?: Range;
  /** True for a price that may be zero. */
  readonly isFreeToo?: true;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export interface FieldOptions {
  maxLength?: number;
  optional?: boolean;
  help?: string;
  labels?: Readonly<Record<string, string>>;
}

const field =
  (kind: FieldKind, defaultMaxLength: number) =>
  (label: string, options: FieldOptions = {}): Field => ({
    kind,
    label,
    maxLength: options.maxLength ?? defaultMaxLength,
    optional: options.optional ?? false,
    ...(options.help === undefined ? {} : { help: options.help }),
    ...(options.labels === undefined ? {} : { labels: options.labels }),
  });

/** Makes a field one that only the team reads. */
export function forTheTeam(field: Field): Field {
  return { ...field, optional: true, teamOnly: true };
}

export const text = field("text", 200);
export const paragraph = field("paragraph", 4000);
/** A link: http(s), mailto, tel, or a path, query or fragment on this site. */
export const url = field("url", 2000);
/** The path of a page of this site, such as "/our-prices/". */
export const address = field("address", 100);
/** The address of a picture: a path on this site, or http(s). */
export const image = field("image", 2000);
/** A name from `icon-names.ts`, or the address of a picture. */
export const icon = field("icon", 2000);
/** The sections of a page, from top to bottom; "" for the sections that the page came with. */
export const sections = field("sections", 500_000);
/** Text with headings, lists, pictures and tables. */
export const richText = field("richText", 500_000);
export const target = field("target", 2000);

export function colour(label: string, options: Pick<FieldOptions, "help"> = {}): Field {
  return field("colour", "#2f5a36".length)(label, { ...options, optional: true });
}

export function plans(label: string, options: Pick<FieldOptions, "help"> = {}): Field {
  return field("plans", 2000)(label, { ...options, optional: true });
}

export function css(label: string, options: Pick<FieldOptions, "help"> = {}): Field {
  return field("css", 20_000)(label, { ...options, optional: true });
}
/** A decimal number, such as "85" or "4.9". */
export const number = field("number", 20);
/** A whole number from `from` to `to`. */
export function wholeNumber(
  label: string,
  range: Range,
  options: Omit<FieldOptions, "maxLength"> = {},
): Field {
  return { ...number(label, { ...options, maxLength: String(range.to).length }), range };
}
/** A price in US dollars above zero. "$1,499.00" is stored as "1499", and "$149.50" as "149.50". */
export const price = field("price", "$ 9,999,999.99".length);
/** The end of the message about a wrong colour, for the form and for the server. */
export const notColour = "must be a colour such as #2f5a36";

/** A price that may also be zero. */
export function priceOrNothing(label: string, options: FieldOptions = {}): Field {
  return { ...price(label, options), isFreeToo: true };
}
export const email = field("email", 254);
export const phone = field("phone", 40);

export function day(label: string, options: Pick<FieldOptions, "help"> = {}): Field {
  return field("day", "2026-11-30".length)(label, { ...options, optional: true });
}

/** A name from `drawing-names.ts`, or "" for no drawing. */
export function drawing(label: string, options: Pick<FieldOptions, "help"> = {}): Field {
  return field("drawing", 40)(label, { ...options, optional: true });
}
/** Something that a record has ("Yes") or has not (""). */
export function mark(label: string, options: Pick<FieldOptions, "help"> = {}): Field<"Yes" | ""> {
  return field("mark", "Yes".length)(label, { ...options, optional: true }) as Field<"Yes" | "">;
}

export function choice<const Value extends string>(
  label: string,
  choices: readonly Value[],
  options: Pick<FieldOptions, "help"> & Pick<Field<Value>, "labels" | "byDefault"> = {},
): Field<Value> {
  const maxLength = Math.max(...choices.map((value) => value.length));
  return { kind: "choice", label, maxLength, optional: false, choices, ...options };
}
