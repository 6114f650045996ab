import type { Insertable, Selectable } from "kysely";
import { sumOf } from "#orders/lines/order-lines.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { engineOf } from "#platform/database/database.ts";
import type { Tables } from "#platform/database/tables.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { wordsOf } from "#platform/texts/search-words.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import type { Offer, OfferContent, OfferEventKind } from "./offer.ts";
import "./offer-tables.server.ts";

export function noSuchOffer(): AppError {
  return new AppError("not-found", "There is no such offer.");
}

export function asOffer(row: Selectable<Tables["offers"]>): Offer {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    accountId: row.account_id,
    companyId: row.company_id,
    companyName: row.company_name,
    title: row.title,
    priceCents: row.price_cents,
    lastDay: row.last_day,
    endsAt: row.ends_at,
    version: row.version,
    author: row.author,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    withdrawnAt: row.withdrawn_at,
    orderId: row.order_id,
    acceptedAt: row.accepted_at,
    acceptedVersion: row.accepted_version,
    payUntil: row.pay_until,
  };
}

/** Undefined for an unknown id. Checks no rights. */
export async function selectOffer(queries: Queries, id: string): Promise<Offer | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await queries
    .selectFrom("offers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && asOffer(row);
}

/** Locks an offer until the transaction ends. Undefined for an unknown id. */
export async function lockOffer(tx: WriteTransaction, id: string): Promise<Offer | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await tx
    .selectFrom("offers")
    .selectAll()
    .where("id", "=", id)
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  return row && asOffer(row);
}

export async function contentOfVersion(
  queries: Queries,
  offerId: string,
  number: number,
): Promise<OfferContent> {
  const { content } = await queries
    .selectFrom("offer_versions")
    .select("content")
    .where("offer_id", "=", offerId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return contentIn(content);
}

export function contentIn(json: string): OfferContent {
  const content = JSON.parse(json) as OfferContent;
  // The first versions of offers were stored without the points of their add-ons.
  return { ...content, addOnPoints: content.addOnPoints ?? {} };
}

export interface OfferFor {
  readonly email: string;
  readonly name: string;
  readonly accountId: string | null;
  readonly companyId: string | null;
  readonly companyName: string;
}

interface Writing {
  readonly author: string;
  readonly at: number;
  readonly timeZone: string;
}

/** Columns of `offers` that follow from the newest version and from the recipient. */
function columnsOf(
  content: OfferContent,
  { name, email, companyName }: OfferFor,
  timeZone: string,
): Pick<
  Insertable<Tables["offers"]>,
  "title" | "price_cents" | "last_day" | "ends_at" | "search_words"
> {
  return {
    title: content.title,
    price_cents: sumOf(content.lines),
    last_day: content.lastDay,
    ends_at: startOfDay(addDays(content.lastDay, 1), timeZone),
    search_words: searchWords({ name, email, companyName, title: content.title }),
  };
}

function searchWords({
  name,
  email,
  companyName,
  title,
}: Pick<Offer, "name" | "email" | "companyName" | "title">): string {
  return wordsOf(`${name} ${email} ${companyName} ${title}`).join(" ");
}

/** Stores an offer with its first version. Returns its id. */
export async function insertOffer(
  tx: WriteTransaction,
  to: OfferFor,
  content: OfferContent,
  { author, at, timeZone }: Writing,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("offers")
    .values({
      id,
      email: to.email,
      email_key: normalEmail(to.email),
      name: to.name,
      account_id: to.accountId,
      company_id: to.companyId,
      company_name: to.companyName,
      ...columnsOf(content, to, timeZone),
      version: 1,
      author,
      created_at: at,
      sent_at: null,
      withdrawn_at: null,
      order_id: null,
      accepted_at: null,
      accepted_version: null,
      pay_until: null,
    })
    .execute();
  await insertVersion(tx, { offerId: id, number: 1, content, author, at });
  await addOfferEvent(tx, { offerId: id, kind: "made", version: 1, author, at });
  return id;
}

/** Stores a new version of a locked offer. Returns its number. */
export async function insertNextVersion(
  tx: WriteTransaction,
  offer: Offer,
  content: OfferContent,
  { author, at, timeZone }: Writing,
): Promise<number> {
  const number = offer.version + 1;
  await insertVersion(tx, { offerId: offer.id, number, content, author, at });
  await tx
    .updateTable("offers")
    .set({ ...columnsOf(content, offer, timeZone), version: number })
    .where("id", "=", offer.id)
    .execute();
  await addOfferEvent(tx, { offerId: offer.id, kind: "changed", version: number, author, at });
  return number;
}

interface NewVersion {
  readonly offerId: string;
  readonly number: number;
  readonly content: OfferContent;
  readonly author: string;
  readonly at: number;
}

async function insertVersion(
  tx: WriteTransaction,
  { offerId, number, content, author, at }: NewVersion,
): Promise<void> {
  await tx
    .insertInto("offer_versions")
    .values({ offer_id: offerId, number, content: JSON.stringify(content), author, at })
    .execute();
}

interface NewEvent {
  readonly offerId: string;
  readonly kind: OfferEventKind;
  readonly version: number;
  /** Address of the person; "" for whoever holds a link. */
  readonly author: string;
  readonly at: number;
}

export async function addOfferEvent(
  tx: WriteTransaction,
  { offerId, kind, version, author, at }: NewEvent,
): Promise<void> {
  await tx
    .insertInto("offer_events")
    .values({ id: newId(), offer_id: offerId, kind, version, author, at })
    .execute();
}

/** Locks offers, so that nothing is added to them until the transaction ends. */
export async function lockOffers(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom("offers")
    .select("id")
    .where("id", "in", ids)
    // The sequence is fixed, so that two transactions cannot deadlock.
    .orderBy("id")
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
}

/** Deletes locked offers with everything that belongs to them. Their orders stay. */
export async function deleteOffers(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteOfferLinks(tx, ids);
  await tx.deleteFrom("offer_events").where("offer_id", "in", ids).execute();
  await tx.deleteFrom("offer_versions").where("offer_id", "in", ids).execute();
  await tx.deleteFrom("offers").where("id", "in", ids).execute();
}

export async function deleteOfferLinks(
  tx: WriteTransaction,
  offerIds: readonly string[],
): Promise<void> {
  const links = tx.selectFrom("offer_links").select("id").where("offer_id", "in", offerIds);
  await tx.deleteFrom("offer_visits").where("link_id", "in", links).execute();
  await tx.deleteFrom("offer_links").where("offer_id", "in", offerIds).execute();
}

/** Day until which an accepted offer is to be paid; null for any other order. */
export async function payUntilOf(queries: Queries, orderId: string): Promise<string | null> {
  const row = await queries
    .selectFrom("offers")
    .select("pay_until")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.pay_until ?? null;
}

/**
 * Gives the offers of a company to another company, of which the people may then accept them, or to
 * the same company with a new name. Requires `lockCompanies`.
 */
export async function nameOffersFor(
  tx: WriteTransaction,
  from: string,
  to: { readonly id: string; readonly name: string },
): Promise<void> {
  const offers = await tx
    .updateTable("offers")
    .set({ company_id: to.id, company_name: to.name })
    .where("company_id", "=", from)
    .returning("id")
    .execute();
  await renewSearchWords(
    tx,
    offers.map(({ id }) => id),
  );
}

/** Makes offers searchable by their present recipient. */
export async function renewSearchWords(
  tx: WriteTransaction,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const offers = await tx.selectFrom("offers").selectAll().where("id", "in", ids).execute();
  for (const offer of offers.map(asOffer)) {
    await tx
      .updateTable("offers")
      .set({ search_words: searchWords(offer) })
      .where("id", "=", offer.id)
      .execute();
  }
}
