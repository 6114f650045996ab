import { pricesInWords } from "#content/model/plan-interval.ts";
import { counted, type PlanTerms } from "#content/model/plan-terms.ts";
import { centsOf, chargedBy, type OrderLine } from "#orders/lines/order-lines.ts";
import { dollarsFromCents } from "#platform/money.ts";

export const offerStates = ["open", "accepted", "withdrawn", "ended"] as const;
/** Derived from what happened to the offer and from the present time, never stored. */
export type OfferState = (typeof offerStates)[number];

export type OfferEventKind =
  | "made"
  | "changed"
  | "sent"
  | "link"
  | "opened"
  | "accepted"
  | "withdrawn";

/** What one version offers. Everything is a copy: changed plans and add-ons change no offer. */
export interface OfferContent extends PlanTerms {
  /** Name of the plan, or the words for what is offered without a plan. */
  readonly title: string;
  /** "" for an offer of no plan. */
  readonly packageId: string;
  readonly lines: readonly OrderLine[];
  readonly points: readonly string[];
  /** Points of one piece of each add-on, by its id: they go when the add-on is taken off. */
  readonly addOnPoints: Readonly<Record<string, readonly string[]>>;
  /** Note to the customer; "" for none. */
  readonly note: string;
  /** Last day of the offer in the site's time zone. */
  readonly lastDay: string;
  /** Days for paying after the acceptance. */
  readonly payDays: number;
}

export interface Offer {
  readonly id: string;
  /** "" for an offer to a company. */
  readonly email: string;
  readonly name: string;
  readonly accountId: string | null;
  readonly companyId: string | null;
  readonly companyName: string;
  readonly title: string;
  readonly priceCents: number;
  readonly lastDay: string;
  readonly endsAt: number;
  readonly version: number;
  readonly author: string;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly withdrawnAt: number | null;
  readonly orderId: string | null;
  readonly acceptedAt: number | null;
  readonly acceptedVersion: number | null;
  readonly payUntil: string | null;
}

export function offerStateOf(
  { orderId, withdrawnAt, endsAt }: Pick<Offer, "orderId" | "withdrawnAt" | "endsAt">,
  now: number,
): OfferState {
  if (orderId !== null) return "accepted";
  if (withdrawnAt !== null) return "withdrawn";
  return endsAt <= now ? "ended" : "open";
}

/** For whom an offer is: "Ada Field", "Acre Ltd" or "ada@example.com". */
export function offeredTo({ companyId, companyName, name, email }: Offer): string {
  if (companyId !== null) return companyName || "A company";
  return name || email;
}

export function priceOf(content: OfferContent): string {
  return pricesInWords(chargedBy(content.lines, content), content.charged);
}

/** One fact that two versions give differently; "" on the side that does not have it. */
export interface OfferDifference {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** What changed between two versions, in words for the customer. */
export function differencesBetween(
  before: OfferContent,
  after: OfferContent,
  dayInWords: (day: string) => string,
): readonly OfferDifference[] {
  const facts = (content: OfferContent): readonly (readonly [string, string])[] => [
    ["What is offered", content.title],
    ["Price", priceOf(content)],
    ["Working days", content.workingDays === 0 ? "" : String(content.workingDays)],
    ["Rounds of changes", String(content.includedRounds)],
    ["Last day of the offer", dayInWords(content.lastDay)],
    ["Days for paying", counted(content.payDays, "day")],
    ["Note", content.note],
  ];
  const old = new Map(facts(before));
  const changed = facts(after).flatMap(([label, value]) => {
    const earlier = old.get(label) ?? "";
    return earlier === value ? [] : [{ label, before: earlier, after: value }];
  });
  return [...changed, ...lineDifferences(before, after), ...pointDifferences(before, after)];
}

/** The title and the price say what changed in the line of the plan. */
function lineDifferences(before: OfferContent, after: OfferContent): readonly OfferDifference[] {
  const extras = ({ lines }: OfferContent) =>
    new Map(lines.flatMap((line) => (line.kind === "add-on" ? [[line.label, words(line)]] : [])));
  const [old, now] = [extras(before), extras(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((label) => {
    const [earlier = "", later = ""] = [old.get(label), now.get(label)];
    return earlier === later ? [] : [{ label, before: earlier, after: later }];
  });

  function words(line: OrderLine): string {
    const cents = dollarsFromCents(centsOf(line));
    return line.quantity === 1 ? cents : `${line.quantity} × ${line.label}, ${cents}`;
  }
}

function pointDifferences(before: OfferContent, after: OfferContent): readonly OfferDifference[] {
  const added = after.points.filter((point) => !before.points.includes(point));
  const removed = before.points.filter((point) => !after.points.includes(point));
  return [
    ...removed.map((point) => ({ label: "No longer included", before: point, after: "" })),
    ...added.map((point) => ({ label: "Now included", before: "", after: point })),
  ];
}
