import { resolve } from "node:path";
import {
  type CheckedPart,
  checkBucketAccess,
  checkFolder,
  checkMailServer,
  checkPort,
  checkProvider,
} from "../maintenance/installation/check-parts.ts";
import type { SettingValues } from "../maintenance/installation/settings-file.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { bucketSettings } from "../platform/files/bucket-settings.ts";
import { isLoopback } from "../platform/origins.ts";
import { serverOfEnvironment } from "../settings/stored-settings.server.ts";

export interface Question {
  /** Name of the setting. */
  readonly name: string;
  /** Option of the command line without dashes. */
  readonly option: string;
  readonly text: string;
  readonly initial?: (answers: SettingValues) => string;
  /** Whether to ask the question. A flag sets the answer even when the question is not asked. */
  readonly applies?: (answers: SettingValues) => boolean;
  readonly isSecret?: boolean;
  /** Tries the answers so far; runs after this question. */
  readonly check?: (answers: SettingValues) => CheckedPart | Promise<CheckedPart>;
}

const hasPaypal = ({ PAYMENTS = "" }: SettingValues) => PAYMENTS.split(",").includes("paypal");
const hasStripe = ({ PAYMENTS = "" }: SettingValues) => PAYMENTS.split(",").includes("stripe");
const hasMail = ({ SMTP_URL }: SettingValues) => (SMTP_URL ?? "") !== "";
const isPublic = ({ PUBLIC_URL = "" }: SettingValues) =>
  URL.canParse(PUBLIC_URL) && !isLoopback(new URL(PUBLIC_URL).hostname);

export const questions: readonly Question[] = [
  {
    name: "PORT",
    option: "port",
    text: "Port that Furrow listens on",
    initial: () => "3000",
    check: (answers) => {
      const { port, host } = readConfiguration({ PORT: answers.PORT, HOST: answers.HOST });
      return checkPort({ port, host });
    },
  },
  {
    name: "PUBLIC_URL",
    option: "public-url",
    text: "Address of the site, such as https://shop.example",
    initial: ({ PORT }) => `http://localhost:${PORT}`,
  },
  {
    name: "TRUSTED_PROXIES",
    option: "trusted-proxies",
    text: "Addresses of proxies in front of Furrow, separated by commas",
    applies: isPublic,
    initial: () => "127.0.0.1",
  },
  {
    name: "DATA_DIR",
    option: "data-dir",
    text: "Folder for the data",
    initial: () => resolve("data"),
    check: ({ DATA_DIR = "" }) => checkFolder("Data", DATA_DIR, "DATA_DIR"),
  },
  {
    name: "BUSINESS_NAME",
    option: "business-name",
    text: "Name of the business (empty: set it in the panel)",
  },
  {
    name: "OWNER_EMAIL",
    option: "owner-email",
    text: "Email address of the owner, who hears of orders and messages (empty: set it in the panel)",
  },
  {
    name: "SMTP_URL",
    option: "smtp-url",
    text: "Mail server, such as smtps://user:password@mail.example:465 (empty: set it in the panel)",
    isSecret: true,
  },
  {
    name: "MAIL_FROM",
    option: "mail-from",
    text: "Sender of emails, such as Shop <hello@shop.example>",
    applies: hasMail,
    initial: ({ OWNER_EMAIL = "" }) => OWNER_EMAIL,
    check: ({ SMTP_URL = "", MAIL_FROM = "" }) =>
      checkMailServer(serverOfEnvironment(SMTP_URL, MAIL_FROM)),
  },
  {
    name: "PAYMENTS",
    option: "payments",
    text: "Payments set on the server: stripe, paypal, paypal-standard, stripe,paypal, or sandbox (empty: connect them in the panel)",
  },
  {
    name: "STRIPE_SECRET_KEY",
    option: "stripe-secret-key",
    text: "Secret key of the account at Stripe, sk_live_… or rk_live_…",
    applies: hasStripe,
    isSecret: true,
  },
  {
    name: "STRIPE_WEBHOOK_SECRET",
    option: "stripe-webhook-secret",
    text: "Signing secret of the webhook at Stripe, whsec_…",
    applies: hasStripe,
    isSecret: true,
    check: (answers) => checkProvider("stripe", readConfiguration(answers)),
  },
  {
    name: "PAYPAL_CLIENT_ID",
    option: "paypal-client-id",
    text: "Client ID of the app at PayPal",
    applies: hasPaypal,
  },
  {
    name: "PAYPAL_CLIENT_SECRET",
    option: "paypal-client-secret",
    text: "Secret of the app at PayPal",
    applies: hasPaypal,
    isSecret: true,
  },
  {
    name: "PAYPAL_WEBHOOK_ID",
    option: "paypal-webhook-id",
    text: "ID of the webhook at PayPal",
    applies: hasPaypal,
    check: (answers) => checkProvider("paypal", readConfiguration(answers)),
  },
  {
    name: "BACKUP_EVERY",
    option: "backup-every",
    text: "Time between backups, such as 1d or 12h (empty: set it in the panel)",
    initial: () => "1d",
  },
  {
    name: "BACKUP_DIR",
    option: "backup-dir",
    text: "Folder for backups, best on another disk",
    initial: ({ DATA_DIR = "" }) => resolve(DATA_DIR, "backups"),
    check: ({ BACKUP_DIR = "" }) => checkFolder("Backup folder", BACKUP_DIR, "BACKUP_DIR"),
  },
  {
    name: "BACKUP_RECIPIENT",
    option: "backup-recipient",
    text: "Public key for encrypted copies of backups in a bucket, age1…, from the command backup-key on your own computer (empty: no copies)",
  },
  {
    name: "BACKUP_URL",
    option: "backup-url",
    text: "Bucket for these copies alone, such as s3://KEY:SECRET@s3.example.com/bucket",
    isSecret: true,
    applies: ({ BACKUP_RECIPIENT }) => (BACKUP_RECIPIENT ?? "") !== "",
    check: async ({ BACKUP_URL = "" }) => {
      const settings = bucketSettings(BACKUP_URL);
      if (settings !== null) return checkBucketAccess("Bucket for backups", settings, "BACKUP_URL");
      const sentence = "BACKUP_URL is not the address of a bucket.";
      return { name: "Bucket for backups", state: "wrong", sentence };
    },
  },
];
