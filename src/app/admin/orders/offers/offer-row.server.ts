import {
  differencesBetween,
  type OfferContent,
  type OfferEventKind,
  offeredTo,
  priceOf,
} from "#offers/offer.ts";
import type { OfferDelivery } from "#offers/offer-delivery.server.ts";
import type { ListedOffer, WholeOffer } from "#offers/read-offers.ts";
import { type LineInWords, linesInWords } from "#orders/lines/lines-in-words.ts";
import { sumOf } from "#orders/lines/order-lines.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import {
  type DateReader,
  isoTime,
  longDateOf,
  minuteOf,
  startOfDay,
} from "#platform/time/dates.ts";

const dayIn = (day: string, reader: DateReader) =>
  longDateOf(startOfDay(day, reader.timeZone), reader);

/** `sendsEmails` is false while no mail server is set up. */
export function offerRow(offer: ListedOffer, reader: DateReader, sendsEmails: boolean) {
  return {
    id: offer.id,
    to: offeredTo(offer) || "Deleted customer",
    title: offer.title,
    price: priceOf(offer.content),
    state: offer.state,
    lastDay: dayIn(offer.lastDay, reader),
    delivery: offer.delivery,
    isHeldUp:
      offer.state === "open" &&
      (offer.delivery === "failed" || (offer.delivery === "waiting" && !sendsEmails)),
    sent: {
      none: "Not by email",
      waiting: sendsEmails ? "On its way" : "Waiting: no mail server",
      failed: "Not delivered",
      sent: offer.sentAt === null ? "" : longDateOf(offer.sentAt, reader),
    }[offer.delivery],
    made: longDateOf(offer.createdAt, reader),
  };
}

export type OfferRow = ReturnType<typeof offerRow>;

const sendingWords: Readonly<Record<OfferDelivery, string>> = {
  none: "",
  waiting: "Email waits to be sent",
  failed: "Email could not be delivered",
  sent: "Sent by email",
};

const eventWords: Readonly<Record<OfferEventKind, string>> = {
  made: "Made",
  changed: "Changed",
  sent: sendingWords.sent,
  link: "Link made",
  opened: "Opened by the customer",
  accepted: "Accepted",
  withdrawn: "Withdrawn",
};

export function wholeOffer(offer: WholeOffer, reader: DateReader, sendsEmails: boolean) {
  const { content, versions, events, people } = offer;
  const { title, charged, lines, points, note, workingDays, includedRounds, payDays } = content;
  const order = { packageName: title, priceCents: sumOf(lines), charged };
  const day = (text: string) => dayIn(text, reader);
  return {
    ...offerRow(offer, reader, sendsEmails),
    email: shownEmail(offer.email),
    accountId: offer.accountId,
    isForCompany: offer.companyId !== null,
    people: people.map(({ email }) => email),
    version: offer.version,
    /** An offer of its plan alone has one line, too. */
    lines: withOneLine(linesInWords(order, lines), title, dollarsFromCents(sumOf(lines))),
    total: priceOf(content),
    points,
    note,
    workingDays,
    includedRounds,
    payDays,
    orderId: offer.orderId,
    order: offer.order,
    payUntil: offer.payUntil === null ? "" : day(offer.payUntil),
    events: events.toReversed().map(({ kind, version, author, at, delivery }, index) => ({
      key: `${at} ${index}`,
      what: sendingWords[delivery] || eventWords[kind],
      version: kind === "changed" || versions.length > 1 ? `Version ${version}` : "",
      who: author === "" ? "" : shownEmail(author),
      isoDate: isoTime(at),
      when: minuteOf(at, reader),
      changes: kind === "changed" ? changesOf(versions, version, day) : [],
    })),
  };
}

export type WholeOfferRow = ReturnType<typeof wholeOffer>;

function withOneLine(lines: readonly LineInWords[], label: string, amount: string) {
  return lines.length > 0 ? lines : [{ label, amount }];
}

function changesOf(
  versions: readonly { readonly number: number; readonly content: OfferContent }[],
  number: number,
  day: (text: string) => string,
) {
  const contentOf = (wanted: number) => versions.find((one) => one.number === wanted)?.content;
  const [before, after] = [contentOf(number - 1), contentOf(number)];
  return before && after ? differencesBetween(before, after, day) : [];
}
