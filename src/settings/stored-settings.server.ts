import { demonstrationName } from "../platform/business.ts";
import type { Configuration } from "../platform/configuration.ts";
import type { Queries } from "../platform/database/database.ts";
import { preparedQuery } from "../platform/database/prepared-query.ts";
import { readBusiness } from "./business.server.ts";
import { decryptPassword } from "./encrypted-password.ts";
import {
  type MailServerFacts,
  type SettingName,
  usualBackupCount,
  usualPasswordDays,
  usualTimeZone,
  usualWeekdays,
} from "./settings.ts";
import { smtpUrlOf } from "./smtp-url.ts";

/** Settings from environment variables. Each overrides the value that the panel saved. */
export type EnvironmentSettings = Pick<
  Configuration,
  | "businessName"
  | "timeZone"
  | "smtpUrl"
  | "mailFrom"
  | "ownerEmail"
  | "authservId"
  | "backupEvery"
  | "backupKeep"
  | "orderPasswordDays"
  | "allowPrivateMailServer"
>;

export interface SettingsSource {
  readonly configuration: EnvironmentSettings;
  readonly secret: string;
}

export interface StoredMailServer extends MailServerFacts {
  /** Encrypted; null for a server without sign-in. */
  readonly password: string | null;
}

export interface StoredValues {
  readonly businessName: string;
  readonly businessAddress: string;
  readonly businessPhone: string;
  readonly businessEmail: string;
  readonly businessCountry: string;
  readonly businessTaxId: string;
  readonly timeZone: string;
  readonly mailServer: StoredMailServer;
  readonly mailSender: string;
  readonly ownerAddress: string;
  readonly authservId: string;
  readonly backupInterval: string;
  readonly backupCount: number;
  readonly orderPasswordDays: number;
  readonly staffSecondFactor: boolean;
  readonly weekdays: readonly number[];
  readonly closedDays: readonly string[];
}

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

export async function readTimeZone(
  { timeZone }: Pick<EnvironmentSettings, "timeZone">,
  queries: Queries,
): Promise<string> {
  return timeZone ?? (await storedValue(queries, "timeZone")) ?? usualTimeZone;
}

/** The days on which the clock of an order counts. */
export async function readWorkCalendar(
  configuration: Pick<EnvironmentSettings, "timeZone">,
  queries: Queries,
) {
  return {
    timeZone: await readTimeZone(configuration, queries),
    /** 1 for Monday to 7 for Sunday. */
    weekdays: (await storedValue(queries, "weekdays")) ?? usualWeekdays,
    closedDays: (await storedValue(queries, "closedDays")) ?? [],
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
  const sender = configuration.mailFrom ?? (await storedValue(queries, "mailSender"));
  if (sender === null) return { state: "missing" };
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
  { mailFrom }: Pick<EnvironmentSettings, "mailFrom">,
  queries: Queries,
): Promise<string | undefined> {
  const from = mailFrom ?? (await storedValue(queries, "mailSender"));
  return from === null ? undefined : (/<([^<>]*)>$/.exec(from)?.[1] ?? from);
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

/** Undefined until one is set: the address of the first admin then stands for it. */
export async function readOwnerAddress(
  { ownerEmail }: Pick<EnvironmentSettings, "ownerEmail">,
  queries: Queries,
): Promise<string | undefined> {
  return ownerEmail ?? (await storedValue(queries, "ownerAddress")) ?? undefined;
}

/** Undefined when no server's results about the senders of replies are believed. */
export async function readAuthservId(
  { authservId }: Pick<EnvironmentSettings, "authservId">,
  queries: Queries,
): Promise<string | undefined> {
  return authservId ?? (await storedValue(queries, "authservId")) ?? undefined;
}

export interface BackupPlan {
  /** Null without scheduled backups. */
  readonly everyMs: number | null;
  readonly keep: number;
}

export async function readBackupPlan(
  { backupEvery, backupKeep }: Pick<EnvironmentSettings, "backupEvery" | "backupKeep">,
  queries: Queries,
): Promise<BackupPlan> {
  const every = backupEvery ?? (await storedValue(queries, "backupInterval"));
  const keep = backupKeep ?? (await storedValue(queries, "backupCount"));
  return { everyMs: every === null ? null : millisecondsOf(every), keep: keep ?? usualBackupCount };
}

/** Days between the acceptance of an order and the deletion of its passwords. */
export async function readPasswordDays(
  { orderPasswordDays }: Pick<EnvironmentSettings, "orderPasswordDays">,
  queries: Queries,
): Promise<number> {
  return (
    orderPasswordDays ?? (await storedValue(queries, "orderPasswordDays")) ?? usualPasswordDays
  );
}

/** Parses a time such as "30m", "24h" or "1d". */
function millisecondsOf(time: string): number {
  const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number.parseInt(time, 10) * (units[time.at(-1) ?? ""] ?? 0);
}
