import { type Business, demonstrationBusiness, demonstrationName } from "../platform/business.ts";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { preparedQuery } from "../platform/database/prepared-query.ts";
import type { Actor } from "../policy/actor.ts";
import type { SettingName } from "./settings.ts";
import { storeSetting } from "./store-setting.server.ts";
import type { EnvironmentSettings } from "./stored-settings.server.ts";

type NameInEnvironment = Pick<EnvironmentSettings, "businessName">;

/** The setting of each fact about the business. */
export const businessSettings = {
  name: "businessName",
  address: "businessAddress",
  phone: "businessPhone",
  email: "businessEmail",
  country: "businessCountry",
  taxId: "businessTaxId",
} as const satisfies Record<keyof Business, SettingName>;

const factNames = Object.keys(businessSettings) as (keyof Business)[];

const businessRows = preparedQuery((queries, _: object) =>
  queries
    .selectFrom("settings")
    .select(["name", "value"])
    .where("name", "in", Object.values(businessSettings))
    .compile(),
);

/** What the panel has stored, without the environment. Unset facts are as in the demonstration. */
async function readStoredBusiness(queries: Queries): Promise<Business> {
  const rows = await businessRows(queries, {});
  const facts = factNames.flatMap((fact) => {
    const row = rows.find(({ name }) => name === businessSettings[fact]);
    const value = row === undefined ? null : (JSON.parse(row.value) as string | null);
    return value === null ? [] : [[fact, value] as const];
  });
  return { ...demonstrationBusiness, ...Object.fromEntries(facts) };
}

export async function readBusiness(
  { businessName }: NameInEnvironment,
  queries: Queries,
): Promise<Business> {
  const stored = await readStoredBusiness(queries);
  return businessName === undefined ? stored : { ...stored, name: businessName };
}

let lastName = demonstrationName;

/**
 * Name for the titles of pages. While the database fails, returns the name that was read last, so
 * that an error page can still be shown.
 */
export async function readNameForPages(
  configuration: NameInEnvironment,
  queries: Queries,
): Promise<string> {
  try {
    lastName = (await readBusiness(configuration, queries)).name;
  } catch {
    // The page shows its own error about the database.
  }
  return lastName;
}

/** The facts before and after a change of the settings. */
export interface BusinessChange {
  readonly actor: Actor;
  readonly at: number;
  readonly before: Business;
  readonly after: Business;
}

interface NameToStore {
  readonly actor: Actor;
  readonly at: number;
  readonly name: string;
  readonly onBusinessChanged: (tx: WriteTransaction, change: BusinessChange) => Promise<unknown>;
}

/** Stores a name from the set-up page or the environment, unless it is stored already. */
export async function storeBusinessName(
  tx: WriteTransaction,
  { actor, at, name, onBusinessChanged }: NameToStore,
): Promise<void> {
  const before = await readStoredBusiness(tx);
  const isNew = await storeSetting(tx, { actor, at, name: businessSettings.name, value: name });
  if (!isNew) return;
  await onBusinessChanged(tx, { actor, at, before, after: { ...before, name } });
}

/** The facts as stored settings, for a change by `saveSettings`. */
export function businessOf(
  stored: {
    readonly [Name in (typeof businessSettings)[keyof Business]]: { readonly value: string | null };
  },
): Business {
  const facts = factNames.flatMap((fact) => {
    const { value } = stored[businessSettings[fact]];
    return value === null ? [] : [[fact, value] as const];
  });
  return { ...demonstrationBusiness, ...Object.fromEntries(facts) };
}
