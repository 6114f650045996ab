import { demonstrationName } from "../platform/business.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import {
  type SettingName,
  type Settings,
  settingFacts,
  settingNames,
  usualBackupCount,
  usualPasswordDays,
  usualTimeZone,
  usualWeekdays,
} from "./settings.ts";
import { mailServerIn } from "./smtp-url.ts";
import {
  passwordOf,
  type SettingsSource,
  type StoredMailServer,
  type StoredValues,
} from "./stored-settings.server.ts";

interface StoredSetting<Name extends SettingName> {
  readonly value: StoredValues[Name] | null;
  readonly revision: number;
  readonly changedBy: string | null;
}

export type StoredSettings = { readonly [Name in SettingName]: StoredSetting<Name> };

/** Every setting as the panel saved it; revision 0 for a setting that was never saved. */
export async function readStoredSettings(queries: Queries): Promise<StoredSettings> {
  const rows = await queries.selectFrom("settings").selectAll().execute();
  const stored = settingNames.map((name) => {
    const row = rows.find((each) => each.name === name);
    const setting =
      row === undefined
        ? { value: null, revision: 0, changedBy: null }
        : { value: JSON.parse(row.value), revision: row.revision, changedBy: row.changed_by };
    return [name, setting] as const;
  });
  return Object.fromEntries(stored) as StoredSettings;
}

/** All settings in effect, without passwords. Throws "unauthenticated" and "forbidden". */
export async function readSettings(
  { database, ...source }: SettingsSource & { readonly database: Database },
  actor: Actor,
): Promise<Settings> {
  requireRight(actor, "see settings");
  const stored = await readStoredSettings(database.read);
  return settingsInEffect(source, stored);
}

function settingsInEffect(
  { configuration, secret }: SettingsSource,
  stored: StoredSettings,
): Settings {
  const { timeZone, smtpUrl, mailFrom, ownerEmail, backupEvery, backupKeep } = configuration;
  const { authservId, orderPasswordDays } = configuration;
  const server = stored.mailServer.value;
  return {
    businessName: inEffect(
      "businessName",
      configuration.businessName,
      stored.businessName,
      demonstrationName,
    ),
    businessAddress: inEffect("businessAddress", undefined, stored.businessAddress),
    businessPhone: inEffect("businessPhone", undefined, stored.businessPhone),
    businessEmail: inEffect("businessEmail", undefined, stored.businessEmail),
    businessCountry: inEffect("businessCountry", undefined, stored.businessCountry),
    businessTaxId: inEffect("businessTaxId", undefined, stored.businessTaxId),
    timeZone: inEffect("timeZone", timeZone, stored.timeZone, usualTimeZone),
    mailServer: inEffect(
      "mailServer",
      smtpUrl === undefined ? undefined : { ...mailServerIn(smtpUrl), isPasswordReadable: true },
      { ...stored.mailServer, value: server && withoutPassword(secret, server) },
    ),
    mailSender: inEffect("mailSender", mailFrom, stored.mailSender),
    ownerAddress: inEffect("ownerAddress", ownerEmail, stored.ownerAddress),
    authservId: inEffect("authservId", authservId, stored.authservId),
    backupInterval: inEffect("backupInterval", backupEvery, stored.backupInterval),
    backupCount: inEffect("backupCount", backupKeep, stored.backupCount, usualBackupCount),
    orderPasswordDays: inEffect(
      "orderPasswordDays",
      orderPasswordDays,
      stored.orderPasswordDays,
      usualPasswordDays,
    ),
    staffSecondFactor: inEffect("staffSecondFactor", undefined, stored.staffSecondFactor, false),
    weekdays: inEffect("weekdays", undefined, copied(stored.weekdays), [...usualWeekdays]),
    closedDays: inEffect("closedDays", undefined, copied(stored.closedDays), []),
  };
}

/** Copies the list, because the types of REST answers have mutable arrays. */
function copied<Item>({ value, ...saved }: Saved<readonly Item[]>): Saved<Item[]> {
  return { ...saved, value: value && [...value] };
}

function withoutPassword(secret: string, { password, ...facts }: StoredMailServer) {
  const isPasswordReadable = passwordOf(secret, { ...facts, password }) !== null;
  return { ...facts, hasPassword: password !== null, isPasswordReadable };
}

type Saved<Value> = Omit<StoredSetting<SettingName>, "value"> & { readonly value: Value | null };

/** `usual` is the default, when neither the environment nor the panel sets a value. */
function inEffect<Name extends SettingName, Value>(
  name: Name,
  given: Value | undefined,
  saved: Saved<Value>,
  usual: Value | null = null,
) {
  const setBy = given !== undefined ? "environment" : saved.value !== null ? "panel" : null;
  return {
    ...saved,
    value: given ?? saved.value ?? usual,
    setBy,
    variable: settingFacts[name].variable as (typeof settingFacts)[Name]["variable"],
  } as const;
}
