import type { Post } from "#mail/mailer.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { countAttempt, limiterOf, networkOf, type Sender } from "#platform/rate-limit.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { Clock } from "#platform/time/clock.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type Offer, type OfferContent, type OfferState, offerStateOf } from "./offer.ts";
import { peopleWhoAccept, refusalFor } from "./offer-people.server.ts";
import {
  addOfferEvent,
  asOffer,
  contentOfVersion,
  lockOffer,
  noSuchOffer,
  selectOffer,
} from "./offer-store.server.ts";

export interface OpenOfferDependencies {
  readonly database: Database;
  readonly post: Post;
}

/** A browser keeps an offer open for this time, and compares later versions with what it showed. */
export const offerVisitMs = 60 * 24 * 60 * 60_000;
const mostVisits = 20;
const longestSecret = 100;

/** The person of a link and its offer. */
export interface LinkedOffer {
  readonly linkId: string;
  /** Account for which the link was made; null for an address without an account then. */
  readonly accountId: string | null;
  /** The present address of the person. */
  readonly email: string;
  readonly offer: Offer;
  readonly state: OfferState;
}

/** The person to whom an offer is shown. */
type Recipient = Omit<LinkedOffer, "linkId">;

/**
 * Returns what a link opens, and for whom. Changes nothing, because mail scanners open every link of
 * an email. Throws "not-found" for a link that has ended.
 */
export async function readOfferLink(
  { database, post }: OpenOfferDependencies,
  token: string,
): Promise<LinkedOffer> {
  return (await findLink(database.read, token, post.clock())) ?? ended();
}

/**
 * Opens a link in a browser. Returns the secret of the cookie that shows the offer. A browser that
 * has opened the offer before keeps what it has seen: `earlierSecret` is the value of its cookie.
 * Throws like `readOfferLink`, and "too-many".
 */
export async function openOffer(
  { database, post, clientAddress }: OpenOfferDependencies & Sender,
  token: string,
  earlierSecret: string,
): Promise<{ readonly secret: string }> {
  return database.write(async (tx) => {
    const { linkId, offer: found } = (await findLink(tx, token, post.clock())) ?? ended();
    const offer = (await lockOffer(tx, found.id)) ?? ended();
    return openLinked(tx, { post, clientAddress }, { linkId, offer, earlierSecret });
  });
}

interface Opening {
  readonly linkId: string;
  /** Locked. */
  readonly offer: Offer;
  readonly earlierSecret: string;
}

/** Opens an offer in a browser for the person of a link. Returns and throws like `openOffer`. */
export async function openLinked(
  tx: WriteTransaction,
  { post, clientAddress }: Pick<OpenOfferDependencies, "post"> & Sender,
  { linkId, offer, earlierSecret }: Opening,
): Promise<{ readonly secret: string }> {
  const secret = newToken();
  const now = post.clock();
  const limit = { name: "offers-opened", attempts: 120, windowMs: 60 * 60_000 };
  await countAttempt(tx, limiterOf(post), [{ ...limit, countedFor: networkOf(clientAddress) }]);
  const earlier = await findVisit(tx, earlierSecret, now);
  const compared =
    earlier?.offer.id === offer.id ? earlier.seenVersion : await versionKnown(tx, offer);
  const visits = await tx
    .selectFrom("offer_visits")
    .select("id")
    .where("link_id", "=", linkId)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const over = visits.slice(mostVisits - 1).map(({ id }) => id);
  if (over.length > 0) await tx.deleteFrom("offer_visits").where("id", "in", over).execute();
  await tx
    .insertInto("offer_visits")
    .values({
      id: newId(),
      secret_hash: hashOfToken(secret),
      link_id: linkId,
      started_at: now,
      seen_version: offer.version,
      compared_version: compared,
      code_hash: "",
      code_expires_at: 0,
      code_attempts: 0,
      proven_until: 0,
    })
    .execute();
  const known = await tx
    .selectFrom("offer_events")
    .select("id")
    .where("offer_id", "=", offer.id)
    .where("kind", "=", "opened")
    .where("version", "=", offer.version)
    .executeTakeFirst();
  if (known === undefined) {
    const { id: offerId, version } = offer;
    await addOfferEvent(tx, { offerId, kind: "opened", version, author: "", at: now });
  }
  return { secret };
}

/**
 * The version that the customer knows before a browser opens the present one for the first time: the
 * newest earlier version that was emailed, or that somebody has opened. The present one without any.
 */
async function versionKnown(queries: Queries, { id, version }: Offer): Promise<number> {
  const { known } = await queries
    .selectFrom("offer_events")
    .select(({ fn }) => fn.max("version").as("known"))
    .where("offer_id", "=", id)
    .where("kind", "in", ["sent", "opened"])
    .where("version", "<", version)
    .executeTakeFirstOrThrow();
  return known ?? version;
}

/** A browser that has opened an offer, read anew at each request. */
export interface OfferVisit extends LinkedOffer {
  readonly visitId: string;
  readonly seenVersion: number;
  readonly comparedVersion: number;
  /** True for ten minutes after the person has entered an emailed code. */
  readonly isProven: boolean;
}

/** Undefined for a cookie that opens nothing. */
export async function findVisit(
  queries: Queries,
  secret: string,
  now: number,
): Promise<OfferVisit | undefined> {
  if (secret === "" || secret.length > longestSecret) return undefined;
  const row = await linksWithOffers(queries)
    .innerJoin("offer_visits as visit", "visit.link_id", "link.id")
    .select(["visit.id as visitId", "visit.proven_until as provenUntil"])
    .select(["visit.seen_version as seenVersion", "visit.compared_version as comparedVersion"])
    .where("visit.secret_hash", "=", hashOfToken(secret))
    .where("visit.started_at", ">", now - offerVisitMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { visitId, seenVersion, comparedVersion, provenUntil } = row;
  const isProven = provenUntil > now;
  return { ...linkedOffer(row, now), visitId, seenVersion, comparedVersion, isProven };
}

/** The order that an accepted offer has become. */
interface OfferedOrderFacts {
  readonly id: string;
  readonly number: number;
  readonly isUnpaid: boolean;
}

/** An offer as a page shows it to one person. */
export interface ShownOffer extends Recipient {
  /** True for ten minutes after the person has entered an emailed code. */
  readonly isProven: boolean;
  readonly content: OfferContent;
  /** The version with which the page compares; null if the browser has seen nothing else. */
  readonly earlier: OfferContent | null;
  /** Why the person cannot accept the offer; null if nothing speaks against it. */
  readonly refusal: string | null;
  /** Null until the offer is accepted. */
  readonly order: OfferedOrderFacts | null;
  /** Account of the person; null while the address has none, or only an unconfirmed one. */
  readonly confirmedAccountId: string | null;
}

/** What the cookie of a browser shows; undefined for a cookie that opens nothing. */
export async function readOpenOffer(
  { database: { read }, post }: OpenOfferDependencies,
  secret: string,
): Promise<(OfferVisit & ShownOffer) | undefined> {
  const visit = await findVisit(read, secret, post.clock());
  if (visit === undefined) return undefined;
  const { offer, seenVersion, comparedVersion } = visit;
  const earlier = seenVersion < offer.version ? seenVersion : comparedVersion;
  return { ...visit, ...(await shownTo(read, visit, earlier)) };
}

/**
 * The offer as the first of its people sees it who opens it now. Nothing is noted as opened. Throws
 * "forbidden" and "not-found".
 */
export async function previewOffer(
  { database: { read }, clock }: { readonly database: Database; readonly clock: Clock },
  actor: Actor,
  id: string,
): Promise<ShownOffer> {
  requireRight(actor, "see offers");
  const offer = await selectOffer(read, id);
  if (offer === undefined) throw noSuchOffer();
  const { accountId, email } = (await peopleWhoAccept(read, offer))[0] ?? offer;
  const person = { accountId, email, offer, state: offerStateOf(offer, clock()), isProven: false };
  return { ...person, ...(await shownTo(read, person, await versionKnown(read, offer))) };
}

/** `earlier` is the number of the version with which the page compares. */
async function shownTo(queries: Queries, person: Recipient, earlier: number) {
  const { offer, state } = person;
  return {
    content: await contentOfVersion(queries, offer.id, offer.version),
    earlier: earlier < offer.version ? await contentOfVersion(queries, offer.id, earlier) : null,
    refusal: state === "open" ? await refusalOfVisit(queries, person) : null,
    order: await orderOf(queries, offer),
    confirmedAccountId: await confirmedAccountOf(queries, person),
  };
}

async function orderOf(queries: Queries, { orderId }: Offer): Promise<OfferedOrderFacts | null> {
  if (orderId === null) return null;
  const { id, number, payment_status } = await queries
    .selectFrom("orders")
    .select(["id", "number", "payment_status"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { id, number, isUnpaid: payment_status === "UnPaid" };
}

async function confirmedAccountOf(
  queries: Queries,
  { accountId, email }: Recipient,
): Promise<string | null> {
  const account = await queries
    .selectFrom("user")
    .select(["id", "emailVerified"])
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  if (account === undefined || !account.emailVerified) return null;
  return accountId === null || accountId === account.id ? account.id : null;
}

export async function refusalOfVisit(
  queries: Queries,
  { accountId, email, offer }: Recipient,
): Promise<string | null> {
  const { companyId, companyName } = offer;
  const company = companyId === null ? null : { id: companyId, name: companyName };
  return (await refusalFor(queries, { accountId, email }, company))?.toCustomer ?? null;
}

/** Notes that a browser was shown the newest version in place of an older one. */
export async function noteSeenVersion(
  { database }: Pick<OpenOfferDependencies, "database">,
  { visitId, offer }: OfferVisit,
  formVersion: number,
): Promise<void> {
  if (formVersion >= offer.version || formVersion < 1) return;
  await database.write((tx) =>
    tx
      .updateTable("offer_visits")
      .set({ seen_version: offer.version, compared_version: formVersion })
      .where("id", "=", visitId)
      .execute(),
  );
}

export function offerLinkEnded(): AppError {
  const reason = "This link does not work any more: the offer is gone, or the link was replaced.";
  return new AppError("not-found", `${reason} Please ask us for a new one.`);
}

function ended(): never {
  throw offerLinkEnded();
}

async function findLink(
  queries: Queries,
  token: string,
  now: number,
): Promise<LinkedOffer | undefined> {
  if (token === "" || token.length > longestSecret) return undefined;
  const row = await linksWithOffers(queries)
    .where("link.token_hash", "=", hashOfToken(token))
    .executeTakeFirst();
  return row && linkedOffer(row, now);
}

function linksWithOffers(queries: Queries) {
  return queries
    .selectFrom("offer_links as link")
    .innerJoin("offers", "offers.id", "link.offer_id")
    .selectAll("offers")
    .select(["link.id as linkId", "link.account_id as linkAccountId", "link.email as linkEmail"]);
}

type LinkRow = Awaited<ReturnType<ReturnType<typeof linksWithOffers>["executeTakeFirstOrThrow"]>>;

function linkedOffer(row: LinkRow, now: number): LinkedOffer {
  const offer = asOffer(row);
  return {
    linkId: row.linkId,
    accountId: row.linkAccountId,
    email: row.linkEmail,
    offer,
    state: offerStateOf(offer, now),
  };
}
