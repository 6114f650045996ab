import { dayIn } from "#platform/tables/read-day-cells.ts";
import type { FileReading } from "./file-reading.ts";
import type { RowOfFile } from "./paypal-rows.ts";
import { amountReader, sumFault } from "./row-amounts.ts";
import { instantReader } from "./row-time.ts";
import type { StripeColumn } from "./statement-columns.ts";
import type { RowKind } from "./statement-row.ts";

/** Kinds of Stripe's categories and types; every other one moves money of the shop. */
const kinds: ReadonlyMap<string, RowKind> = new Map(
  (
    [
      [
        "payout",
        "payout payout_reversal payout_cancel payout_failure transfer transfer_cancel transfer_failure transfer_reversal topup topup_reversal",
      ],
      [
        "fee",
        "fee stripe_fee stripe_fx_fee tax_fee network_cost application_fee application_fee_refund contribution climate_order_purchase climate_order_refund",
      ],
      [
        "neutral",
        "risk_reserved_funds reserve_transaction reserved_funds reserve_hold reserve_release connect_reserved_funds payout_minimum_balance_hold payout_minimum_balance_release payment_network_reserve_hold payment_network_reserve_release currency_conversion",
      ],
    ] as const
  ).flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)),
);

const payments = /^(?:charge|payment)$/;
const longestType = 80;
const longestAbout = 120;

/** Reads the rows of an itemised report about a balance, or of all transactions of a balance. */
export function stripeReader(
  columns: Readonly<Partial<Record<StripeColumn, number>>>,
  { sample, timeZone }: FileReading,
) {
  const cellOf = (cells: readonly string[], column: StripeColumn) =>
    (cells[columns[column] ?? -1] ?? "").trim();
  const instantOf = instantReader(timeZone);
  const amountsOf = amountReader(columns, sample, 1);
  const timeColumn = columns.createdUtc === undefined ? "created" : "createdUtc";
  const zone = timeColumn === "createdUtc" ? "UTC" : "";
  let lastAt = 0;

  function read(cells: readonly string[]): RowOfFile {
    const of = (column: StripeColumn) => cellOf(cells, column);
    const id = of("id");
    const type = (of("category") || of("type")).slice(0, longestType);
    const isPayment = payments.test(type);
    const payment = of("payment");
    const texts = {
      id,
      type,
      about: of("description").slice(0, longestAbout),
      currency: of("currency").toUpperCase().slice(0, 3),
      orderReference: isPayment ? of("order") : "",
      parentId: isPayment ? "" : payment,
    };
    const amounts = amountsOf(cells);
    const created = of(timeColumn);
    // A spreadsheet that saves the file anew writes 9/30/2026 14:03.
    const day = dayIn(created, "year first") ?? dayIn(created, "month first");
    const at = day === null ? lastAt : instantOf(day, created.split(/[ T]/)[1] ?? "", zone);
    lastAt = at;
    const fault =
      day === null
        ? `“${created.slice(0, 40)}” is no day.`
        : "fault" in amounts
          ? amounts.fault
          : id === ""
            ? "The row names no transaction."
            : texts.currency.length !== 3
              ? "The row names no currency."
              : "";
    if (fault !== "" || "fault" in amounts) {
      const none = { grossCents: 0, feeCents: 0, netCents: 0 };
      return { ...texts, kind: "unreadable", at, ...none, transactionId: "", fault };
    }
    const isZero = amounts.grossCents === 0 && amounts.feeCents === 0;
    const kind = isZero ? "neutral" : (kinds.get(type.toLowerCase()) ?? "money");
    // The ledger knows a payment by its payment intent, and anything else by its source.
    const transactionId = isPayment && payment !== "" ? payment : of("source");
    return { ...texts, kind, at, ...amounts, transactionId, fault: sumFault(amounts) };
  }

  return { read, account: () => "" };
}
