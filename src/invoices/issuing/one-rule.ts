import type { DocumentKind } from "../invoice-document.ts";

/**
 * What the documents of an order add up to: what came in less what went back, at most the price and
 * at least nothing. Money beyond the price is no payment for the order.
 */
export function invoicedSumOf(
  priceCents: number,
  ledger: readonly { readonly amountCents: number }[],
): number {
  const net = ledger.reduce((cents, { amountCents }) => cents + amountCents, 0);
  return Math.min(priceCents, Math.max(0, net));
}

/** What the rule needs to know of a document. */
export interface RuledDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly correctsId: string | null;
  readonly totalCents: number;
}

export type DueDocument =
  | { readonly kind: "invoice"; readonly cents: number }
  | { readonly kind: "credit-note"; readonly cents: number; readonly correctsId: string };

/** The sum of invoices less credit notes. */
export function sumOfDocuments(
  documents: readonly Pick<RuledDocument, "kind" | "totalCents">[],
): number {
  return documents.reduce(
    (cents, { kind, totalCents }) => cents + (kind === "invoice" ? totalCents : -totalCents),
    0,
  );
}

/** Invoices of which a part was not credited yet, with that part; newest first. */
export function uncredited(
  documents: readonly RuledDocument[],
): readonly { readonly id: string; readonly restCents: number }[] {
  return documents
    .filter(({ kind }) => kind === "invoice")
    .map(({ id, totalCents }) => {
      const credited = documents.filter(({ correctsId }) => correctsId === id);
      const cents = credited.reduce((sum, note) => sum + note.totalCents, 0);
      return { id, restCents: totalCents - cents };
    })
    .filter(({ restCents }) => restCents > 0)
    .toReversed();
}

/**
 * The one rule: the documents, oldest first, that are missing for the documents of an order to add up
 * to `wantedCents`. Less money is credited from the newest invoice back.
 */
export function dueDocuments(
  wantedCents: number,
  documents: readonly RuledDocument[],
): readonly DueDocument[] {
  const difference = wantedCents - sumOfDocuments(documents);
  if (difference > 0) return [{ kind: "invoice", cents: difference }];
  let left = -difference;
  return uncredited(documents).flatMap(({ id, restCents }) => {
    const cents = Math.min(left, restCents);
    left -= cents;
    return cents > 0 ? [{ kind: "credit-note" as const, cents, correctsId: id }] : [];
  });
}
