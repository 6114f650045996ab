import { isIP } from "node:net";
import { z } from "zod";
import { businessNameFault, demonstrationName } from "../platform/business.ts";
import {
  backupIntervalPattern,
  isAuthservId,
  isSender,
  isTimeZone,
  mostBackupsKept,
  mostPasswordDays,
} from "../platform/configuration.ts";
import { countryNamed } from "../platform/texts/countries.ts";
import { emailField } from "../platform/texts/email-address.ts";
import { isPhone } from "../platform/texts/phone.ts";
import { isPlainText } from "../platform/texts/plain-text.ts";
import { isDay } from "../platform/time/calendar.ts";

/**
 * The settings of the panel. `variable` is the environment variable that overrides the setting, if
 * any; `configured` is the name of the variable's value in `Configuration`.
 */
export const settingFacts = {
  businessName: {
    label: "Name of the business",
    variable: "BUSINESS_NAME",
    configured: "businessName",
  },
  businessAddress: { label: "Address", variable: null, configured: null },
  businessPhone: { label: "Phone number", variable: null, configured: null },
  businessEmail: { label: "Email address", variable: null, configured: null },
  businessCountry: { label: "Country", variable: null, configured: null },
  businessTaxId: { label: "Tax ID", variable: null, configured: null },
  timeZone: { label: "Time zone", variable: "TIME_ZONE", configured: "timeZone" },
  mailServer: { label: "Mail server", variable: "SMTP_URL", configured: "smtpUrl" },
  mailSender: { label: "Sender", variable: "MAIL_FROM", configured: "mailFrom" },
  ownerAddress: {
    label: "Owner's email address",
    variable: "OWNER_EMAIL",
    configured: "ownerEmail",
  },
  authservId: {
    label: "Mail server that checks senders",
    variable: "MAIL_AUTHSERV_ID",
    configured: "authservId",
  },
  backupInterval: { label: "Backup interval", variable: "BACKUP_EVERY", configured: "backupEvery" },
  backupCount: { label: "Backups to keep", variable: "BACKUP_KEEP", configured: "backupKeep" },
  orderPasswordDays: {
    label: "Days to keep passwords",
    variable: "ORDER_PASSWORD_DAYS",
    configured: "orderPasswordDays",
  },
  staffSecondFactor: { label: "Second factor for the team", variable: null, configured: null },
  weekdays: { label: "Weekdays that you work", variable: null, configured: null },
  closedDays: { label: "Closed days", variable: null, configured: null },
} as const;

export type SettingName = keyof typeof settingFacts;

export const settingNames = Object.keys(settingFacts) as readonly SettingName[];

/**
 * "starttls" refuses a server without STARTTLS. "if-offered" sends without encryption to such a
 * server; only SMTP_URL can set "if-offered".
 */
type Encryption = "tls" | "starttls" | "none" | "if-offered";

export interface MailServerFacts {
  readonly host: string;
  readonly port: number;
  readonly encryption: Encryption;
  /** "" for a server without sign-in. */
  readonly user: string;
}

export const usualTimeZone = "UTC";

export const usualBackupCount = 7;

export const usualPasswordDays = 30;

/** Monday to Friday. */
export const usualWeekdays: readonly number[] = [1, 2, 3, 4, 5];

const mostClosedDays = 500;

const line = (longest: number, message: string) =>
  z
    .string(message)
    .max(longest, `At most ${longest} characters.`)
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "Write it as one line of text.");

const hostMessage = "Enter the host of the mail server, such as mail.example.com.";
const portMessage = "Enter a port from 1 to 65535, such as 465.";

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\p{L}\p{N}]([\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u.test(text);
}

const mailServer = z.strictObject({
  host: line(253, hostMessage).trim().refine(isHost, hostMessage),
  port: z.int(portMessage).min(1, portMessage).max(65_535, portMessage),
  encryption: z.enum(["tls", "starttls", "none"], "Choose tls, starttls or none."),
  user: line(320, "Enter the user name as a text.").trim().default(""),
  password: line(1000, "Enter the password as a text.").optional().meta({
    description:
      "Without it the stored password stays, for the same host, port, encryption and user",
  }),
});

const countMessage = `Enter a number from 1 to ${mostBackupsKept}.`;

const daysMessage = `Enter a number from 1 to ${mostPasswordDays}.`;

const weekdaysMessage = "Choose at least one weekday.";

const inOrder = <Value extends number | string>(values: readonly Value[]) =>
  [...new Set(values)].sort((one, other) => (one < other ? -1 : 1));

const authservIdMessage = "Enter the name of one mail server, such as mx.example.com.";

const zoneMessage = "Choose a time zone, such as Europe/Oslo.";

const nameMessage = "Enter the name of your business.";
const phoneMessage = "Enter a phone number such as +1 555 010 0142.";

const values = {
  businessName: z
    .string(nameMessage)
    .trim()
    .superRefine((name, context) => {
      const message = businessNameFault(name);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .nullable()
    .meta({ description: `Name of the business. null: ${demonstrationName}` }),
  businessAddress: line(200, "Write the address as one line of text.")
    .trim()
    .min(1, "Enter an address, or null.")
    .nullable()
    .meta({ description: "Postal address of the business, in one line" }),
  businessPhone: z
    .string(phoneMessage)
    .trim()
    .max(40, "At most 40 characters.")
    .refine(isPhone, phoneMessage)
    .nullable(),
  businessEmail: emailField("Enter an email address such as hello@example.com.").nullable(),
  businessCountry: z
    .string("Enter a country.")
    .transform((text, context) => {
      const name = countryNamed(text);
      if (name !== undefined) return name;
      const message = `“${text.trim().slice(0, 60)}” is not a country that we know. Choose one of the suggestions, such as Norway.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .nullable()
    .meta({ description: "English name or ISO code of a country" }),
  businessTaxId: line(100, "Write the tax ID as one line of text.")
    .trim()
    .min(1, "Enter a tax ID, or null.")
    .nullable()
    .meta({ description: "Line for receipts, such as EIN 12-3456789" }),
  timeZone: line(100, zoneMessage)
    .trim()
    .refine(isTimeZone, zoneMessage)
    .nullable()
    .meta({ description: `Of all dates and of the days in sums. null: ${usualTimeZone}` }),
  mailServer: mailServer.nullable().meta({ description: "null: emails wait in the outbox" }),
  mailSender: line(320, "Enter an address.")
    .trim()
    .refine(isSender, "Enter an address such as shop@example.com or Shop <shop@example.com>.")
    .nullable(),
  ownerAddress: emailField("Enter an email address such as you@example.com.")
    .nullable()
    .meta({ description: "null: the address of the first admin" }),
  authservId: line(253, authservIdMessage)
    .trim()
    .refine(isAuthservId, authservIdMessage)
    .nullable()
    .meta({
      description:
        "The authserv-id in the Authentication-Results headers of the server that receives replies. null: results about senders are not read",
    }),
  backupInterval: z
    .string("Enter a time such as 30m, 24h or 1d.")
    .regex(backupIntervalPattern, "Enter a time such as 30m, 24h or 1d.")
    .nullable()
    .meta({ description: "null: no scheduled backups" }),
  backupCount: z
    .int(countMessage)
    .min(1, countMessage)
    .max(mostBackupsKept, countMessage)
    .nullable()
    .meta({ description: `null: ${usualBackupCount}` }),
  orderPasswordDays: z
    .int(daysMessage)
    .min(1, daysMessage)
    .max(mostPasswordDays, daysMessage)
    .nullable()
    .meta({
      description: `Days after the acceptance of an order in which its passwords stay. null: ${usualPasswordDays}`,
    }),
  staffSecondFactor: z.boolean("Choose yes or no.").nullable().meta({
    description:
      "true: after seven days, people on the team without a second factor can open only their Security page. null: false",
  }),
  weekdays: z
    .array(z.int(weekdaysMessage).min(1, weekdaysMessage).max(7, weekdaysMessage), weekdaysMessage)
    .min(1, weekdaysMessage)
    .max(7, weekdaysMessage)
    .overwrite(inOrder)
    .nullable()
    .meta({
      description: "Weekdays that are worked, 1 for Monday to 7 for Sunday. null: Monday to Friday",
    }),
  closedDays: z
    .array(z.string("Enter dates."), "Enter a list of dates.")
    .max(mostClosedDays, `At most ${mostClosedDays} dates.`)
    .superRefine((days, context) => {
      const wrong = days.find((day) => !isDay(day));
      if (wrong === undefined) return;
      const message = `“${wrong.slice(0, 40)}” is not a date. Write one date per line, such as 2026-12-25.`;
      context.addIssue({ code: "custom", message });
    })
    .overwrite(inOrder)
    .nullable()
    .meta({ description: "Days without work, such as 2026-12-25. null: none" }),
} satisfies Record<SettingName, z.ZodType>;

/** Settings to save. A setting that is left out does not change. */
export const settingsInput = z
  .strictObject({
    ...values,
    revisions: z.partialRecord(z.enum(settingNames), z.int().min(0)).meta({
      description:
        "Revisions that the values were edited from: with one, a setting that has since been changed is refused",
    }),
  })
  .partial();

/** Mail settings to try out. A setting that is left out has its current value. */
export const mailTrialInput = z
  .strictObject({ mailServer, mailSender: values.mailSender.unwrap() })
  .partial();

export type SettingsInput = z.infer<typeof settingsInput>;
export type TypedMailServer = z.infer<typeof mailServer>;

const shown = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value: value.nullable(),
    setBy: z.enum(["environment", "panel"]).nullable(),
    variable: z.string().meta({ description: "Environment variable that overrides the panel" }),
    revision: z.int().meta({ description: "0 for a setting that was never saved in the panel" }),
    changedBy: z.string().nullable(),
  });

const shownWithoutVariable = <Value extends z.ZodType>(value: Value) =>
  shown(value).extend({
    variable: z.null().meta({ description: "No environment variable overrides the panel" }),
  });

export const settingsSchema = z.strictObject({
  businessName: shown(z.string()),
  businessAddress: shownWithoutVariable(z.string()),
  businessPhone: shownWithoutVariable(z.string()),
  businessEmail: shownWithoutVariable(z.string()),
  businessCountry: shownWithoutVariable(z.string()),
  businessTaxId: shownWithoutVariable(z.string()),
  timeZone: shown(z.string()),
  mailServer: shown(
    z.strictObject({
      host: z.string(),
      port: z.int(),
      encryption: z.enum(["tls", "starttls", "none", "if-offered"]),
      user: z.string(),
      hasPassword: z.boolean(),
      isPasswordReadable: z.boolean().meta({
        description: "false when SECRET is another one than when the password was saved",
      }),
    }),
  ),
  mailSender: shown(z.string()),
  ownerAddress: shown(z.string()),
  authservId: shown(z.string()),
  backupInterval: shown(z.string()),
  backupCount: shown(z.int()),
  orderPasswordDays: shown(z.int()),
  staffSecondFactor: shownWithoutVariable(z.boolean()),
  weekdays: shownWithoutVariable(z.array(z.int())),
  closedDays: shownWithoutVariable(z.array(z.string())),
});

export type Settings = z.infer<typeof settingsSchema>;
