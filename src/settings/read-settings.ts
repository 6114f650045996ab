import type { Database, Queries } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import type { Setting } from "./define-setting.ts";
import { type SettingName, type Settings, settingNames, settings } from "./settings.ts";
import { mailServerIn } from "./smtp-url.ts";
import {
  type EnvironmentName,
  type EnvironmentSettings,
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
  const inEffect = settingNames.map((name) => {
    const { environment, usual = null }: Setting = settings[name];
    const given = environment && configuration[environment.configured as EnvironmentName];
    const saved = stored[name];
    const setBy = given !== undefined ? "environment" : saved.value !== null ? "panel" : null;
    const value =
      name === "mailServer"
        ? mailServerInEffect(configuration, secret, stored)
        : (given ?? saved.value ?? usual);
    return [name, { ...saved, value, setBy, variable: environment?.variable ?? null }];
  });
  return Object.fromEntries(inEffect) as Settings;
}

function mailServerInEffect(
  { smtpUrl }: Pick<EnvironmentSettings, "smtpUrl">,
  secret: string,
  { mailServer: { value } }: StoredSettings,
) {
  if (smtpUrl !== undefined) return { ...mailServerIn(smtpUrl), isPasswordReadable: true };
  return value && withoutPassword(secret, value);
}

function withoutPassword(secret: string, { password, ...facts }: StoredMailServer) {
  const isPasswordReadable = passwordOf(secret, { ...facts, password }) !== null;
  return { ...facts, hasPassword: password !== null, isPasswordReadable };
}
