import { z } from "zod";
import type { Configuration } from "../platform/configuration.ts";

/**
 * "starttls" refuses a server without STARTTLS. "if-offered" sends without encryption to such a
 * server; only SMTP_URL can set "if-offered".
 */
const encryptions = ["tls", "starttls", "none", "if-offered"] as const;

/** The kinds of settings, each with the schema of the value that the panel and REST show. */
const shownAs = {
  text: z.string(),
  email: z.string(),
  phone: z.string(),
  /** A text of a list; the field suggests the list. */
  suggested: z.string(),
  /** One of a short list. */
  choice: z.string(),
  /** One of a long list, which the field searches. */
  searched: z.string(),
  number: z.int(),
  mark: z.boolean(),
  weekdays: z.array(z.int()),
  /** One text per line. */
  lines: z.array(z.string()),
  mailServer: z.strictObject({
    host: z.string(),
    port: z.int(),
    encryption: z.enum(encryptions),
    user: z.string(),
    hasPassword: z.boolean(),
    isPasswordReadable: z.boolean().meta({
      description: "false when SECRET is another one than when the password was saved",
    }),
  }),
  bankAccount: z.strictObject({
    isOn: z.boolean().meta({ description: "Whether customers can pay by bank transfer" }),
    holder: z.string(),
    iban: z.string(),
    accountNumber: z.string(),
    routingNumber: z.string(),
    bic: z.string(),
    bank: z.string(),
    note: z.string(),
  }),
  invoicing: z.strictObject({
    isOn: z.boolean().meta({ description: "Whether paid orders get invoices" }),
    name: z.string(),
    street: z.string(),
    postcode: z.string(),
    city: z.string(),
    country: z.string().meta({ description: "ISO 3166-1 alpha-2" }),
    registration: z.string(),
    email: z.string(),
    pattern: z.string().meta({ description: "Such as F-{year}-{number}" }),
    isPerYear: z.boolean().meta({ description: "Whether numbers begin again each year" }),
    firstNumber: z.int(),
    firstNote: z.string(),
    secondNote: z.string(),
    taxCurrency: z.string(),
    taxRate: z.string().meta({ description: "Units of the tax currency for one dollar" }),
  }),
  tax: z.strictObject({
    isOn: z.boolean().meta({ description: "Whether orders and invoices say anything about VAT" }),
    country: z.string().meta({ description: "ISO 3166-1 alpha-2 code of the home country" }),
    isRegistered: z.boolean().meta({ description: "Whether the seller is registered for VAT" }),
    vatNumber: z.string(),
    ratePercent: z.number().meta({ description: "The rate at home, such as 20 or 8.1" }),
    place: z.enum(["inside", "on top"]).meta({
      description: "Whether prices include the tax, or the tax is added to them",
    }),
    businessesAbroad: z.enum(["O", "G"]).meta({
      description:
        "Companies in countries without reverse charge, with or without a VAT number: O not subject to VAT, G export",
    }),
    consumersAbroad: z.enum(["S", "O"]).meta({
      description:
        "Other customers abroad, as consumers and companies without a VAT number in countries with reverse charge; outside the EU for a seller in the EU: S standard rate, O not subject to VAT",
    }),
    exceptions: z
      .array(z.strictObject({ country: z.string(), category: z.enum(["S", "AE", "G", "O"]) }))
      .meta({
        description: "Countries whose customers are treated otherwise; AE needs their VAT number",
      }),
  }),
};

export type SettingKind = keyof typeof shownAs;
export type ShownValue<Kind extends SettingKind> = z.infer<(typeof shownAs)[Kind]>;

/** A setting of the panel. Everything that reads, saves or shows settings follows from it. */
export interface Setting {
  readonly kind: SettingKind;
  /** Name in the audit log and in messages. */
  readonly label: string;
  /**
   * Environment variable that overrides the panel, and the name of its value in `Configuration`.
   */
  readonly environment?: {
    readonly variable: string;
    readonly configured: keyof Configuration;
  };
  /** Checks a typed value and, in REST, a sent one. */
  readonly schema: z.ZodType;
  /** Description in the REST document. */
  readonly description?: string;
  /** The value while neither the environment nor the panel sets one. */
  readonly usual?: unknown;
  /** Label of the field in the panel; `label` by default. */
  readonly fieldLabel?: string;
  readonly help?: string;
  /** A placeholder that is the usual value stands in the field while nothing is set. */
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly autoComplete?: string;
  /** False to save an empty field as the usual value. */
  readonly required?: true;
  /** What the field offers, besides the present value. */
  readonly options?: (present: string) => readonly string[];
  /** Text of a value; the value itself by default. */
  readonly inWords?: (value: string) => string;
  /** Folded texts, besides its text, by which a search finds an option. */
  readonly alsoCalled?: (value: string) => readonly string[];
}

/** Returns the setting unchanged, so that the compiler checks a declaration and infers its type. */
export function defineSetting<const S extends Setting>(setting: S): S {
  return setting;
}

type Settings = Readonly<Record<string, Setting>>;

/** The value with the facts that the panel and REST show about it. */
type Shown<S extends Setting> = {
  value: ShownValue<S["kind"]> | null;
  setBy: "environment" | "panel" | null;
  variable: S extends { readonly environment: object } ? string : null;
  revision: number;
  changedBy: string | null;
};

export type ShownSettings<All extends Settings> = { [Name in keyof All]: Shown<All[Name]> };

function shown({ kind, environment }: Setting): z.ZodType {
  const description = environment
    ? "Environment variable that overrides the panel"
    : "No environment variable overrides the panel";
  return z.strictObject({
    value: (shownAs[kind] as z.ZodType).nullable(),
    setBy: z.enum(["environment", "panel"]).nullable(),
    variable: (environment ? z.string() : z.null()).meta({ description }),
    revision: z.int().meta({ description: "0 for a setting that was never saved in the panel" }),
    changedBy: z.string().nullable(),
  });
}

/** Schema of all settings as REST answers them. */
export function shownSchemaOf<All extends Settings>(settings: All) {
  const shape = Object.entries(settings).map(([name, setting]) => [name, shown(setting)]);
  return z.strictObject(
    Object.fromEntries(shape) as { [Name in keyof All]: z.ZodType<Shown<All[Name]>> },
  );
}

type TypedShape<All extends Settings> = {
  [Name in keyof All]: z.ZodNullable<All[Name]["schema"]>;
};

/** Schemas of the values that can be saved; null for the usual value. */
export function typedShapeOf<All extends Settings>(settings: All): TypedShape<All> {
  const shape = Object.entries(settings).map(([name, { schema, description }]) => {
    const value = schema.nullable();
    return [name, description === undefined ? value : value.meta({ description })];
  });
  return Object.fromEntries(shape) as TypedShape<All>;
}
