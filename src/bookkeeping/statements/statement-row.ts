export const statementFormats = ["paypal", "stripe"] as const;
/** Whose account a file is about. */
export type StatementFormat = (typeof statementFormats)[number];

/**
 * What a row of a file is by itself, before the ledger is asked.
 * - money: a payment, a refund, a dispute or their like, which the ledger should know
 * - fee: a fee in a row of its own
 * - payout: money that went to the bank account or came from there
 * - neutral: changes nothing for the shop, such as a hold, a conversion or a pending payment
 * - unreadable: the row names no amount, day or transaction
 */
const rowKinds = ["money", "fee", "payout", "neutral", "unreadable"] as const;
export type RowKind = (typeof rowKinds)[number];

export interface StatementRow {
  /** Line of the file. */
  readonly line: number;
  /** Identifies the row in every file of the account. */
  readonly key: string;
  readonly kind: RowKind;
  readonly at: number;
  /** As the provider names it, such as "Express Checkout Payment". */
  readonly type: string;
  readonly grossCents: number;
  /** What the provider kept; negative for a fee that came back. */
  readonly feeCents: number;
  readonly netCents: number;
  readonly currency: string;
  /** Transaction id by which the ledger can know the row; "" without one. */
  readonly transactionId: string;
  /** Transaction to which a refund or a dispute belongs; "" without one. */
  readonly parentId: string;
  /** Id of the order that the shop sent along; "" without one. */
  readonly orderReference: string;
  /** Name or description that helps a person to recognise the row. */
  readonly about: string;
  /** What is wrong with the row, as a sentence; "" for a sound row. */
  readonly fault: string;
  /** True when the file has a row with the same id above. */
  readonly isDoubled: boolean;
}

export interface ReadStatement {
  readonly format: StatementFormat;
  /** Email address of the account, as far as the file names it; "" for Stripe. */
  readonly account: string;
  readonly rowCount: number;
  /** Lines of JSON, because a hundred thousand objects would be copied between threads for seconds. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

const lineFeed = 10;

/** The rows in chunks. */
export function* unpackRows(packed: Uint8Array, size = 500): Generator<StatementRow[]> {
  let rows: StatementRow[] = [];
  const buffer = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let from = 0; from < buffer.length; ) {
    const end = buffer.indexOf(lineFeed, from);
    rows.push(JSON.parse(buffer.toString("utf8", from, end)));
    from = end + 1;
    if (rows.length < size) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** Collects rows for `unpackRows`. */
export function rowPacker() {
  const parts: Buffer[] = [];
  let [pending, count] = ["", 0];
  const flush = () => {
    parts.push(Buffer.from(pending));
    pending = "";
  };
  return {
    add(row: StatementRow) {
      count += 1;
      pending += `${JSON.stringify(row)}\n`;
      if (pending.length > 65_536) flush();
    },
    packed() {
      flush();
      return { rowCount: count, packed: new Uint8Array(Buffer.concat(parts)) };
    },
  };
}
