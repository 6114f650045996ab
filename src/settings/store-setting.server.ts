import type { WriteTransaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";
import { type Actor, authorOf } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { type SettingName, settings } from "./settings.ts";

interface SettingToStore {
  readonly actor: Actor;
  readonly at: number;
  readonly name: SettingName;
  readonly value: JsonValue;
}

/** Stores a setting that the program itself sets. Returns false if it has this value already. */
export async function storeSetting(
  tx: WriteTransaction,
  { actor, at, name, value }: SettingToStore,
): Promise<boolean> {
  const stored = await tx
    .selectFrom("settings")
    .select(["value", "revision"])
    .where("name", "=", name)
    .executeTakeFirst();
  const row = {
    name,
    value: JSON.stringify(value),
    revision: (stored?.revision ?? 0) + 1,
    changed_by: authorOf(actor),
    changed_at: at,
  };
  if (stored?.value === row.value) return false;
  await tx
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
  const before = stored === undefined ? null : (JSON.parse(stored.value) as JsonValue);
  const { label } = settings[name];
  const entry = { action: "Change setting", subject: "setting", subjectId: name, label };
  await audit(tx, actor, { ...entry, before, after: value, at });
  return true;
}
