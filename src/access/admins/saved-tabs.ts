import { z } from "zod";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";

/** A search of a list in the panel that an admin has saved as a tab. */
export interface SavedTab {
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

const lists = [
  "/total-orders",
  "/payments",
  "/subscriptions",
  "/coupons",
  "/invoices",
  "/admin/offers",
  "/all-messages",
  "/all-subscriber",
  "/outbox",
  "/people",
  "/received-emails",
  "/site-checks",
  "/audit-log",
  "/releases",
  "/pages",
  "/article-list",
  "/redirects",
  "/missing-pages",
] as const;
export type ListPath = (typeof lists)[number];

const mostTabs = 20;

const text = (most: number, error: string) =>
  z.string({ error }).trim().max(most, { error }).refine(isPlainText, { error });
const nameError = "Give the tab a name of up to 40 characters.";

const tabForm = z.strictObject({
  list: z.enum(lists, { error: "This list has no tabs." }),
  name: text(40, nameError).min(1, { error: nameError }),
  query: text(1000, "The search is too long to be saved."),
});

export async function listSavedTabs(
  { database }: { readonly database: Database },
  actor: Actor,
  list: ListPath,
): Promise<SavedTab[]> {
  requireRight(actor, "open the admin panel");
  return database.read
    .selectFrom("saved_tabs")
    .select(["id", "name", "query"])
    .where("list", "=", list)
    .orderBy("name")
    .execute();
}

interface SavedTabDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Saves a search as a tab for all admins. Input: `{ list, name, query }`. Throws "forbidden",
 * "invalid", and "conflict" when the list already has a tab of this name or the maximum number of
 * tabs.
 */
export async function saveTab(
  { database, clock }: SavedTabDependencies,
  actor: Actor,
  input: unknown,
): Promise<SavedTab> {
  requireRight(actor, "open the admin panel");
  const { list, ...tab } = parseOrThrow(tabForm, input);
  return database.write(async (tx) => {
    const present = await tx
      .selectFrom("saved_tabs")
      .select("name")
      .where("list", "=", list)
      .execute();
    if (present.length >= mostTabs) {
      throw new AppError("conflict", `A list has up to ${mostTabs} saved tabs. Remove one first.`);
    }
    const saved = { id: newId(), ...tab };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("saved_tabs")
      .values({ ...saved, list })
      .onConflict((conflict) => conflict.columns(["list", "name"]).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw nameTaken(tab.name);
    await auditTab(tx, actor, { id: saved.id, before: null, after: tab, at: clock() });
    return saved;
  });
}

const renameForm = tabForm.pick({ name: true });

/** Renames a tab. Input: `{ name }`. Throws like `saveTab`, and "not-found". */
export async function renameTab(
  { database, clock }: SavedTabDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "open the admin panel");
  const { name } = parseOrThrow(renameForm, input);
  await database.write(async (tx) => {
    const { list, ...before } = await findTab(tx, id);
    const other = await tx
      .selectFrom("saved_tabs")
      .select("id")
      .where("list", "=", list)
      .where("name", "=", name)
      .executeTakeFirst();
    if (other !== undefined && other.id !== id) throw nameTaken(name);
    await tx.updateTable("saved_tabs").set({ name }).where("id", "=", id).execute();
    await auditTab(tx, actor, { id, before, after: { ...before, name }, at: clock() });
  });
}

/** Returns the removed tab, from which `saveTab` can restore it. Throws "not-found". */
export async function removeTab(
  { database, clock }: SavedTabDependencies,
  actor: Actor,
  id: string,
): Promise<{ readonly list: string; readonly name: string; readonly query: string }> {
  requireRight(actor, "open the admin panel");
  return database.write(async (tx) => {
    const { list, ...before } = await findTab(tx, id);
    await tx.deleteFrom("saved_tabs").where("id", "=", id).execute();
    await auditTab(tx, actor, { id, before, after: null, at: clock() });
    return { list, ...before };
  });
}

async function findTab(tx: WriteTransaction, id: string) {
  const missing = new AppError("not-found", "There is no such tab.");
  if (!canBeId(id)) throw missing;
  const tab = await tx
    .selectFrom("saved_tabs")
    .select(["list", "name", "query"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (tab === undefined) throw missing;
  return tab;
}

type TabValues = Pick<SavedTab, "name" | "query">;

interface TabChange {
  readonly id: string;
  readonly before: TabValues | null;
  readonly after: TabValues | null;
  readonly at: number;
}

async function auditTab(
  tx: WriteTransaction,
  actor: Actor,
  { id, before, after, at }: TabChange,
): Promise<void> {
  const verb = before === null ? "Save" : after === null ? "Remove" : "Rename";
  const label = (after ?? before)?.name ?? "";
  const entry = { action: `${verb} tab`, subject: "tab", subjectId: id, label };
  await audit(tx, actor, {
    ...entry,
    before,
    after,
    at,
  });
}

function nameTaken(name: string): AppError {
  return new AppError("conflict", `There is already a tab named “${name}”. Choose another name.`);
}
