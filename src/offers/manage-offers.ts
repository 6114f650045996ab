import { isDeepStrictEqual } from "node:util";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import type { Post } from "#mail/mailer.ts";
import { centsOf, type OrderLine, sumOf } from "#orders/lines/order-lines.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError, type JsonValue } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { countAttempt, limiterOf } from "#platform/rate-limit.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { dayOf } from "#platform/time/dates.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { composeOffer } from "./compose-offer.server.ts";
import { type Offer, type OfferContent, offerStateOf } from "./offer.ts";
import { queueOffer } from "./offer-emails.server.ts";
import { changeOfferForm, newOfferForm } from "./offer-form.ts";
import { issueOfferLink } from "./offer-links.server.ts";
import { peopleWhoAccept, recipientIn } from "./offer-people.server.ts";
import {
  addOfferEvent,
  contentOfVersion,
  insertNextVersion,
  insertOffer,
  lockOffer,
  noSuchOffer,
  selectOffer,
} from "./offer-store.server.ts";

export interface OfferDependencies {
  readonly database: Database;
  readonly post: Post;
}

/**
 * Makes an offer, and sends its link by email if the form says so. Input: `newOfferForm`. A repeated
 * call with the same idempotency key and input makes no second offer. Throws "forbidden", also for a
 * reduced price without the right to give discounts, "invalid" with an issue for each field,
 * "key-reused" and "too-many".
 */
export async function makeOffer(
  { database, post }: OfferDependencies,
  actor: Actor,
  input: unknown,
  idempotencyKey?: string,
): Promise<Offer> {
  requireRight(actor, "make offers");
  const { accountId } = requireSignedIn(actor);
  const form = parseOrThrow(newOfferForm, input);
  const key = { key: idempotencyKey, accountId, bodyHash: bodyHashOf({ ...form, offers: true }) };
  return writeToPeople(database, async (tx) => {
    const at = post.clock();
    const id = await withIdempotencyKey(tx, { ...key, now: at }, async () => {
      const { timeZone, today } = await presentOf(tx, post);
      const to = await recipientIn(tx, form);
      const { content, isReduced } = await composeOffer(tx, form, { today });
      if (isReduced) requireRight(actor, "give discounts");
      const writing = { author: authorOf(actor), at, timeZone };
      const id = await insertOffer(tx, to, content, writing);
      const offer = await requireOffer(tx, id);
      await auditOffer(tx, actor, "Make offer", offer, { before: null, after: shown(content), at });
      if (form.sends) await send(tx, post, actor, offer, content);
      return id;
    });
    return requireOffer(tx, id);
  });
}

/**
 * Makes a new version of an open offer, which takes the place of the version before at once. Input:
 * `changeOfferForm`. A form that changes nothing makes no version. Throws like `makeOffer`, and
 * "conflict" when the offer is not open any more, or somebody else has changed it meanwhile.
 */
export async function changeOffer(
  { database, post }: OfferDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<Offer> {
  requireRight(actor, "make offers");
  const { version, sends, ...form } = parseOrThrow(changeOfferForm, input);
  return writeToPeople(database, async (tx) => {
    const at = post.clock();
    const { timeZone, today } = await presentOf(tx, post);
    const offer = await lockOffer(tx, id);
    if (offer === undefined) throw noSuchOffer();
    requireChangeable(offer);
    if (offer.version !== version) {
      const sentence = "Somebody else has changed this offer meanwhile. Look at it again.";
      throw new AppError("conflict", sentence, { extra: { version: offer.version } });
    }
    const before = await contentOfVersion(tx, id, offer.version);
    const { content, isReduced } = await composeOffer(tx, form, { today, previous: before });
    if (isReduced && !isSamePrice(before, content)) requireRight(actor, "give discounts");
    if (!isDeepStrictEqual(before, content)) {
      await insertNextVersion(tx, offer, content, { author: authorOf(actor), at, timeZone });
      const change = { before: shown(before), after: shown(content), at };
      await auditOffer(tx, actor, "Change offer", offer, change);
    }
    const changed = await requireOffer(tx, id);
    if (sends) await send(tx, post, actor, changed, content);
    return changed;
  });
}

/** Sends the newest version by email again. Throws "conflict" for an offer that is not open. */
export async function sendOffer(
  { database, post }: OfferDependencies,
  actor: Actor,
  id: string,
): Promise<Offer> {
  requireRight(actor, "make offers");
  return writeToPeople(database, async (tx) => {
    const offer = await lockOpen(tx, id, post.clock());
    await send(tx, post, actor, offer, await contentOfVersion(tx, id, offer.version));
    return requireOffer(tx, id);
  });
}

/**
 * Makes a link that the actor gives to the customer in another way, such as a message. `email` is
 * one of the people who may accept the offer; the first of them by default. Returns the address.
 * Throws like `sendOffer`, and "invalid" at `email`.
 */
export async function makeOfferLink(
  { database, post }: OfferDependencies,
  actor: Actor,
  id: string,
  email = "",
): Promise<string> {
  requireRight(actor, "make offers");
  return writeToPeople(database, async (tx) => {
    const at = post.clock();
    const offer = await lockOpen(tx, id, at);
    const people = await peopleWhoAccept(tx, offer);
    const person = email === "" ? people[0] : people.find((one) => one.email === email);
    if (person === undefined) throw nobody("email");
    await requireWithinLimit(tx, post, id);
    const path = await issueOfferLink(tx, id, person, at);
    const author = authorOf(actor);
    await addOfferEvent(tx, { offerId: id, kind: "link", version: offer.version, author, at });
    await auditOffer(tx, actor, "Copy link of offer", offer, {
      before: null,
      after: { for: person.accountId ?? "" },
      at,
    });
    return `${post.publicUrl}${path}`;
  });
}

/** Withdraws an offer, which nobody can accept any more. A repeated call changes nothing. */
export async function withdrawOffer(
  { database, post }: OfferDependencies,
  actor: Actor,
  id: string,
): Promise<Offer> {
  requireRight(actor, "make offers");
  return database.write(async (tx) => {
    const at = post.clock();
    const offer = await lockOffer(tx, id);
    if (offer === undefined) throw noSuchOffer();
    if (offer.withdrawnAt !== null) return offer;
    if (offer.orderId !== null) throw accepted();
    await tx.updateTable("offers").set({ withdrawn_at: at }).where("id", "=", id).execute();
    const author = authorOf(actor);
    await addOfferEvent(tx, { offerId: id, kind: "withdrawn", version: offer.version, author, at });
    await auditOffer(tx, actor, "Withdraw offer", offer, {
      before: { state: "open" },
      after: { state: "withdrawn" },
      at,
    });
    return requireOffer(tx, id);
  });
}

/**
 * Takes back a withdrawal: the links work again. Without a withdrawal, nothing changes. Throws like
 * `withdrawOffer`.
 */
export async function reopenOffer(
  { database, post }: OfferDependencies,
  actor: Actor,
  id: string,
): Promise<Offer> {
  requireRight(actor, "make offers");
  return database.write(async (tx) => {
    const offer = await lockOffer(tx, id);
    if (offer === undefined) throw noSuchOffer();
    if (offer.withdrawnAt === null) return offer;
    await tx.updateTable("offers").set({ withdrawn_at: null }).where("id", "=", id).execute();
    await tx
      .deleteFrom("offer_events")
      .where("offer_id", "=", id)
      .where("kind", "=", "withdrawn")
      .execute();
    await auditOffer(tx, actor, "Reopen offer", offer, {
      before: { state: "withdrawn" },
      after: { state: "open" },
      at: post.clock(),
    });
    return requireOffer(tx, id);
  });
}

/** A write during which nobody joins or leaves a company, changes an address or is deleted. */
function writeToPeople<Result>(
  database: Database,
  work: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  return database.write(async (tx) => {
    await lockCompanies(tx);
    return work(tx);
  });
}

async function presentOf(tx: WriteTransaction, post: Post) {
  const timeZone = await post.readTimeZone(tx);
  return { timeZone, today: dayOf(post.clock(), timeZone) };
}

async function requireOffer(tx: WriteTransaction, id: string): Promise<Offer> {
  const offer = await selectOffer(tx, id);
  if (offer === undefined) throw noSuchOffer();
  return offer;
}

/** An ended offer can be changed: a later last day opens it again. */
function requireChangeable({ orderId, withdrawnAt }: Offer): void {
  if (orderId !== null) throw accepted();
  if (withdrawnAt !== null) {
    throw new AppError("conflict", "This offer was withdrawn. Duplicate it to make another one.");
  }
}

async function lockOpen(tx: WriteTransaction, id: string, now: number): Promise<Offer> {
  const offer = await lockOffer(tx, id);
  if (offer === undefined) throw noSuchOffer();
  requireChangeable(offer);
  if (offerStateOf(offer, now) === "ended") {
    const sentence = "This offer has ended. Change its last day first, then send it.";
    throw new AppError("conflict", sentence);
  }
  return offer;
}

function accepted(): AppError {
  return new AppError("conflict", "This offer is accepted: it has become an order.");
}

async function send(
  tx: WriteTransaction,
  post: Post,
  actor: Actor,
  offer: Offer,
  content: OfferContent,
): Promise<void> {
  const people = await peopleWhoAccept(tx, offer);
  if (people.length === 0) throw nobody("sends");
  await requireWithinLimit(tx, post, offer.id);
  const at = post.clock();
  const sending = { author: authorOf(actor), at, version: offer.version };
  await queueOffer(tx, post, offer, content, people, sending);
  await auditOffer(tx, actor, "Send offer", offer, {
    before: null,
    after: { people: people.length },
    at,
  });
}

async function requireWithinLimit(tx: WriteTransaction, post: Post, offerId: string) {
  const limit = { name: "links-of-offer", attempts: 20, windowMs: 60 * 60_000 };
  await countAttempt(tx, limiterOf(post), [{ ...limit, countedFor: offerId }]);
}

function nobody(path: string): AppError {
  const message = "Nobody can accept this offer: its account or company is gone.";
  return new AppError("invalid", message, { issues: [{ path, message }] });
}

/** Whether two versions sell one thing at one price. Two plans can have one name. */
function isSamePrice(before: OfferContent, after: OfferContent): boolean {
  const thing = ({ packageId, title }: OfferContent) => packageId || title;
  return (
    thing(before) === thing(after) &&
    ownPrice(before.lines) === ownPrice(after.lines) &&
    // Without its add-ons, an offer can cost nothing.
    (sumOf(after.lines) > 0 || sumOf(before.lines) === 0)
  );
}

/** The price before add-ons, with the discount, and from how many payments it is taken off. */
function ownPrice(lines: readonly OrderLine[]): string {
  const own = lines.filter(({ kind }) => kind !== "add-on");
  return JSON.stringify(own.map((line) => [centsOf(line), line.repeats, line.cycles]));
}

/**
 * A version in the audit log, which is never deleted: so it has no words that may name the customer.
 * The offer keeps its versions.
 */
function shown({ title, lines, points, ...terms }: OfferContent): JsonValue {
  const { workingDays, includedRounds, note, lastDay, payDays } = terms;
  return {
    offer: title,
    lines: lines.map((line) => `${line.label}: ${dollarsFromCents(centsOf(line))}`).join("; "),
    points: points.length,
    workingDays,
    rounds: includedRounds,
    note: note === "" ? "" : "Written",
    lastDay,
    payDays,
  };
}

interface Change {
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly at: number;
}

async function auditOffer(
  tx: WriteTransaction,
  actor: Actor,
  action: string,
  offer: Offer,
  change: Change,
): Promise<void> {
  const label = `Offer of ${offer.title}`;
  await audit(tx, actor, { action, subject: "offer", subjectId: offer.id, label, ...change });
}
