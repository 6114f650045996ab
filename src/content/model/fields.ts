/**
 * The kinds of field a block can have. A field is plain data: its label, the values that it accepts
 * and its maximum length. Validation (`schema-of.ts`), the admin forms and the REST calls are all
 * derived from it. Every value is a string; an empty optional field is "".
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
  | "choice";

export interface Field<Value extends string = string> {
  readonly kind: FieldKind;
  /** Label of the input, and name of the field in error messages. */
  readonly label: string;
  /** In UTF-16 code units, as browsers count `maxlength`. */
  readonly maxLength: number;
  readonly optional: boolean;
  /** Help text below the input, in one sentence, for a label that is not clear by itself. */
  readonly help?: string;
  /** Only for `choice`: every value that is accepted. */
  readonly choices?: readonly Value[];
}

export interface FieldOptions {
  maxLength?: number;
  optional?: boolean;
  help?: string;
}

const field =
  (kind: FieldKind, defaultMaxLength: number) =>
  (label: string, options: FieldOptions = {}): Field => ({
    kind,
    label,
    maxLength: options.maxLength ?? defaultMaxLength,
    optional: options.optional ?? false,
    ...(options.help === undefined ? {} : { help: options.help }),
  });

/** One line of text. */
export const text = field("text", 200);
/** Several lines of plain text. */
export const paragraph = field("paragraph", 4000);
/** A link: http(s), mailto, tel, or a local path or anchor. */
export const url = field("url", 2000);
/** The address of a page of this site, such as "/our-prices/". */
export const address = field("address", 100);
/** A picture: the address of an uploaded one, or any http(s) address. */
export const image = field("image", 2000);
/** The name of an icon of the set (`icon-names.ts`), or an image address. */
export const icon = field("icon", 2000);
/** A number, stored as its digits, such as "85" or "4.9". */
export const number = field("number", 20);
/**
 * A price in US dollars, more than zero. Stored in one spelling: "$1,499.00" is stored as "1499",
 * and "$149.50" as "149.50".
 */
export const price = field("price", "$ 9,999,999.99".length);
export const email = field("email", 254);
export const phone = field("phone", 40);

/** One of a fixed set of values. */
export function choice<const Value extends string>(
  label: string,
  choices: readonly Value[],
  options: Pick<FieldOptions, "help"> = {},
): Field<Value> {
  const maxLength = Math.max(...choices.map((value) => value.length));
  return { kind: "choice", label, maxLength, optional: false, choices, ...options };
}
