import { cyclesIn, cyclesValue } from "#app/admin/frame/forms/cycle-choices.ts";
import type { OfferContent } from "#offers/offer.ts";
import { centsOf } from "#orders/lines/order-lines.ts";
import { centsFromTyped, priceFromCents } from "#platform/money.ts";

export type OfferFormValues = Readonly<Record<string, string>>;

const piecesPrefix = "pieces.";

/** Name of the field with the number of pieces of an add-on. */
export const piecesField = (addOnId: string) => `${piecesPrefix}${addOnId}`;

/** The fields of an offer that exists; a new offer takes the same fields with other days. */
export function valuesOfContent(content: OfferContent): OfferFormValues {
  const { packageId, title, lines, points, note, lastDay } = content;
  const own = lines
    .filter(({ kind }) => kind !== "add-on")
    .reduce((cents, line) => cents + centsOf(line), 0);
  const discount = lines.find(({ kind }) => kind === "discount");
  const pieces = lines.flatMap(({ addOnId, quantity }) =>
    addOnId === null ? [] : [[piecesField(addOnId), String(quantity)] as const],
  );
  return {
    packageId,
    title: packageId === "" ? title : "",
    price: priceFromCents(own),
    priceCycles: cyclesValue(discount === undefined || discount.repeats ? discount?.cycles : 1),
    points: points.join("\n"),
    workingDays: content.workingDays === 0 ? "" : String(content.workingDays),
    includedRounds: String(content.includedRounds),
    note,
    lastDay,
    payDays: String(content.payDays),
    ...Object.fromEntries(pieces),
  };
}

/** Input of the operations, except the recipient, from the fields of the form. */
export function contentInput(sent: Readonly<Record<string, string | undefined>>) {
  const { packageId = "", title = "", price = "", points = "", note = "", lastDay = "" } = sent;
  const cents = centsFromTyped(price);
  return {
    packageId,
    title: packageId === "" ? title : "",
    // A price that cannot be read gets the message of the operation.
    price: cents === null || cents < 0 ? price : priceFromCents(cents),
    priceCycles: cyclesIn(sent.priceCycles),
    addOns: Object.entries(sent).flatMap(([name, quantity = ""]) =>
      name.startsWith(piecesPrefix) && Number(quantity) > 0
        ? [{ id: name.slice(piecesPrefix.length), quantity: Number(quantity) }]
        : [],
    ),
    points: points.split("\n"),
    workingDays: numberIn(sent.workingDays, 0),
    includedRounds: numberIn(sent.includedRounds, 0),
    note,
    lastDay,
    payDays: numberIn(sent.payDays, 14),
    sends: sent.sends === "yes",
  };
}

/** NaN for a text that is no number, which the operation refuses. */
function numberIn(text: string | undefined, ifEmpty: number): number {
  return text === undefined || text.trim() === "" ? ifEmpty : Number(text);
}
