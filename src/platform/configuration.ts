import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { businessNameFault, businessNameLength } from "./business.ts";
import { StartError } from "./errors.ts";
import { type BucketSettings, bucketSettings } from "./files/bucket-settings.ts";
import { emailField, isAccountEmail } from "./texts/email-address.ts";
import { percentDecoded } from "./texts/percent-decoded.ts";

/**
 * Whether a URL can name a mail server. False when the user name or password contains a reserved
 * character, such as @ or #, that is not percent-encoded: the URL would be parsed into wrong parts,
 * and a part of the password would be lost.
 */
function isMailServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, port, pathname, search, hash, username, password } = new URL(address);
  if (hostname === "" || port === "0" || !/^\/?$/.test(pathname)) return false;
  const isEscaped = [username, password].every((part) => percentDecoded(part) !== null);
  return !search.includes("@") && hash === "" && isEscaped;
}

/** Whether a text is a single email address, alone or as "Name <address>". */
export function isSender(text: string): boolean {
  const [, address = text] = /^[^<>]*<([^<>]*)>$/.exec(text) ?? [];
  return /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(address);
}

/** Whether a text can be the name of a mail server in its Authentication-Results headers. */
export function isAuthservId(text: string): boolean {
  return /^[\w.-]{1,253}$/.test(text);
}

/** RFC 5321 allows 64 characters before the @, and the token of a reply address takes up to 40. */
const longestReplyName = 24;

const text = z.string().trim().min(1);
const origin = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address such as https://example.com" })
  .transform((value) => new URL(value).origin);
const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`);

export const backupIntervalPattern = /^[1-9]\d{0,3}[mhd]$/;
export const mostPasswordDays = 365;

export const mostBackupsKept = 10_000;

const bucketUrl = z
  .string()
  .regex(/^s3:\/\//, { error: "must start with s3://", abort: true })
  .transform(bucketSettings)
  .refine(
    (settings) => settings !== null,
    "must be an address such as s3://KEY:SECRET@s3.example.com/bucket, with ?region=eu-north-1 if the service needs it and ?http for a server without TLS; characters such as / or + in the key or secret are written %2F or %2B",
  );

/** One or several names, separated by commas; the first is the way that is chosen beforehand. */
function listOf<const Name extends string>(names: readonly Name[], message: string) {
  return z.string().transform((list, context) => {
    const given = list.split(",").map((name) => name.trim());
    const known = given.flatMap((name) => names.find((each) => each === name) ?? []);
    if (known.length === given.length) return [...new Set(known)];
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** True unless a list has several of the names that exclude each other. */
function isOneOfEach(given: readonly string[], excluding: readonly string[]): boolean {
  return given.filter((name) => excluding.includes(name)).length <= 1;
}

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: text.default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: text.default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
    .optional(),
  FILES_URL: bucketUrl.optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  ADMIN_EMAIL: z
    .string()
    .refine(isAccountEmail, "must be an email address with three letters in a row")
    .optional(),
  // The code that creates the first admin checks the strength of the password.
  ADMIN_PASSWORD: z.string().optional(),
  SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  PAYMENTS: listOf(
    ["sandbox", "paypal-standard", "paypal", "stripe"],
    "must be sandbox, paypal-standard, paypal or stripe, or stripe with one of PayPal’s two, separated by a comma",
  )
    .refine((ways) => isOneOfEach(ways, ["sandbox", "paypal-standard", "paypal"]), {
      error: "can name one of sandbox, paypal-standard and paypal",
    })
    .refine((ways) => !(ways.includes("sandbox") && ways.length > 1), {
      error: "can name no other provider beside sandbox, which takes no money",
    })
    .optional(),
  PAYPAL_ENVIRONMENT: z
    .enum(["live", "sandbox"], { error: "must be live or sandbox" })
    .default("live"),
  PAYPAL_CLIENT_ID: text.optional(),
  PAYPAL_CLIENT_SECRET: text.optional(),
  PAYPAL_WEBHOOK_ID: text.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, "must begin with sk_live_, rk_live_, sk_test_ or rk_test_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, "must begin with whsec_")
    .optional(),
  SANDBOX_PROTOCOL: listOf(
    ["standard", "rest", "stripe"],
    "must be standard, rest or stripe, or stripe with one of the others, separated by a comma",
  )
    .refine((protocols) => isOneOfEach(protocols, ["standard", "rest"]), {
      error: "can name one of standard and rest, which are both PayPal’s",
    })
    .default(["standard"]),
  SANDBOX_URL: origin.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: "must start with smtp:// or smtps://", abort: true })
    .refine(
      isMailServer,
      "must be an address such as smtps://user:password@mail.example.com:465, in which characters such as @, / or # in the name or password are written %40, %2F or %23",
    )
    .optional(),
  ALLOW_PRIVATE_MAIL_SERVER: z
    .enum(["yes", "no"], { error: "must be yes or no" })
    .default("no")
    .transform((answer) => answer === "yes"),
  MAIL_FROM: text
    .refine(isSender, "must be an address such as shop@example.com or Shop <shop@example.com>")
    .optional(),
  BUSINESS_NAME: z
    .string()
    .trim()
    .refine(
      (name) => businessNameFault(name) === null,
      `must be a name of ${businessNameLength.least} to ${businessNameLength.most} letters in one line`,
    )
    .optional(),
  OWNER_EMAIL: emailField("must be an email address").optional(),
  IMAP_URL: z
    .string()
    .regex(/^imaps?:\/\//, { error: "must start with imap:// or imaps://", abort: true })
    .refine(
      isMailServer,
      "must be an address such as imaps://user:password@mail.example.com:993, in which characters such as @, / or # in the name or password are written %40, %2F or %23",
    )
    .optional(),
  INCOMING_MAIL_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  REPLY_ADDRESS: emailField("must be an email address")
    .refine(
      (address) => address.indexOf("@") <= longestReplyName && !address.includes("+"),
      `must have at most ${longestReplyName} characters before the @, and no +`,
    )
    .optional(),
  MAIL_AUTHSERV_ID: z
    .string()
    .refine(isAuthservId, "must be the name of one mail server, such as mx.example.com")
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(",").map((address) => address.trim()))
    .transform((addresses) => addresses.filter((address) => address !== ""))
    .refine(
      (addresses) => addresses.every((address) => isIP(address) !== 0),
      "must be addresses such as 10.0.0.1, separated by commas",
    )
    .default([]),
  TIME_ZONE: text.refine(isTimeZone, "must be a time zone such as Europe/Oslo").optional(),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 64).default(6),
  RATE_LIMIT_FACTOR: z.coerce.number("must be a number").positive("must be above 0").default(1),
  BACKUP_EVERY: z
    .string()
    .regex(backupIntervalPattern, "must be a time such as 30m, 24h or 1d")
    .optional(),
  BACKUP_KEEP: wholeNumber(1, mostBackupsKept).optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_URL: bucketUrl.optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(
      /^age1[02-9ac-hj-np-z]{58}$/,
      "must be a public key such as age1…, which the command backup-key prints; never set the secret key",
    )
    .optional(),
  ORDER_PASSWORD_DAYS: wholeNumber(1, mostPasswordDays).optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  LOG_LEVEL: z
    .enum(["silent", "error", "warn", "info", "debug"], {
      error: "must be silent, error, warn, info or debug",
    })
    .default("info"),
});

export interface BackupCopies {
  readonly bucket: BucketSettings;
  /** Public age key; only the owner has the secret key. */
  readonly recipient: string;
}

interface IncomingMailSettings {
  /** Address to which each email adds its token, such as reply@example.com. */
  readonly replyAddress: string;
  /** Mailbox that Furrow reads; undefined when a mail service posts the emails. */
  readonly imapUrl: string | undefined;
  /** Secret of a mail service that posts emails; undefined without such a service. */
  readonly secret: string | undefined;
}

export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Origin of the site, without a slash at the end. */
  readonly publicUrl: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Bucket for the private files of orders; undefined when the database stores the files. */
  readonly bucket: BucketSettings | undefined;
  readonly workers: number;
  readonly firstAdmin: { readonly email: string; readonly password: string } | undefined;
  readonly secret: string | undefined;
  /**
   * The providers beside each other; `sandbox` is always alone. Empty when the panel decides how
   * customers can pay.
   */
  readonly payments: readonly ("sandbox" | "paypal-standard" | "paypal" | "stripe")[];
  readonly paypalEnvironment: "live" | "sandbox";
  /**
   * PayPal account of the provider `paypal`. With `paypal-standard`, the account is used for
   * `paypal` payments that started before the change to `paypal-standard`.
   */
  readonly paypalCredentials:
    | { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string }
    | undefined;
  readonly stripeKeys: { readonly secretKey: string; readonly webhookSecret: string } | undefined;
  /** The protocols beside each other, at least one. */
  readonly sandboxProtocols: readonly ("standard" | "rest" | "stripe")[];
  /** Origin at which a browser reaches the sandbox provider. */
  readonly sandboxUrl: string;
  // An admin can set time zone, mail, owner and backups in the panel (`settings/`) when the
  // environment leaves these settings undefined.
  /** Name of the business that runs the site. */
  readonly businessName: string | undefined;
  readonly timeZone: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Whether a mail server that is set in the panel may be in a private network. */
  readonly allowPrivateMailServer: boolean;
  readonly mailFrom: string | undefined;
  /** Recipient of emails about new orders and contact messages. */
  readonly ownerEmail: string | undefined;
  /** Name of the mail server whose Authentication-Results headers are believed. */
  readonly authservId: string | undefined;
  /** Settings for receiving replies; undefined when emails have no reply address. */
  readonly incomingMail: IncomingMailSettings | undefined;
  /** IP addresses of proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly passwordMinLength: number;
  readonly rateLimitFactor: number;
  /** Time between two scheduled backups, such as "24h". */
  readonly backupEvery: string | undefined;
  readonly backupKeep: number | undefined;
  readonly backupDirectory: string;
  /**
   * Bucket for an encrypted copy of each scheduled backup, and the public key of the encryption.
   */
  readonly backupCopies: BackupCopies | undefined;
  /** Days between the acceptance of an order and the deletion of its passwords. */
  readonly orderPasswordDays: number | undefined;
  /** Token that a request to `/metrics` must send; without this setting, `/metrics` answers 404. */
  readonly metricsToken: string | undefined;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
}

/** A sentence about an invalid value of a setting; null for a valid value or an unknown name. */
export function settingFault(name: string, value: string): string | null {
  const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
  const [issue] = schema?.safeParse(value).error?.issues ?? [];
  return issue === undefined ? null : `${name} ${issue.message}.`;
}

/** Reads and checks the configuration. Throws a StartError that lists every invalid setting. */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value.trim() !== "",
  );
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
    throw new StartError(faults.join("\n"));
  }
  const e = parsed.data;
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  checkCombinations(e);
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    dataDirectory: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    bucket: e.FILES_URL ?? undefined,
    workers: e.WORKERS,
    firstAdmin:
      e.ADMIN_EMAIL !== undefined && e.ADMIN_PASSWORD !== undefined
        ? { email: e.ADMIN_EMAIL.toLowerCase(), password: e.ADMIN_PASSWORD }
        : undefined,
    secret: e.SECRET,
    payments: e.PAYMENTS ?? [],
    paypalEnvironment: e.PAYPAL_ENVIRONMENT,
    paypalCredentials: paypalCredentialsIn(e),
    stripeKeys: stripeKeysIn(e),
    sandboxProtocols: e.SANDBOX_PROTOCOL,
    sandboxUrl: e.SANDBOX_URL ?? publicUrl,
    smtpUrl: e.SMTP_URL,
    allowPrivateMailServer: e.ALLOW_PRIVATE_MAIL_SERVER,
    mailFrom: e.MAIL_FROM,
    ownerEmail: e.OWNER_EMAIL,
    incomingMail:
      e.REPLY_ADDRESS === undefined
        ? undefined
        : {
            replyAddress: e.REPLY_ADDRESS.toLowerCase(),
            imapUrl: e.IMAP_URL,
            secret: e.INCOMING_MAIL_SECRET,
          },
    authservId: e.MAIL_AUTHSERV_ID,
    trustedProxies: e.TRUSTED_PROXIES,
    businessName: e.BUSINESS_NAME,
    timeZone: e.TIME_ZONE,
    passwordMinLength: e.PASSWORD_MIN_LENGTH,
    rateLimitFactor: e.RATE_LIMIT_FACTOR,
    backupEvery: e.BACKUP_EVERY,
    backupKeep: e.BACKUP_KEEP,
    orderPasswordDays: e.ORDER_PASSWORD_DAYS,
    backupDirectory: e.BACKUP_DIR ?? join(e.DATA_DIR, "backups"),
    backupCopies:
      e.BACKUP_URL && e.BACKUP_RECIPIENT
        ? { bucket: e.BACKUP_URL, recipient: e.BACKUP_RECIPIENT }
        : undefined,
    metricsToken: e.METRICS_TOKEN,
    logLevel: e.LOG_LEVEL,
  };
}

function checkCombinations(e: z.infer<typeof environmentSchema>): void {
  if ((e.ADMIN_EMAIL === undefined) !== (e.ADMIN_PASSWORD === undefined)) {
    throw new StartError("ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.");
  }
  if ((e.BACKUP_URL === undefined) !== (e.BACKUP_RECIPIENT === undefined)) {
    throw new StartError(
      "BACKUP_URL and BACKUP_RECIPIENT go together: copies of backups are encrypted for a key that only the owner has.",
    );
  }
  if (e.SMTP_URL !== undefined && e.MAIL_FROM === undefined) {
    throw new StartError("MAIL_FROM must be set when SMTP_URL is: mail needs a sender.");
  }
  const receives = e.IMAP_URL !== undefined || e.INCOMING_MAIL_SECRET !== undefined;
  if (receives !== (e.REPLY_ADDRESS !== undefined)) {
    throw new StartError(
      "REPLY_ADDRESS goes together with IMAP_URL or INCOMING_MAIL_SECRET: replies need an address and a way in.",
    );
  }
  if (e.WORKERS > 1 && e.DATABASE_URL === undefined) {
    throw new StartError(
      "WORKERS must be 1 without DATABASE_URL: several processes need PostgreSQL, an SQLite file belongs to one.",
    );
  }
  if (e.DATABASE_URL !== undefined && e.SECRET === undefined) {
    throw new StartError("SECRET must be set when DATABASE_URL is: all processes share it.");
  }
}

/**
 * Throws a StartError when one of the three settings is missing, because without all three no
 * webhook can be verified. With `paypal-standard` either all three or none must be set; the
 * settings then name the account of earlier `paypal` payments.
 */
function paypalCredentialsIn(e: z.infer<typeof environmentSchema>) {
  const names = ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"] as const;
  const ways = e.PAYMENTS ?? [];
  const isCurrent = ways.includes("paypal");
  const isFormer = !ways.includes("sandbox") && names.some((name) => e[name] !== undefined);
  if (!isCurrent && !isFormer) return undefined;
  const [clientId, clientSecret, webhookId] = names.map((name) => e[name]);
  if (clientId === undefined || clientSecret === undefined || webhookId === undefined) {
    const missing = names.filter((name) => e[name] === undefined).join(" and ");
    throw new StartError(
      `${missing} must be set when PAYMENTS is paypal${isCurrent ? "" : ", or was"}: PayPal shows them where the app and its webhook are set up.`,
    );
  }
  return { clientId, clientSecret, webhookId };
}

/** Throws a StartError when only one of the two is set, or none with `PAYMENTS=stripe`. */
function stripeKeysIn(e: z.infer<typeof environmentSchema>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e;
  if (secretKey !== undefined && webhookSecret !== undefined) return { secretKey, webhookSecret };
  if (secretKey === undefined && webhookSecret === undefined && !e.PAYMENTS?.includes("stripe")) {
    return undefined;
  }
  const names = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
  const missing = names.filter((name) => e[name] === undefined).join(" and ");
  throw new StartError(
    `${missing} must be set to take cards through Stripe: the first is in Stripe's dashboard under API keys, the second at the webhook endpoint.`,
  );
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
