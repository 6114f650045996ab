import { type DayOrder, dayIn } from "#platform/tables/read-day-cells.ts";
import { foldedText } from "#platform/texts/folded-text.ts";
import { type FileReading, unclearDays } from "./file-reading.ts";
import { amountReader, sumFault } from "./row-amounts.ts";
import { instantReader } from "./row-time.ts";
import type { PaypalColumn } from "./statement-columns.ts";
import type { RowKind, StatementRow } from "./statement-row.ts";

export type RowOfFile = Omit<StatementRow, "line" | "key" | "isDoubled"> & {
  /** The provider's id of the row; "" without one. */
  readonly id: string;
};

/** Words of types whose rows change nothing for the shop: conversions, holds, authorisations. */
const neutralTypes =
  /currency conversion|wahrungsumrechnung|conversion de (?:devise|divisa|moneda)|conversione (?:di )?valuta|valutaomrekening|conversao de moeda|\bhold\b|einbehaltung|authori[sz]ation|autorisierung|autorisation|autorizacion|autorizzazione|autorisatie|autorizacao|\breserve\b|retencion|trattenuta|\bvoid\b|invoice sent|rechnung gesendet|(?:money|payment) request|shopping cart item|warenkorbartikel/;
const feeTypes =
  /\bfees?\b|gebuhr|\bfrais\b|\bcomision\b|\bcommissione\b|\bkosten\b|\bvergoeding\b|\btarifa\b/;
const payoutTypes =
  /withdrawal|withdraw funds|abbuchung|auszahlung|virement|\bretiro\b|\bretirada\b|prelievo|\bopname\b|\bsaque\b|transfer to bank|bank deposit|bankgutschrift|card deposit|gutschrift auf kreditkarte|add funds|ach deposit|ach-gutschrift/;

/** Kinds by the first letters of PayPal's event codes, which are the same in all languages. */
const kindsOfEvents: readonly (readonly [start: string, kind: RowKind])[] = [
  ["T01", "fee"],
  ["T02", "neutral"],
  ["T03", "payout"],
  ["T04", "payout"],
  ["T13", "neutral"],
  ["T15", "neutral"],
  ["T21", "neutral"],
  ["T1110", "neutral"],
  ["T1111", "neutral"],
];

/** Statuses of a row whose money has not moved. */
const withoutMoney =
  /^(?:pending|uncleared|unclaimed|denied|declined|failed|expired|removed|voided?|cancell?ed|placed|created|processing|ausstehend|abgelehnt|fehlgeschlagen|abgelaufen|entfernt|storniert|en attente|refuse|annule|expire|supprime|pendiente|denegad[oa]|rechazad[oa]|cancelad[oa]|caducad[oa]|in sospeso|rifiutat[oa]|annullat[oa]|scadut[oa]|in behandeling|in afwachting|geweigerd|geannuleerd|verlopen|pendente|recusad[oa])\b/;

const longestType = 80;
const longestAbout = 120;

/** Reads the rows of PayPal's activity or statement. */
export function paypalReader(
  columns: Readonly<Partial<Record<PaypalColumn, number>>>,
  { sample, timeZone, days }: FileReading,
) {
  const cellOf = (cells: readonly string[], column: PaypalColumn) =>
    (cells[columns[column] ?? -1] ?? "").trim();
  const order = dayOrder(
    sample.map((cells) => cellOf(cells, "date")).filter((cell) => cell !== ""),
    days,
  );
  const instantOf = instantReader(timeZone);
  const amountsOf = amountReader(columns, sample, -1);
  const dayOfCell = remembered((cell: string) => dayIn(cell, order));
  const kindOfType = remembered(kindOf);
  const hasMoney = remembered((status: string) => !withoutMoney.test(foldedText(status)));
  const isMemo = remembered((impact: string) => foldedText(impact).trim() === "memo");
  const addresses = new Map<string, number>();
  let lastAt = 0;

  function read(cells: readonly string[]): RowOfFile {
    const of = (column: PaypalColumn) => cellOf(cells, column);
    const day = dayOfCell(of("date"));
    const id = of("id");
    const type = of("type").slice(0, longestType);
    const about = [of("name"), of("subject")].filter(Boolean).join(": ").slice(0, longestAbout);
    const texts = {
      id,
      type,
      about,
      currency: of("currency").toUpperCase().slice(0, 3),
      orderReference: of("order"),
      parentId: of("parent"),
    };
    const amounts = amountsOf(cells);
    const at = day === null ? lastAt : instantOf(day, of("time"), of("zone"));
    lastAt = at;
    const fault = faultOf(id, day, of("date"), amounts, texts.currency);
    if (fault !== "" || "fault" in amounts) {
      const none = { grossCents: 0, feeCents: 0, netCents: 0 };
      return { ...texts, kind: "unreadable", at, ...none, transactionId: "", fault };
    }
    const isZero = amounts.grossCents === 0 && amounts.feeCents === 0;
    const moves = hasMoney(of("status")) && !isMemo(of("impact")) && !isZero;
    const kind = moves ? kindOfType(`${of("event")}\n${type}`) : "neutral";
    if (moves && kind === "money") countAddress(of(amounts.grossCents > 0 ? "to" : "from"));
    const transactionId = moves ? id : "";
    return { ...texts, kind, at, ...amounts, transactionId, fault: moves ? sumFault(amounts) : "" };
  }

  function countAddress(address: string) {
    if (address !== "") addresses.set(address, (addresses.get(address) ?? 0) + 1);
  }

  return {
    read,
    account: () =>
      [...addresses].toSorted(([, one], [, other]) => other - one)[0]?.[0].toLowerCase() ?? "",
  };
}

function faultOf(
  id: string,
  day: string | null,
  date: string,
  amounts: object,
  currency: string,
): string {
  if (day === null) return `“${date.slice(0, 40)}” is no day.`;
  if ("fault" in amounts) return String(amounts.fault);
  if (currency.length !== 3) return "The row names no currency.";
  return id === "" ? "The row names no transaction." : "";
}

function kindOf(eventAndType: string): RowKind {
  const [event = "", type = ""] = eventAndType.split("\n");
  const known = kindsOfEvents.findLast(([start]) => event.startsWith(start));
  if (known !== undefined) return known[1];
  const words = foldedText(type);
  if (neutralTypes.test(words)) return "neutral";
  if (feeTypes.test(words)) return "fee";
  return payoutTypes.test(words) ? "payout" : "money";
}

/**
 * The order in which most cells are days. Throws "invalid" when two orders fit: a wrong month would
 * be worse than a question.
 */
function dayOrder(cells: readonly string[], chosen: FileReading["days"]): DayOrder {
  const readable = dayOrders
    .map((order) => ({ order, days: cells.flatMap((cell) => dayIn(cell, order) ?? []) }))
    .toSorted((one, other) => other.days.length - one.days.length);
  const [best, second] = readable;
  if (best === undefined || best.days.length !== second?.days.length) {
    return best?.order ?? "year first";
  }
  if (chosen !== undefined) return chosen;
  // Every country that writes dates with points, such as 01.02.2026, puts the day first.
  if (cells.every((cell) => cell.includes("."))) return "day first";
  // PayPal sorts the rows by their time.
  const sorted = [best, second].filter(({ days }) => isSorted(days));
  const [only, other] = sorted;
  if (only === undefined || other !== undefined) throw unclearDays(cells[0] ?? "");
  return only.order;
}

const dayOrders: readonly DayOrder[] = ["year first", "day first", "month first"];

function isSorted(days: readonly string[]): boolean {
  const rises = days.every((day, at) => at === 0 || (days[at - 1] ?? "") <= day);
  return rises || days.every((day, at) => at === 0 || (days[at - 1] ?? "") >= day);
}

/** Files repeat their texts, and recognising one costs more than looking it up. */
function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as Result;
    const result = compute(text);
    // A hostile file can have another text in each row.
    if (known.size < 10_000) known.set(text, result);
    return result;
  };
}
