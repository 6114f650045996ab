import type { Services } from "#compose.ts";
import { type MailTrial, tryMailSettings } from "#mail/sending/try-mail-settings.ts";
import { countryNameOf } from "#platform/texts/countries.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { minuteOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { canBeFound, keyLocation } from "#seo/index-now/index-now-key.ts";
import { sendingInWords } from "#seo/index-now/sending-in-words.ts";
import type { Setting, SettingKind, ShownValue } from "#settings/define-setting.ts";
import { ibanInGroups } from "#settings/iban-in-groups.ts";
import { readSettings } from "#settings/read-settings.ts";
import { type SettingName, type Settings, settings } from "#settings/settings.ts";
import { encryptionLabels, weekdayNames } from "./value-labels.ts";

/** A form of settings. */
export interface SettingPart {
  readonly title: string;
  readonly intro: string | ((settings: Settings, services: Services) => string);
  /** A list inside the list stands side by side. */
  readonly settings: readonly (SettingName | readonly SettingName[])[];
  /** Label of the button. */
  readonly save: string;
  /** Toast after a save. */
  readonly said: string;
  /** The saved values as a text for a conflict; the values in their order by default. */
  readonly describe?: (settings: Settings) => string;
  /** Text below the fields, with a link in its middle. */
  readonly note?: readonly [before: string, link?: { label: string; to: string }, after?: string];
  /** How it went so far, shown below the fields; "" for nothing to tell. */
  readonly status?: (services: Services) => Promise<string>;
  /** Tries the typed values out, without saving them. */
  readonly test?: {
    readonly label: string;
    readonly progress: (actor: Actor & { readonly email: string }) => string;
    readonly run: (services: Services, actor: Actor, typed: unknown) => Promise<MailTrial>;
  };
}

const senders = {
  unset:
    "Nothing checks yet who really sent an answer: a person is recognized by the secret reply address of their emails and by the sender that the answer names. Somebody who has seen both can write in the person’s name.",
  set: "An answer that this server says is not from its sender waits for your decision under “Received emails”.",
};

/** The forms of settings, by the name that their requests carry. */
export const settingParts = {
  business: {
    title: "Business",
    intro:
      "Your name stands on the site, in emails, on receipts and in search results. Saving also writes it, with address, phone and email, into the texts of the site that still have the example.",
    settings: [
      "businessName",
      "businessAddress",
      ["businessCountry", "businessPhone", "businessEmail", "businessTaxId"],
    ],
    save: "Save business",
    said: "Business is saved",
  },
  mail: {
    title: "Mail server",
    intro:
      "Sends the emails to your customers and to you. You find these values at your mail provider, often under “SMTP”.",
    settings: ["mailServer", "mailSender"],
    save: "Save mail server",
    said: "Mail server is saved",
    describe: ({ mailServer, mailSender }) =>
      `${describeServer(mailServer.value)}, sender ${mailSender.value ?? "none"}`,
    note: ["“Send a test email” tests the values above and saves nothing."],
    test: {
      label: "Send a test email",
      progress: ({ email }) => `Sending a test email to ${shownEmail(email)}…`,
      run: tryMailSettings,
    },
  },
  owner: {
    title: "Owner’s email address",
    intro:
      "This address is told of orders, messages, deliveries, payments to review and failures. If it belongs to somebody on the team, that person’s choices under “Your emails” count. When people answer emails that the team writes, their answers arrive here too, unless the site receives replies by email. Your sign-in address stays the same.",
    settings: ["ownerAddress"],
    save: "Save email address",
    said: "Owner’s email address is saved",
    describe: ({ ownerAddress }) => ownerAddress.value ?? "the address of the first owner",
  },
  replies: {
    title: "Replies by email",
    intro: ({ authservId }, { configuration: { incomingMail } }) =>
      incomingMail === undefined
        ? "Customers cannot answer emails about their orders yet. Ask the person who runs the server to set REPLY_ADDRESS."
        : `Answers to emails about orders arrive at ${incomingMail.replyAddress} and become messages of the order. ${authservId.value === null ? senders.unset : senders.set}`,
    settings: ["authservId"],
    save: "Save name",
    said: "Name of the mail server is saved",
    describe: ({ authservId }) => authservId.value ?? "no name",
  },
  verifications: {
    title: "Search engines know the site is yours",
    intro:
      "Google Search Console, Bing Webmaster Tools, Yandex and Pinterest show you a tag for your home page. Paste the whole tag or only its code; it stands in the head of the page from then on.",
    settings: [
      ["googleVerification", "bingVerification", "yandexVerification", "pinterestVerification"],
    ],
    save: "Save tags",
    said: "Tags are saved",
  },
  "index-now": {
    title: "Search engines know of changes at once",
    intro: (_, { publicUrl }) =>
      `When you publish, change, move or delete a page or an article, its address is sent to IndexNow, which passes it on to Bing, Yandex, Naver, Seznam and others; Google does not take part. Only addresses are sent, and none of pages that you hide from search engines. ${canBeFound(publicUrl) ? `IndexNow knows the site by ${keyLocation(publicUrl)}.` : `Nothing is sent yet, because search engines cannot reach ${publicUrl}.`}`,
    settings: ["indexNow"],
    save: "Save choice",
    said: "Choice is saved",
    describe: ({ indexNow }) => (indexNow.value ? "changes are sent" : "nothing is sent"),
    status: async ({ database, publicUrl, readTimeZone }) => {
      const timeZone = await readTimeZone(database.read);
      const inWords = (at: number) => minuteOf(at, { timeZone });
      return sendingInWords(database.read, { publicUrl, inWords });
    },
  },
  "time-zone": {
    title: "Time zone",
    intro:
      "Applies to every date and time that you and your customers see, and to the days in the charts. After a change, the charts are updated within minutes.",
    settings: ["timeZone"],
    save: "Save time zone",
    said: "Time zone is saved",
  },
  "work-days": {
    title: "Working days",
    intro:
      "Only these days count toward the due dates of orders. A change also applies to the orders that you are working on now.",
    settings: ["weekdays", "closedDays"],
    save: "Save working days",
    said: "Working days are saved",
    describe: ({ weekdays, closedDays }) => {
      const worked = (weekdays.value ?? []).map((day) => weekdayNames[day - 1]).join(", ");
      const closed = closedDays.value?.length ?? 0;
      return `${worked}; ${closed} closed ${closed === 1 ? "day" : "days"}`;
    },
  },
  "order-numbers": {
    title: "Order numbers",
    intro:
      "Your first order gets this number, and each order after it the next one. Later you can only go on with a higher number: no number is given twice.",
    settings: ["firstOrderNumber"],
    save: "Save number",
    said: "First order’s number is saved",
    describe: ({ firstOrderNumber: { value } }) => `from ${value}`,
  },
  "grace-days": {
    title: "Unpaid plans",
    intro:
      "When a customer has not paid the next period of a plan, the work goes on for these days. After them, the due dates of the customer’s open orders stand still until the payment arrives. A change applies to periods whose orders are made from now on.",
    settings: ["subscriptionGraceDays"],
    save: "Save number of days",
    said: "Days of grace are saved",
    describe: ({ subscriptionGraceDays: { value } }) =>
      `${value} ${value === 1 ? "day" : "days"} of grace`,
  },
  "unpaid-orders": {
    title: "Orders left before paying",
    intro:
      "A customer who has ordered and not paid gets these emails, each with a link to pay and one to cancel the order. None is sent while a payment may be on its way, after the customer has chosen a bank transfer, written to you or changed the order, or about the next periods of a plan. Applies to orders from now on; “None” also stops the emails about earlier orders.",
    settings: ["paymentReminders"],
    note: [
      "The text of these emails is “Order left before paying” under",
      { label: "Email texts", to: "/letters" },
    ],
    save: "Save choice",
    said: "Choice is saved",
    describe: ({ paymentReminders }) =>
      inWords("paymentReminders", paymentReminders.value ?? "none").toLowerCase(),
  },
  passwords: {
    title: "Passwords of customers",
    intro:
      "Customers give you passwords on the pages of their orders. The passwords of an order are deleted this many days after the customer accepts the delivery, and at once when the order is cancelled or refunded in full.",
    settings: ["orderPasswordDays"],
    save: "Save number of days",
    said: "Number of days is saved",
    describe: ({ orderPasswordDays: { value } }) =>
      `kept for ${value} ${value === 1 ? "day" : "days"}`,
  },
  "second-factor": {
    title: "Second factor for the team",
    intro:
      "If required, everybody on the team logs in with their password and a code from an app, and has seven days to switch the codes on. After that, a person without codes can open only their Security page.",
    settings: ["staffSecondFactor"],
    save: "Save second factor",
    said: "Second factor is saved",
    describe: ({ staffSecondFactor }) => (staffSecondFactor.value ? "required" : "not required"),
    note: [
      "Switch on your own codes first, on your",
      { label: "Security", to: "/account/security" },
      "page.",
    ],
  },
  "bank-transfer": {
    title: "Bank transfer",
    intro:
      "Customers who choose it see your account and the reference to write, on the page and in an email. You record each transfer when it has arrived.",
    settings: ["bankTransfer"],
    save: "Save bank account",
    said: "Bank account is saved",
    describe: ({ bankTransfer }) => describeAccount(bankTransfer.value),
  },
  invoicing: {
    title: "Invoices",
    intro:
      "Numbers follow one another without a gap: an invoice gets its number when its order is paid. A change counts for documents from now on.",
    settings: ["invoicing"],
    save: "Save invoice settings",
    said: "Invoice settings are saved",
    describe: ({ invoicing }) => describeInvoicing(invoicing.value),
  },
  tax: {
    title: "VAT",
    intro:
      "Decides whether an order has VAT, from the customer’s country and VAT number. Counts for orders from now on; orders that were placed keep their tax.",
    settings: ["tax"],
    save: "Save tax",
    said: "Tax is saved",
    describe: ({ tax }) => describeTax(tax.value),
  },
  backups: {
    title: "Schedule",
    intro:
      "When there are more backups than you want to keep, the oldest is deleted. Backups on schedule and backups by hand are counted apart. If a backup on schedule or its copy fails, you get an email.",
    settings: [["backupInterval", "backupCount"]],
    save: "Save backup settings",
    said: "Backup settings are saved",
    describe: ({ backupInterval, backupCount }) => {
      const interval = inWords("backupInterval", backupInterval.value ?? "");
      return `${interval.toLowerCase()}, ${backupCount.value} kept`;
    },
  },
} as const satisfies Readonly<Record<string, SettingPart>>;

export type PartName = keyof typeof settingParts;

export interface SettingOption {
  readonly value: string;
  readonly label: string;
  /** Folded texts, besides the label, by which a search finds the option. */
  readonly alsoCalled?: readonly string[];
}

/** A setting as its field shows it. */
export interface ShownField
  extends Pick<
    Setting,
    "kind" | "help" | "placeholder" | "maxLength" | "autoComplete" | "required"
  > {
  readonly name: SettingName;
  readonly label: string;
  readonly value: ShownValue<SettingKind> | null;
  /** The value of a field for text. */
  readonly text: string;
  readonly options: readonly SettingOption[];
  readonly revision: number;
  /** Environment variable that sets the value; null for a value that the panel can change. */
  readonly given: string | null;
}

/** A form as the browser shows it. */
export interface ShownPart extends Pick<SettingPart, "title" | "save" | "note"> {
  readonly part: PartName;
  readonly intro: string;
  readonly rows: readonly (readonly ShownField[])[];
  /** "" for nothing to tell. */
  readonly status: string;
  /** The saved values as a text. */
  readonly saved: string;
  readonly test: { readonly label: string; readonly progress: string } | null;
}

/** Throws "unauthenticated" and "forbidden". */
export async function readSettingParts(
  services: Services,
  actor: Actor & { readonly email: string },
  names: readonly PartName[],
): Promise<ShownPart[]> {
  const present = await readSettings(services, actor);
  const shown = names.map(async (name): Promise<ShownPart> => {
    const part: SettingPart = settingParts[name];
    const rows = part.settings.map((row) =>
      (typeof row === "string" ? [row] : row).map((setting) => shownField(setting, present)),
    );
    const values = rows.flat().map(({ name, text }) => inWords(name, text));
    return {
      part: name,
      title: part.title,
      intro: typeof part.intro === "string" ? part.intro : part.intro(present, services),
      save: part.save,
      rows,
      saved: part.describe?.(present) ?? values.filter((value) => value !== "").join(", "),
      ...(part.note && { note: part.note }),
      status: (await part.status?.(services)) ?? "",
      test: part.test ? { label: part.test.label, progress: part.test.progress(actor) } : null,
    };
  });
  return Promise.all(shown);
}

export function settingsIn(part: PartName): readonly SettingName[] {
  const { settings }: SettingPart = settingParts[part];
  return settings.flat();
}

function shownField(name: SettingName, present: Settings): ShownField {
  const setting: Setting = settings[name];
  const { kind, label, fieldLabel, options, usual, alsoCalled } = setting;
  const { value, setBy, variable, revision } = present[name];
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const isPlaceholder = setBy === null && setting.placeholder === usual;
  return {
    name,
    kind,
    label: fieldLabel ?? label,
    help: setting.help,
    placeholder: setting.placeholder,
    maxLength: setting.maxLength,
    autoComplete: setting.autoComplete,
    required: setting.required,
    value,
    text: isPlaceholder ? "" : text,
    options: (options?.(text) ?? []).map((value) => ({
      value,
      label: inWords(name, value),
      ...(alsoCalled && { alsoCalled: alsoCalled(value) }),
    })),
    revision,
    given: setBy === "environment" ? variable : null,
  } as ShownField;
}

function inWords(name: SettingName, value: string): string {
  const setting: Setting = settings[name];
  return setting.inWords?.(value) ?? value;
}

function describeAccount(account: Settings["bankTransfer"]["value"]): string {
  if (account === null) return "no bank account";
  const { isOn, holder, iban, accountNumber } = account;
  return `${isOn ? "on" : "off"}, ${holder || "no holder"}, ${ibanInGroups(iban) || accountNumber || "no account"}`;
}

function describeInvoicing(invoicing: Settings["invoicing"]["value"]): string {
  if (invoicing === null) return "no invoices";
  const { isOn, name, pattern } = invoicing;
  return `${isOn ? "on" : "off"}, ${name || "no seller"}, ${pattern}`;
}

function describeTax(tax: Settings["tax"]["value"]): string {
  if (!tax?.isOn) return "no VAT";
  if (!tax.isRegistered) return "not registered for VAT";
  return `VAT ${tax.ratePercent} % ${tax.place === "inside" ? "inside the price" : "on top"}, ${countryNameOf(tax.country)}, ${tax.vatNumber}`;
}

function describeServer(server: Settings["mailServer"]["value"]): string {
  if (server === null) return "no mail server";
  const { host, port, encryption, user } = server;
  return `${host}, port ${port}, ${encryptionLabels[encryption]}, user name ${user || "none"}`;
}
