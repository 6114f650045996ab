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
