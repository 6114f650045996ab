import { isIP } from "node:net";
import { z } from "zod";
import { businessNameFault, businessNameLength, demonstrationName } from "../platform/business.ts";
import {
  backupIntervalPattern,
  isAuthservId,
  isSender,
  isTimeZone,
  mostBackupsKept,
  mostPasswordDays,
} from "../platform/configuration.ts";
import {
  countriesByName,
  countryCodeIn,
  countryNamed,
  countryNameOf,
  countryNames,
  otherNamesOf,
} from "../platform/texts/countries.ts";
import { emailField } from "../platform/texts/email-address.ts";
import { isPhone } from "../platform/texts/phone.ts";
import { isPlainText } from "../platform/texts/plain-text.ts";
import { isDay } from "../platform/time/calendar.ts";
import { bankAccountSchema } from "./bank-account.ts";
import {
  defineSetting,
  type ShownSettings,
  type ShownValue,
  shownSchemaOf,
  typedShapeOf,
} from "./define-setting.ts";
import { invoicingSchema, noInvoicing } from "./invoicing.ts";
import { noTax, taxSchema } from "./tax.ts";
import {
  longestVerification,
  type VerificationName,
  verificationSchema,
  verifications,
} from "./verifications.ts";

export interface MailServerFacts {
  readonly host: string;
  readonly port: number;
  readonly encryption: ShownValue<"mailServer">["encryption"];
  /** "" for a server without sign-in. */
  readonly user: string;
}

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

/** Demonstration orders begin at 9,000,001, so that a million orders have room below them. */
const largestFirstNumber = 8_000_000;

const orderNumberMessage = "Enter a number from 1 to 8,000,000.";

const daysMessage = `Enter a number from 1 to ${mostPasswordDays}.`;

const mostGraceDays = 14;
const graceMessage = `Enter a number from 0 to ${mostGraceDays}.`;
const weekdaysMessage = "Choose at least one weekday.";

const inOrder = <Value extends number | string>(values: readonly Value[]) =>
  [...new Set(values)].sort((one, other) => (one < other ? -1 : 1));

const authservIdMessage = "Enter the name of one mail server, such as mx.example.com.";

const zoneMessage = "Choose a time zone, such as Europe/Oslo.";

const nameMessage = "Enter the name of your business.";
const phoneMessage = "Enter a phone number such as +1 555 010 0142.";

const verification = (name: VerificationName) =>
  defineSetting({
    kind: "text",
    label: `${verifications[name].service} verification`,
    schema: verificationSchema(name),
    description: `Content of the tag ${verifications[name].metaName} in the head of the home page. null: no tag`,
    fieldLabel: verifications[name].service,
    placeholder: `<meta name="${verifications[name].metaName}" content="…">`,
    maxLength: longestVerification,
    autoComplete: "off",
  });

const reminderChoices = ["none", "one", "two"] as const;

/** Number of emails of a choice of `paymentReminders`. */
export function remindersOf(choice: string): number {
  return Math.max(0, (reminderChoices as readonly string[]).indexOf(choice));
}

const remindersInWords: Readonly<Record<string, string>> = {
  none: "None",
  one: "One, after a day",
  two: "Two, after a day and after three days",
} satisfies Record<(typeof reminderChoices)[number], string>;

const intervalUnits: Readonly<Record<string, string>> = { m: "minute", h: "hour", d: "day" };

/** Turns "6h" into "Every 6 hours". */
function intervalInWords(interval: string): string {
  if (interval === "") return "Never";
  const [count, unit] = [interval.slice(0, -1), intervalUnits[interval.slice(-1)]];
  return count === "1" ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

/** The settings of the panel, in the order of REST. */
export const settings = {
  businessName: defineSetting({
    kind: "text",
    label: "Name of the business",
    environment: { variable: "BUSINESS_NAME", configured: "businessName" },
    schema: z
      .string(nameMessage)
      .trim()
      .superRefine((name, context) => {
        const message = businessNameFault(name);
        if (message !== null) context.addIssue({ code: "custom", message });
      }),
    description: `Name of the business. null: ${demonstrationName}`,
    usual: demonstrationName,
    placeholder: demonstrationName,
    maxLength: businessNameLength.most,
    autoComplete: "organization",
    required: true,
  }),
  businessAddress: defineSetting({
    kind: "text",
    label: "Address",
    schema: line(200, "Write the address as one line of text.")
      .trim()
      .min(1, "Enter an address, or null."),
    description: "Postal address of the business, in one line",
    help: "In one line, as on a letter",
    maxLength: 200,
    autoComplete: "street-address",
  }),
  businessPhone: defineSetting({
    kind: "phone",
    label: "Phone number",
    schema: z
      .string(phoneMessage)
      .trim()
      .max(40, "At most 40 characters.")
      .refine(isPhone, phoneMessage),
    maxLength: 40,
    autoComplete: "tel",
  }),
  businessEmail: defineSetting({
    kind: "email",
    label: "Email address",
    schema: emailField("Enter an email address such as hello@example.com."),
    help: "Visitors and customers see this address",
    maxLength: 254,
    autoComplete: "email",
  }),
  businessCountry: defineSetting({
    kind: "suggested",
    label: "Country",
    schema: z.string("Enter a country.").transform((text, context) => {
      const name = countryNamed(text);
      if (name !== undefined) return name;
      const message = `“${text.trim().slice(0, 60)}” is not a country that we know. Choose one of the suggestions, such as Norway.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    description: "English name or ISO code of a country",
    options: countryNames,
    alsoCalled: (name) => otherNamesOf(countryCodeIn(name)),
    maxLength: 100,
    autoComplete: "off",
  }),
  businessTaxId: defineSetting({
    kind: "text",
    label: "Tax ID",
    schema: line(100, "Write the tax ID as one line of text.")
      .trim()
      .min(1, "Enter a tax ID, or null."),
    description: "Line for receipts, such as EIN 12-3456789",
    help: "A line on receipts, such as EIN 12-3456789",
    maxLength: 100,
    autoComplete: "off",
  }),
  timeZone: defineSetting({
    kind: "searched",
    label: "Time zone",
    environment: { variable: "TIME_ZONE", configured: "timeZone" },
    schema: line(100, zoneMessage).trim().refine(isTimeZone, zoneMessage),
    description: "Of all dates and of the days in sums. null: UTC",
    usual: "UTC",
    help: "Type a city, such as Oslo or New York",
    options: (present) => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), present])],
    // A search for "New York" finds the zone.
    inWords: (zone) => zone.replaceAll("_", " "),
  }),
  paymentMode: defineSetting({
    kind: "choice",
    label: "Payment mode",
    schema: z.enum(["test", "live"], "Choose test or live."),
    description:
      "test: payments are simulated; live: real money. null: by the address of the site, test where only this machine can reach it, otherwise live; the next start stores it",
  }),
  mailServer: defineSetting({
    kind: "mailServer",
    label: "Mail server",
    environment: { variable: "SMTP_URL", configured: "smtpUrl" },
    schema: mailServer,
    description: "null: emails wait in the outbox",
  }),
  mailSender: defineSetting({
    kind: "text",
    label: "Sender",
    environment: { variable: "MAIL_FROM", configured: "mailFrom" },
    schema: line(320, "Enter an address.")
      .trim()
      .refine(isSender, "Enter an address such as shop@example.com or Shop <shop@example.com>."),
    help: "An email address that this mail account may send from, with or without a name",
    placeholder: "Shop <shop@example.com>",
    maxLength: 320,
  }),
  ownerAddress: defineSetting({
    kind: "email",
    label: "Owner’s email address",
    environment: { variable: "OWNER_EMAIL", configured: "ownerEmail" },
    schema: emailField("Enter an email address such as you@example.com."),
    description: "null: the address of the first admin",
    help: "Leave it empty to use the address of the first owner of this site",
    placeholder: "you@example.com",
    maxLength: 254,
  }),
  authservId: defineSetting({
    kind: "text",
    label: "Mail server that checks senders",
    environment: { variable: "MAIL_AUTHSERV_ID", configured: "authservId" },
    schema: line(253, authservIdMessage).trim().refine(isAuthservId, authservIdMessage),
    description:
      "The authserv-id in the Authentication-Results headers of the server that receives replies. null: results about senders are not read",
    help: "The first word after “Authentication-Results:” in the source of an email that has arrived there. Leave it empty if your mail server writes no such line",
    placeholder: "mx.example.com",
    maxLength: 253,
    autoComplete: "off",
  }),
  bankTransfer: defineSetting({
    kind: "bankAccount",
    label: "Bank transfer",
    schema: bankAccountSchema,
    description:
      "Account for transfers of customers: an IBAN, or an account number and a routing number. null: no transfers",
  }),
  invoicing: defineSetting({
    kind: "invoicing",
    label: "Invoices",
    schema: invoicingSchema,
    description:
      "Seller and numbers of invoices. From the moment it is switched on, each paid order gets an invoice. null: no invoices",
    usual: noInvoicing,
    options: () => countriesByName().map(({ code }) => code),
    inWords: countryNameOf,
    alsoCalled: otherNamesOf,
  }),
  tax: defineSetting({
    kind: "tax",
    label: "Tax",
    schema: taxSchema,
    description:
      "How VAT is charged. Countries are ISO codes or English names. null: nothing is said about VAT",
    usual: noTax,
    options: () => countriesByName().map(({ code }) => code),
    inWords: countryNameOf,
    alsoCalled: otherNamesOf,
  }),
  backupInterval: defineSetting({
    kind: "choice",
    label: "Backup interval",
    environment: { variable: "BACKUP_EVERY", configured: "backupEvery" },
    schema: z
      .string("Enter a time such as 30m, 24h or 1d.")
      .regex(backupIntervalPattern, "Enter a time such as 30m, 24h or 1d."),
    description: "null: no scheduled backups",
    fieldLabel: "How often",
    options: (present) => [...new Set(["", "1h", "6h", "12h", "1d", "7d", present])],
    inWords: intervalInWords,
  }),
  backupCount: defineSetting({
    kind: "number",
    label: "Backups to keep",
    environment: { variable: "BACKUP_KEEP", configured: "backupKeep" },
    schema: z.int(countMessage).min(1, countMessage).max(mostBackupsKept, countMessage),
    description: "null: 7",
    usual: 7,
    autoComplete: "off",
  }),
  firstOrderNumber: defineSetting({
    kind: "number",
    label: "First order’s number",
    schema: z
      .int(orderNumberMessage)
      .min(1, orderNumberMessage)
      .max(largestFirstNumber, orderNumberMessage),
    description:
      "Number of the first order; the next order gets it while no order has it or a higher number. null: 1001",
    usual: 1001,
    fieldLabel: "Number",
    help: "From 1 to 8,000,000",
    autoComplete: "off",
  }),
  orderPasswordDays: defineSetting({
    kind: "number",
    label: "Days to keep passwords",
    environment: { variable: "ORDER_PASSWORD_DAYS", configured: "orderPasswordDays" },
    schema: z.int(daysMessage).min(1, daysMessage).max(mostPasswordDays, daysMessage),
    description: "Days after the acceptance of an order in which its passwords stay. null: 30",
    usual: 30,
    fieldLabel: "Days after acceptance",
    help: `From 1 to ${mostPasswordDays}`,
    autoComplete: "off",
  }),
  subscriptionGraceDays: defineSetting({
    kind: "number",
    label: "Days of grace for plans",
    schema: z.int(graceMessage).min(0, graceMessage).max(mostGraceDays, graceMessage),
    description: "Days for which work on a plan goes on when its next period is not paid. null: 5",
    usual: 5,
    fieldLabel: "Days of grace",
    help: `From 0 to ${mostGraceDays}`,
    autoComplete: "off",
  }),
  paymentReminders: defineSetting({
    kind: "choice",
    label: "Emails about unpaid orders",
    schema: z.enum(reminderChoices, "Choose none, one or two."),
    description:
      "Emails to the customer of an order that was left before paying: one after a day, two after a day and after three days. Applies to orders placed from then on; none also stops those of earlier orders. null: none",
    usual: "none",
    fieldLabel: "Emails to the customer",
    options: () => reminderChoices,
    inWords: (choice) => remindersInWords[choice] ?? choice,
  }),
  staffSecondFactor: defineSetting({
    kind: "mark",
    label: "Second factor for the team",
    schema: z.boolean("Choose yes or no."),
    description:
      "true: after seven days, people on the team without a second factor can open only their Security page. null: false",
    usual: false,
    fieldLabel: "Require a second factor for everybody on the team",
  }),
  weekdays: defineSetting({
    kind: "weekdays",
    label: "Weekdays that you work",
    schema: z
      .array(
        z.int(weekdaysMessage).min(1, weekdaysMessage).max(7, weekdaysMessage),
        weekdaysMessage,
      )
      .min(1, weekdaysMessage)
      .max(7, weekdaysMessage)
      .overwrite(inOrder),
    description: "Weekdays that are worked, 1 for Monday to 7 for Sunday. null: Monday to Friday",
    usual: [1, 2, 3, 4, 5],
  }),
  closedDays: defineSetting({
    kind: "lines",
    label: "Closed days",
    schema: z
      .array(z.string("Enter dates."), "Enter a list of dates.")
      .max(mostClosedDays, `At most ${mostClosedDays} dates.`)
      .superRefine((days, context) => {
        const wrong = days.find((day) => !isDay(day));
        if (wrong === undefined) return;
        const message = `“${wrong.slice(0, 40)}” is not a date. Write one date per line, such as 2026-12-25.`;
        context.addIssue({ code: "custom", message });
      })
      .overwrite(inOrder),
    description: "Days without work, such as 2026-12-25. null: none",
    usual: [],
    help: "One date per line, such as 2026-12-25",
    autoComplete: "off",
  }),
  googleVerification: verification("googleVerification"),
  bingVerification: verification("bingVerification"),
  yandexVerification: verification("yandexVerification"),
  pinterestVerification: verification("pinterestVerification"),
  indexNow: defineSetting({
    kind: "mark",
    label: "Tell search engines of changes",
    schema: z.boolean("Choose yes or no."),
    description:
      "true: addresses of pages that were published, changed, moved or taken off the site are sent to IndexNow. null: false",
    usual: false,
    fieldLabel: "Tell search engines at once when pages change",
  }),
} as const;

export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** Settings to save. A setting that is left out does not change. */
export const settingsInput = z
  .strictObject({
    ...typedShapeOf(settings),
    revisions: z.partialRecord(z.enum(settingNames), z.int().min(0)).meta({
      description:
        "Revisions that the values were edited from: with one, a setting that has since been changed is refused",
    }),
  })
  .partial();

/** Mail settings to try out. A setting that is left out has its current value. */
export const mailTrialInput = z
  .strictObject({ mailServer, mailSender: settings.mailSender.schema })
  .partial();

export type SettingsInput = z.infer<typeof settingsInput>;
export type TypedMailServer = z.infer<typeof mailServer>;

export const settingsSchema = shownSchemaOf(settings);

export type Settings = ShownSettings<typeof settings>;
