import { demonstrationName } from "../platform/business.ts";
import type { Configuration } from "../platform/configuration.ts";
import type { Queries } from "../platform/database/database.ts";
import { preparedQuery } from "../platform/database/prepared-query.ts";
import type { BankAccount } from "./bank-account.ts";
import { readBusiness } from "./business.server.ts";
import type { Setting, ShownValue } from "./define-setting.ts";
import { decryptPassword } from "./encrypted-password.ts";
import { type MailServerFacts, type SettingName, settings } from "./settings.ts";
import { smtpUrlOf } from "./smtp-url.ts";
import { verifications } from "./verifications.ts";

type All = typeof settings;

/** Name in `Configuration` of the value that overrides a setting; never for a setting without. */
type Configured<Name extends SettingName> = Name extends SettingName
  ? All[Name] extends { readonly environment: { readonly configured: infer Key } }
    ? Key & keyof Configuration
    : never
  : never;

export type EnvironmentName = Configured<SettingName>;

/** Settings from environment variables. Each overrides the value that the panel saved. */
export type EnvironmentSettings = Pick<Configuration, EnvironmentName | "allowPrivateMailServer">;

export interface SettingsSource {
  readonly configuration: EnvironmentSettings;
  readonly secret: string;
}

export interface StoredMailServer extends MailServerFacts {
  /** Encrypted; null for a server without sign-in. */
  readonly password: string | null;
}

export type StoredValues = {
  readonly [Name in SettingName]: Name extends "mailServer"
    ? StoredMailServer
    : ShownValue<All[Name]["kind"]>;
};

const valueNamed = preparedQuery((queries, { name }: { readonly name: SettingName }) =>
  queries.selectFrom("settings").select("value").where("name", "=", name).compile(),
);

async function storedValue<Name extends SettingName>(
  queries: Queries,
  name: Name,
): Promise<StoredValues[Name] | null> {
  const [row] = await valueNamed(queries, { name });
  return row === undefined ? null : (JSON.parse(row.value) as StoredValues[Name] | null);
}

/** The mail server has a reader of its own (`readMailServer`). */
type PlainSetting = Exclude<SettingName, "mailServer">;

/** Undefined while nothing is set, for a setting without a usual value. */
type ValueInEffect<Name extends PlainSetting> =
  | StoredValues[Name]
  | (All[Name] extends { readonly usual: unknown } ? never : undefined);

/** The value of a setting: from the environment, else from the panel, else the usual one. */
export async function readSetting<Name extends PlainSetting>(
  configuration: Pick<EnvironmentSettings, Configured<Name>>,
  queries: Queries,
  name: Name,
): Promise<ValueInEffect<Name>> {
  const { environment, usual }: Setting = settings[name];
  const given = environment && configuration[environment.configured as Configured<Name>];
  const value = given ?? (await storedValue(queries, name)) ?? usual;
  return value as ValueInEffect<Name>;
}

/** The account for transfers while customers can pay by bank transfer; otherwise null. */
export async function readBankTransfer(queries: Queries): Promise<BankAccount | null> {
  const account = await readSetting({}, queries, "bankTransfer");
  return account?.isOn ? account : null;
}

const verificationRows = preparedQuery((queries, _: object) =>
  queries
    .selectFrom("settings")
    .select(["name", "value"])
    .where("name", "in", Object.keys(verifications))
    .compile(),
);

/** Name and content of each tag by which a search engine knows the owner of the site. */
export async function readVerifications(
  queries: Queries,
): Promise<(readonly [metaName: string, code: string])[]> {
  const rows = await verificationRows(queries, {});
  return Object.entries(verifications).flatMap(([setting, { metaName }]) => {
    const row = rows.find(({ name }) => name === setting);
    const code = row === undefined ? null : (JSON.parse(row.value) as string | null);
    return code === null ? [] : [[metaName, code] as const];
  });
}

/** Null while no mode is stored, as where PAYMENTS decides. */
export async function readPaymentMode(queries: Queries): Promise<"test" | "live" | null> {
  const chosen = await readSetting({}, queries, "paymentMode");
  return chosen === "test" || chosen === "live" ? chosen : null;
}

/** The days on which the clock of an order counts. */
export async function readWorkCalendar(
  configuration: Pick<EnvironmentSettings, "timeZone">,
  queries: Queries,
) {
  return {
    timeZone: await readSetting(configuration, queries, "timeZone"),
    /** 1 for Monday to 7 for Sunday. */
    weekdays: await readSetting({}, queries, "weekdays"),
    closedDays: await readSetting({}, queries, "closedDays"),
  };
}

export type MailServer =
  | {
      readonly state: "ready";
      readonly smtpUrl: string;
      readonly from: string;
      /** Who chose the server. An admin of the panel learns less about a server that fails. */
      readonly setBy: "environment" | "panel";
      /** Whether the server may be in a private network or on this machine. */
      readonly mayBePrivate: boolean;
    }
  | { readonly state: "missing" }
  /** The password was saved under another SECRET. */
  | { readonly state: "unreadable" };

export async function readMailServer(
  { configuration, secret }: SettingsSource,
  queries: Queries,
): Promise<MailServer> {
  const sender = await readSetting(configuration, queries, "mailSender");
  if (sender === undefined) return { state: "missing" };
  const from = await namedSender(configuration, queries, sender);
  const { smtpUrl } = configuration;
  if (smtpUrl !== undefined) return serverOfEnvironment(smtpUrl, from);
  const server = await storedValue(queries, "mailServer");
  if (server === null) return { state: "missing" };
  const password = passwordOf(secret, server);
  if (password === null) return { state: "unreadable" };
  return serverOfPanel(configuration, smtpUrlOf(server, password), from);
}

/** The sender with its own name or, for an address alone, with the name that the owner has set. */
export async function namedSender(
  configuration: Pick<EnvironmentSettings, "businessName">,
  queries: Queries,
  sender: string,
): Promise<string> {
  if (sender.includes("<")) return sender;
  const { name } = await readBusiness(configuration, queries);
  return name === demonstrationName ? sender : `"${name.replace(/["\\]/g, "\\$&")}" <${sender}>`;
}

type ReadyServer = Extract<MailServer, { state: "ready" }>;

/** The operator of the machine may choose any server. */
export function serverOfEnvironment(smtpUrl: string, from: string): ReadyServer {
  return { state: "ready", smtpUrl, from, setBy: "environment", mayBePrivate: true };
}

export function serverOfPanel(
  { allowPrivateMailServer }: Pick<EnvironmentSettings, "allowPrivateMailServer">,
  smtpUrl: string,
  from: string,
): ReadyServer {
  const mayBePrivate = allowPrivateMailServer;
  return { state: "ready", smtpUrl, from, setBy: "panel", mayBePrivate };
}

/** Address of the emails that the site sends, without a name; undefined before it is set. */
export async function readSenderAddress(
  configuration: Pick<EnvironmentSettings, "mailFrom">,
  queries: Queries,
): Promise<string | undefined> {
  const from = await readSetting(configuration, queries, "mailSender");
  return from && (/<([^<>]*)>$/.exec(from)?.[1] ?? from);
}

/**
 * The password of a mail server; "" for a server without sign-in, null for a password that cannot
 * be decrypted.
 */
export function passwordOf(secret: string, server: StoredMailServer): string | null {
  return server.password === null ? "" : decryptPassword(secret, server, server.password);
}

/** Whether a mail server is set up, also when its password has to be entered again. */
export async function hasMailServer(
  { smtpUrl }: Pick<EnvironmentSettings, "smtpUrl">,
  queries: Queries,
): Promise<boolean> {
  return smtpUrl !== undefined || (await storedValue(queries, "mailServer")) !== null;
}

export interface BackupPlan {
  /** Null without scheduled backups. */
  readonly everyMs: number | null;
  readonly keep: number;
}

export async function readBackupPlan(
  configuration: Pick<EnvironmentSettings, "backupEvery" | "backupKeep">,
  queries: Queries,
): Promise<BackupPlan> {
  const every = await readSetting(configuration, queries, "backupInterval");
  const keep = await readSetting(configuration, queries, "backupCount");
  return { everyMs: every === undefined ? null : millisecondsOf(every), keep };
}

/** Parses a time such as "30m", "24h" or "1d". */
function millisecondsOf(time: string): number {
  const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number.parseInt(time, 10) * (units[time.at(-1) ?? ""] ?? 0);
}
