import { sql } from "kysely";
import type { Database, Queries } from "#platform/database/database.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import { wordsOf } from "#platform/texts/search-words.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import {
  type Offer,
  type OfferContent,
  type OfferEventKind,
  type OfferState,
  offerStateOf,
} from "./offer.ts";
import { deliveryOf, mailsOfOffers, type OfferDelivery } from "./offer-delivery.server.ts";
import { type OfferPerson, peopleWhoAccept } from "./offer-people.server.ts";
import { asOffer, contentIn, noSuchOffer, selectOffer } from "./offer-store.server.ts";

interface ReadDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ListedOffer extends Offer {
  readonly state: OfferState;
  /** The newest version. */
  readonly content: OfferContent;
  /** What became of the emails of the last sending. */
  readonly delivery: OfferDelivery;
}

interface OfferSearch {
  /** Beginnings of words of the name, the address, the company or what is offered. */
  readonly q?: string;
  readonly state?: OfferState | "";
  readonly sort?: "newest" | "oldest";
}

/** Throws "unauthenticated" and "forbidden". */
export async function pageOfOffers(
  { database: { read }, clock }: ReadDependencies,
  actor: Actor,
  {
    q = "",
    state = "",
    sort = "newest",
    page,
    pageSize,
  }: OfferSearch & {
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<Page<ListedOffer>> {
  requireRight(actor, "see offers");
  const now = clock();
  const found = findOffers(read, { q, state, now });
  const { total } = await found
    .select(({ fn }) => fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const direction = sort === "newest" ? "desc" : "asc";
  return pageOf({ page, pageSize, total: Number(total) }, async (offset) => {
    const rows = await found
      .innerJoin("offer_versions as newest", (join) =>
        join
          .onRef("newest.offer_id", "=", "offers.id")
          .onRef("newest.number", "=", "offers.version"),
      )
      .selectAll("offers")
      .select("newest.content")
      .orderBy("offers.created_at", direction)
      .orderBy("offers.id", direction)
      .limit(pageSize)
      .offset(offset)
      .execute();
    const offers = rows.map((row) => ({ ...asOffer(row), content: contentIn(row.content) }));
    const mails = await mailsOfOffers(
      read,
      offers.flatMap(({ id, sentAt }) => (sentAt === null ? [] : [id])),
    );
    return offers.map((offer) => ({
      ...offer,
      state: offerStateOf(offer, now),
      delivery:
        offer.sentAt === null
          ? ("none" as const)
          : deliveryOf(
              mails.filter(({ about }) => about === offer.id),
              offer.sentAt,
            ),
    }));
  });
}

/** All offers of a search, the oldest first. Throws like `pageOfOffers`. */
export async function listOffers(
  { database: { read }, clock }: ReadDependencies,
  actor: Actor,
  { q = "", state = "" }: OfferSearch,
): Promise<readonly Offer[]> {
  requireRight(actor, "see offers");
  const rows = await findOffers(read, { q, state, now: clock() })
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(asOffer);
}

function findOffers(
  queries: Queries,
  { q, state, now }: { readonly q: string; readonly state: OfferState | ""; readonly now: number },
) {
  let found = queries.selectFrom("offers");
  for (const word of wordsOf(q)) {
    const pattern = `% ${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
    found = found.where(sql<boolean>`' ' || search_words like ${pattern} escape '\\'`);
  }
  if (state === "accepted") return found.where("order_id", "is not", null);
  if (state === "withdrawn") return found.where("withdrawn_at", "is not", null);
  if (state === "") return found;
  return found
    .where("order_id", "is", null)
    .where("withdrawn_at", "is", null)
    .where("ends_at", state === "open" ? ">" : "<=", now);
}

interface OfferVersion {
  readonly number: number;
  readonly content: OfferContent;
  readonly author: string;
  readonly at: number;
}

interface OfferEvent {
  readonly kind: OfferEventKind;
  readonly version: number;
  /** "" for somebody who has opened a link. */
  readonly author: string;
  readonly at: number;
  /** What became of the emails; "none" for an event of another kind. */
  readonly delivery: OfferDelivery;
}

export interface WholeOffer extends ListedOffer {
  /** The oldest first; there is always one. */
  readonly versions: readonly OfferVersion[];
  readonly events: readonly OfferEvent[];
  readonly people: readonly OfferPerson[];
  /** The order of an accepted offer. */
  readonly order: { readonly number: number; readonly isUnpaid: boolean } | null;
}

/** Id of the offer that has become an order; null for any other order. */
export async function offerOfOrder(queries: Queries, orderId: string): Promise<string | null> {
  const row = await queries
    .selectFrom("offers")
    .select("id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** An offer with its history. Throws "forbidden" and "not-found". */
export async function readOffer(
  { database: { read }, clock }: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<WholeOffer> {
  requireRight(actor, "see offers");
  const offer = await selectOffer(read, id);
  if (offer === undefined) throw noSuchOffer();
  const stored = await read
    .selectFrom("offer_versions")
    .select(["number", "content", "author", "at"])
    .where("offer_id", "=", id)
    .orderBy("number")
    .execute();
  const versions = stored.map(({ content, ...version }) => ({
    ...version,
    content: contentIn(content),
  }));
  const newest = versions.at(-1);
  if (newest === undefined) throw noSuchOffer();
  const events = await read
    .selectFrom("offer_events")
    .select(["kind", "version", "author", "at"])
    .where("offer_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const mails = await mailsOfOffers(read, [id]);
  const sendings = events.filter(({ kind }) => kind === "sent");
  const withDelivery = events.map((event) => {
    const next = sendings[sendings.indexOf(event) + 1];
    return {
      ...event,
      delivery: event.kind === "sent" ? deliveryOf(mails, event.at, next?.at) : ("none" as const),
    };
  });
  const order =
    offer.orderId === null
      ? undefined
      : await read
          .selectFrom("orders")
          .select(["number", "payment_status"])
          .where("id", "=", offer.orderId)
          .executeTakeFirst();
  return {
    ...offer,
    state: offerStateOf(offer, clock()),
    versions,
    content: newest.content,
    delivery: withDelivery.findLast(({ kind }) => kind === "sent")?.delivery ?? "none",
    events: withDelivery,
    people: await peopleWhoAccept(read, offer),
    order:
      order === undefined
        ? null
        : { number: order.number, isUnpaid: order.payment_status === "UnPaid" },
  };
}
