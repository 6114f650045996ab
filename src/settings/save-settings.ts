import type { Database, WriteTransaction } from "../platform/database/database.ts";
import { AppError, type JsonValue } from "../platform/errors.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import type { Clock } from "../platform/time/clock.ts";
import { type Actor, authorOf } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { requireRight } from "../policy/rights.ts";
import type { BankAccount } from "./bank-account.ts";
import { type BusinessChange, businessOf, businessSettings } from "./business.server.ts";
import type { Setting } from "./define-setting.ts";
import { encryptPassword, isSameDestination } from "./encrypted-password.ts";
import { type Invoicing, noInvoicing } from "./invoicing.ts";
import { readSettings, readStoredSettings, type StoredSettings } from "./read-settings.ts";
import {
  type SettingName,
  type Settings,
  type SettingsInput,
  settingNames,
  settings,
  settingsInput,
  type TypedMailServer,
} from "./settings.ts";
import {
  type EnvironmentName,
  type EnvironmentSettings,
  passwordOf,
  type SettingsSource,
  type StoredMailServer,
} from "./stored-settings.server.ts";
import { withReadVatNumber } from "./tax.ts";

export interface SaveSettingsDependencies extends SettingsSource {
  readonly database: Database;
  readonly clock: Clock;
  /** Called when the mail server or the sender changes. */
  readonly onMailServerChanged: (tx: WriteTransaction, at: number) => Promise<void>;
  readonly onTimeZoneChanged: (tx: WriteTransaction) => Promise<void>;
  /** Throws "invalid" for a number that orders have reached. */
  readonly onFirstNumberChanged: (tx: WriteTransaction, first: number) => Promise<void>;
  readonly onBusinessChanged: (tx: WriteTransaction, change: BusinessChange) => Promise<unknown>;
  /** Throws "conflict" when the site cannot switch to this mode. */
  readonly onPaymentModeChanged: (
    tx: WriteTransaction,
    change: {
      readonly actor: Actor;
      readonly at: number;
      readonly before: "test" | "live" | null;
      readonly after: "test" | "live" | null;
    },
  ) => Promise<void>;
  readonly onBankTransferChanged: (
    tx: WriteTransaction,
    change: BankTransferChange,
  ) => Promise<unknown>;
  /** Throws "invalid" for a number that was given out. */
  readonly onInvoicingChanged: (
    tx: WriteTransaction,
    change: { readonly at: number; readonly before: Invoicing; readonly after: Invoicing },
  ) => Promise<void>;
}

/** The account for transfers before and after a change; null for none. */
interface BankTransferChange {
  readonly actor: Actor;
  readonly at: number;
  readonly before: BankAccount | null;
  readonly after: BankAccount | null;
}

/**
 * Saves the settings that the input names, all or none, and returns all settings in effect. Throws
 * "invalid" with an issue per field, and "conflict" for a setting that the environment gives or
 * that was changed since the revision in the input.
 */
export async function saveSettings(
  dependencies: SaveSettingsDependencies,
  actor: Actor,
  input: unknown,
): Promise<Settings> {
  requireRight(actor, "change settings");
  const typed = await withReadNumbers(parseOrThrow(settingsInput, input));
  const { database, clock, configuration, secret } = dependencies;
  refuseThoseOfEnvironment(configuration, typed);
  await database.write(async (tx) => {
    const at = clock();
    const stored = await readStoredSettings(tx);
    const changes = changesIn(typed, stored, secret);
    for (const change of changes) await saveChange(tx, actor, { change, typed, stored, at });
    const isChanged = (wanted: SettingName) => changes.some(({ name }) => name === wanted);
    if (isChanged("timeZone")) await dependencies.onTimeZoneChanged(tx);
    if (isChanged("firstOrderNumber")) {
      const { usual } = settings.firstOrderNumber;
      await dependencies.onFirstNumberChanged(tx, typed.firstOrderNumber ?? usual);
    }
    if (Object.values(businessSettings).some(isChanged)) {
      const [before, after] = [businessOf(stored), businessOf(await readStoredSettings(tx))];
      await dependencies.onBusinessChanged(tx, { actor, at, before, after });
    }
    if (isChanged("paymentMode")) {
      const before = stored.paymentMode.value;
      await dependencies.onPaymentModeChanged(tx, {
        actor,
        at,
        before: before as "test" | "live" | null,
        after: typed.paymentMode ?? null,
      });
    }
    if (isChanged("bankTransfer")) {
      const [before, after] = [stored.bankTransfer.value, typed.bankTransfer ?? null];
      await dependencies.onBankTransferChanged(tx, { actor, at, before, after });
    }
    if (isChanged("invoicing")) {
      const before = stored.invoicing.value ?? noInvoicing;
      const after = typed.invoicing ?? noInvoicing;
      await dependencies.onInvoicingChanged(tx, { at, before, after });
    }
    if (!isChanged("mailServer") && !isChanged("mailSender")) return;
    requireSender(configuration, await readStoredSettings(tx));
    await dependencies.onMailServerChanged(tx, at);
  });
  return readSettings(dependencies, actor);
}

/** The settings with a VAT number that has the form of its country. */
async function withReadNumbers(typed: SettingsInput): Promise<SettingsInput> {
  return typed.tax ? { ...typed, tax: await withReadVatNumber(typed.tax) } : typed;
}

function refuseThoseOfEnvironment(configuration: EnvironmentSettings, typed: SettingsInput): void {
  for (const name of settingNames) {
    const { label, environment }: Setting = settings[name];
    if (typed[name] === undefined || environment === undefined) continue;
    const { variable, configured } = environment;
    if (configuration[configured as EnvironmentName] === undefined) continue;
    throw new AppError(
      "conflict",
      `${label}: fixed by the environment variable ${variable} on the server, so it cannot be changed here.`,
    );
  }
}

interface Change {
  readonly name: SettingName;
  readonly value: JsonValue;
}

/** The settings that differ from their stored values. A newly typed password always differs. */
function changesIn(typed: SettingsInput, stored: StoredSettings, secret: string): Change[] {
  return settingNames.flatMap((name) => {
    if (typed[name] === undefined) return [];
    const value =
      name === "mailServer"
        ? mailServerToStore(typed.mailServer ?? null, stored.mailServer.value, secret)
        : typed[name];
    const isSame = JSON.stringify(value) === JSON.stringify(stored[name].value);
    return isSame ? [] : [{ name, value: value as JsonValue }];
  });
}

function mailServerToStore(
  typed: TypedMailServer | null,
  stored: StoredMailServer | null,
  secret: string,
): StoredMailServer | null {
  if (typed === null) return null;
  const { host, port, encryption, user } = typed;
  const facts = { host, port, encryption, user };
  if (user === "") return { ...facts, password: null };
  const password = passwordFor(typed, stored, secret);
  // An unchanged password keeps its stored ciphertext, because a new ciphertext would look like a
  // change.
  const isKept = stored?.password && !typed.password;
  return {
    ...facts,
    password: isKept ? stored.password : encryptPassword(secret, typed, password),
  };
}

/**
 * The typed password, or else the stored password if it goes to the same place over the same
 * encryption. Throws "invalid" if neither exists.
 */
export function passwordFor(
  typed: TypedMailServer,
  stored: StoredMailServer | null,
  secret: string,
): string {
  if (typed.user === "") return "";
  if (typed.password) return typed.password;
  const hasPassword = stored !== null && stored.password !== null;
  const isSame = hasPassword && isSameDestination(typed, stored);
  const kept = isSame ? passwordOf(secret, stored) : null;
  if (kept !== null) return kept;
  const message = isSame
    ? "The site can no longer read the saved mail password. Enter it again."
    : hasPassword
      ? "Enter the password again, because it would be sent to another host, port or user name, or with another encryption."
      : "Enter the password for this user name and host.";
  throw new AppError("invalid", message, { issues: [{ path: "mailServer.password", message }] });
}

interface SavedChange {
  readonly change: Change;
  readonly typed: SettingsInput;
  readonly stored: StoredSettings;
  readonly at: number;
}

/**
 * Writes only if the stored revision is the revision that was read, so that one of two simultaneous
 * saves is refused.
 */
async function saveChange(
  tx: WriteTransaction,
  actor: Actor,
  { change: { name, value }, typed, stored, at }: SavedChange,
): Promise<void> {
  const { revision, changedBy, value: before } = stored[name];
  const base = typed.revisions?.[name] ?? revision;
  if (base !== revision) throw changedMeanwhile(name, changedBy);
  const row = {
    name,
    value: JSON.stringify(value),
    revision: revision + 1,
    changed_by: authorOf(actor),
    changed_at: at,
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet(row).where("settings.revision", "=", revision),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw changedMeanwhile(name, null);
  const { label } = settings[name];
  await audit(tx, actor, {
    action: "Change setting",
    subject: "setting",
    subjectId: name,
    label,
    at,
    before: audited(before),
    after: audited(value, Boolean(typed.mailServer?.password)),
  });
}

function changedMeanwhile(name: SettingName, by: string | null): AppError {
  return new AppError(
    "conflict",
    `${settings[name].label}: ${by ?? "somebody else"} has changed it in the meantime. Nothing was saved.`,
  );
}

/**
 * A value for the audit log. Instead of a password, the value says whether a password is set and
 * whether the password is new.
 */
function audited(value: JsonValue | StoredMailServer, hasNewPassword = false): JsonValue {
  if (value === null || typeof value !== "object" || !("password" in value)) {
    return value as JsonValue;
  }
  const { password, ...facts } = value as StoredMailServer;
  return { ...facts, password: hasNewPassword ? "new" : password === null ? "none" : "saved" };
}

function requireSender(
  { smtpUrl, mailFrom }: EnvironmentSettings,
  { mailServer, mailSender }: StoredSettings,
): void {
  const hasServer = smtpUrl !== undefined || mailServer.value !== null;
  if (!hasServer || mailFrom !== undefined || mailSender.value !== null) return;
  const message = "Enter the sender of your emails, such as Shop <shop@example.com>.";
  throw new AppError("invalid", message, { issues: [{ path: "mailSender", message }] });
}
