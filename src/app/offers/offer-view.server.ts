import { knownDetails } from "#app/account/saved-details.server.ts";
import { offeredBilling, type SentBilling } from "#app/ordering/billing/offered-billing.server.ts";
import { companyOfAccount } from "#companies/company-people.server.ts";
import type { Services } from "#compose.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { chargeLines, perCycle } from "#content/model/plan-interval.ts";
import { counted, termsInWords } from "#content/model/plan-terms.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { sendsEmails, sendsNoCodes } from "#mail/mailer.ts";
import { differencesBetween, offeredTo, priceOf } from "#offers/offer.ts";
import { readOpenOffer, type ShownOffer } from "#offers/open-offer.ts";
import { linesInWords } from "#orders/lines/lines-in-words.ts";
import { chargedBy, sumOf } from "#orders/lines/order-lines.ts";
import { firstPrices } from "#platform/cycle-prices.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { type CustomerDetails, customerDetailsIn } from "#platform/texts/customer-details.ts";
import { type DateReader, longDateOf, startOfDay } from "#platform/time/dates.ts";

export type OfferView = Awaited<ReturnType<typeof offerView>>;

export async function offerView(
  services: Services,
  shown: ShownOffer,
  reader: DateReader,
  sent: SentBilling | null = null,
) {
  const { offer, content, earlier, state, email, isProven, order } = shown;
  const day = (text: string) => longDateOf(startOfDay(text, reader.timeZone), reader);
  const plan =
    content.packageId === ""
      ? undefined
      : await findRecord(services.database.read, pricingPackages, content.packageId);
  const isCodeSendable =
    isProven || (await sendsEmails(services.configuration, services.database.read));
  const known = await detailsOfAccount(services, shown);
  // Nobody sees the details of the account, and what follows from them, before a code.
  const proven = isProven ? known : null;
  const companyId =
    proven === null ? null : await companyOfAccount(services.database.read, proven.accountId);
  const { billing, lines } = await offeredBilling(services, {
    companyId,
    sent,
    country: proven?.customerCountry ?? "",
    lines: content.lines,
  });
  const cents = sumOf(lines);
  const charged = chargedBy(lines, content);
  const isSteady = firstPrices(charged).length === 0;
  const total = dollarsFromCents(cents);
  const named = { packageName: content.title, priceCents: cents, charged: content.charged };
  return {
    title: content.title,
    isPlan: content.packageId !== "",
    drawing: plan?.packageDrawing ?? "",
    to: offeredTo(offer),
    email,
    state,
    refusal: shown.refusal ?? (isCodeSendable ? null : sendsNoCodes),
    isProven,
    version: offer.version,
    note: content.note,
    points: content.points,
    lines: linesInWords(named, lines),
    billing,
    price: priceOf(content),
    isFree: cents === 0,
    /** What is to be paid first; it differs from the price of a plan with extras. */
    total,
    /** Such as "a month"; "" for a total that is charged once. */
    per: isSteady ? perCycle(content.charged) : "",
    charges: chargeLines(charged, null),
    terms: Object.values(termsInWords(content)).filter((term) => term !== ""),
    lastDay: day(content.lastDay),
    payWithin: counted(content.payDays, "day"),
    changes: earlier === null ? [] : differencesBetween(earlier, content, day),
    order,
    hasKnownDetails: known !== null,
    details: customerDetailsIn({ customerName: offer.name }),
  };
}

/**
 * The details of the person's last order or profile, if they are complete. Never shown: whoever
 * holds the link has not proved the address yet.
 */
async function detailsOfAccount(
  services: Services,
  { confirmedAccountId, email }: Pick<ShownOffer, "confirmedAccountId" | "email">,
): Promise<(CustomerDetails & { readonly accountId: string }) | null> {
  if (confirmedAccountId === null) return null;
  const person = { kind: "customer", accountId: confirmedAccountId, email } as const;
  const { details } = await knownDetails(services, person).catch(() => ({ details: null }));
  if (details === null) return null;
  const { customerName, customerAddress, customerCountry } = details;
  if (!customerName || !customerAddress || !customerCountry) return null;
  return { ...details, accountId: confirmedAccountId };
}

/** The details that a form leaves to the account, or those of the form. */
export async function detailsFor(
  services: Services,
  secret: string,
  typed: Readonly<Record<string, string>>,
): Promise<Partial<CustomerDetails>> {
  const { customerName, customerAddress, customerCountry, customerWebsite } = typed;
  if (customerName === undefined) {
    const shown = await readOpenOffer(services, secret);
    const known = shown && (await detailsOfAccount(services, shown));
    if (known) {
      const { accountId: _, ...details } = known;
      return { ...details, ...(customerWebsite !== undefined && { customerWebsite }) };
    }
  }
  return {
    customerName: customerName ?? "",
    customerAddress: customerAddress ?? "",
    customerCountry: customerCountry ?? "",
    customerWebsite: customerWebsite ?? "",
  };
}
