import { sql } from "kysely";
import { type Database, engineOf, type Queries } from "#platform/database/database.ts";

const payment = "payment of 149.00 USD (paypal-standard, transaction T1)";
const refund = "refund of -49.00 USD (paypal-standard, transaction R4)";
const orderOf = (number: number) => `(select id from orders where number = ${number})`;
const kept = (name: string, from: string, to: string) =>
  `The kept sum of ${name} is ${from}, and a recount gives ${to}.`;

interface TamperedInvoice {
  readonly sequence: number;
  readonly cents: number;
  readonly printedCents?: number;
}

/** Stores an invoice of an order. */
function invoiceOf(order: number, { sequence, cents, printedCents = cents }: TamperedInvoice) {
  const number = `F-2026-00${sequence}`;
  const printed = { kind: "invoice", number, issuedOn: "2026-11-20", corrects: null };
  const document = JSON.stringify({ ...printed, totalCents: printedCents, taxCents: 0 });
  return `insert into invoices (id, series_year, sequence, number, kind, order_id, company_id,
    buyer_key, issued_at, issued_on, category, rate_percent, net_cents, tax_cents, rounding_cents,
    total_cents, currency, document) values ('${number}', 2026, ${sequence}, '${number}', 'invoice',
    ${orderOf(order)}, 'company', '', 1, '2026-11-20', 'O', '0', ${cents}, 0, 0, ${cents}, 'USD',
    '${document}')`;
}

/**
 * Changes of the database by hand, each with the differences that `check-ledger.test.ts` expects.
 */
export const tamperings: readonly {
  readonly name: string;
  readonly statements: readonly string[];
  readonly differences: readonly string[];
}[] = [
  {
    name: "an order with the status Paid and no payment",
    statements: ["update orders set payment_status = 'Paid', paid_at = 1 where number = 2"],
    differences: [
      "Order 2 is kept as Paid, and its ledger (which is empty) makes it UnPaid.",
      kept(
        "Basic orders in 2026-11-20 that are UnPaid and Pending",
        "298.00 USD of 2 orders",
        "149.00 USD of 1 order",
      ),
    ],
  },
  {
    name: "an order with the status UnPaid and a payment",
    statements: ["update orders set payment_status = 'UnPaid' where number = 1"],
    differences: ["Order 1 is kept as UnPaid, and its ledger (payment 149.00) makes it Paid."],
  },
  {
    name: "a Paid order without a time of payment",
    statements: ["update orders set paid_at = null where number = 1"],
    differences: ["Order 1 is Paid, and nothing says since when."],
  },
  {
    name: "places of a coupon that no order, a cancelled order and an order too many have",
    statements: [
      `insert into coupons (id, code, folded_code, kind, value, plans, first_order_only,
        most_in_all, note, created_at) values ('c', 'GREEN', 'green', 'percent', 20, '', 0, 2, '', 1)`,
      "insert into coupon_places (order_id, coupon_id, place, taken_at) values ('gone', 'c', 1, 1)",
      `insert into coupon_places (order_id, coupon_id, place, taken_at)
        values (${orderOf(2)}, 'c', 3, 1)`,
      `insert into coupon_places (order_id, coupon_id, taken_at, given_back_at)
        values (${orderOf(1)}, 'c', 1, 2)`,
      "update orders set payment_status = 'Cancelled' where number = 2",
    ],
    differences: [
      "Place 1 of the coupon GREEN is taken by an order that is not there.",
      "Place 3 of the coupon GREEN is taken by order 2, which is cancelled.",
      "Order 2 has place 3 of the coupon GREEN, which allows 2 orders.",
      "Order 1 is paid with the coupon GREEN, of which it has no place and no mark.",
      "Order 1 has used the coupon GREEN, and no line of it says so.",
    ],
  },
  {
    name: "lines that do not add up to the price",
    statements: [
      `insert into order_lines (order_id, position, kind, label, quantity, unit_cents, repeats)
        values (${orderOf(1)}, 1, 'plan', 'Basic', 1, 14900, 0),
          (${orderOf(1)}, 2, 'add-on', 'Slides', 2, 500, 0)`,
    ],
    differences: ["Order 1 costs 149.00 USD, and its lines add up to 159.00 USD."],
  },
  {
    name: "an order with a price and an entry that nothing is to be paid",
    statements: [
      `insert into payment_ledger (id, order_id, kind, amount_cents, currency, author, at)
        values ('entry', ${orderOf(2)}, 'nothing-due', 0, 'USD', 'system', 1)`,
    ],
    differences: [
      "Order 2 costs 149.00 USD, and its ledger says that nothing is to be paid.",
      "Order 2 is kept as UnPaid, and its ledger (nothing-due 0.00) makes it Paid.",
    ],
  },
  {
    name: "paid orders without an invoice",
    statements: ["update invoice_issuing set since = 0"],
    differences: [
      "Order 1 is paid with 149.00 USD, and has no invoice.",
      "Order 4 is paid with 100.00 USD, and has no invoice.",
    ],
  },
  {
    name: "invoices with another sum, missing numbers and other facts than they print",
    statements: [
      invoiceOf(1, { sequence: 14, cents: 14_000 }),
      invoiceOf(4, { sequence: 16, cents: 10_000, printedCents: 9000 }),
      "insert into invoice_series (series_year, next, last_day) values (2026, 20, '2026-11-20')",
      "insert into invoice_number_jumps values (2026, 0, 14)",
    ],
    differences: [
      "The documents of order 1 add up to 140.00 USD, and its ledger to 149.00 USD.",
      "The numbers of invoices of 2026 go from 14 to 16.",
      "The document F-2026-0016 prints other facts than its row has.",
      "The numbers of invoices of 2026 end with 16, and the counter goes on with 20.",
    ],
  },
  {
    name: "a wrong stored sum of the shop",
    statements: ["update sales_days set cents = cents + 1 where payment_status = 'Cancelled'"],
    differences: [
      kept(
        "Basic orders in 2026-11-20 that are Cancelled and Pending",
        "149.01 USD of 1 order",
        "149.00 USD of 1 order",
      ),
    ],
  },
  {
    name: "wrong stored sums of refunded and net money",
    statements: [
      "update orders set refunded_cents = 4901 where number = 4",
      "update sales_days set net_cents = net_cents - 1 where payment_status = 'Cancelled'",
    ],
    differences: [
      "The stored money of order 4 is 49.01 USD refunded and 100.00 USD net, and the ledger gives 49.00 USD refunded and 100.00 USD net.",
      "The stored money of the orders in 2026-11-20 is 49.00 USD refunded and 248.99 USD net, and the ledger gives 49.00 USD refunded and 249.00 USD net.",
    ],
  },
  {
    name: "a ledger entry without a notification",
    statements: ["update payment_ledger set notification_id = null where transaction_id = 'T1'"],
    differences: [
      `In the ledger of order 1, the ${payment} has no message of the provider behind it.`,
      "The message of paypal-standard about transaction T1 (Completed) was applied, and the ledger of order 1 has no entry of it.",
    ],
  },
  {
    name: "a ledger entry whose notification does not exist",
    statements: ["update payment_ledger set notification_id = 'lost' where transaction_id = 'T1'"],
    differences: [`In the ledger of order 1, the ${payment} names a message that is not there.`],
  },
  {
    name: "a ledger entry whose notification is invalid",
    statements: ["update payment_notifications set state = 'invalid' where transaction_id = 'T1'"],
    differences: [
      `In the ledger of order 1, the ${payment} rests on a message that is invalid, not verified.`,
      "The message of paypal-standard about transaction T1 (Completed) was applied, but it is invalid, not verified.",
    ],
  },
  {
    name: "a ledger entry whose notification names another transaction",
    statements: ["update payment_ledger set transaction_id = 'T9' where transaction_id = 'T1'"],
    differences: [
      "In the ledger of order 1, the payment of 149.00 USD (paypal-standard, transaction T9) rests on a message of paypal-standard about transaction T1.",
    ],
  },
  {
    name: "an applied notification without a ledger entry",
    statements: ["delete from payment_ledger where transaction_id = 'T1'"],
    differences: [
      "Order 1 is kept as Paid, and its ledger (which is empty) makes it UnPaid.",
      "The message of paypal-standard about transaction T1 (Completed) was applied, and the ledger of order 1 has no entry of it.",
    ],
  },
  {
    name: "a ledger entry whose amount differs from the attempt",
    statements: ["update payment_ledger set amount_cents = 14901 where transaction_id = 'T1'"],
    differences: [
      "In the ledger of order 1, the payment of 149.01 USD (paypal-standard, transaction T1) was handed off for 149.00 USD.",
    ],
  },
  {
    name: "a ledger entry whose order differs from the attempt",
    statements: [`update payment_ledger set order_id = ${orderOf(2)} where transaction_id = 'T1'`],
    differences: [
      `In the ledger of order 2, the ${payment} was handed off for another order.`,
      "Order 1 is kept as Paid, and its ledger (which is empty) makes it UnPaid.",
      "Order 2 is kept as UnPaid, and its ledger (payment 149.00) makes it Paid.",
    ],
  },
  {
    name: "a refund without its payment",
    statements: [
      "update payment_ledger set parent_transaction_id = 'T9' where transaction_id = 'R4'",
    ],
    differences: [
      `In the ledger of order 4, the ${refund} is about the payment T9, which is not in the ledger.`,
    ],
  },
  {
    name: "a payment of which more was refunded than paid",
    statements: ["update payment_ledger set amount_cents = -20000 where transaction_id = 'R4'"],
    differences: ["Of the payment T4 of order 4, 149.00 USD came and 200.00 USD went back."],
  },
  {
    name: "a refund of the payment of another order",
    statements: [`update payment_ledger set order_id = ${orderOf(1)} where transaction_id = 'R4'`],
    differences: [
      `In the ledger of order 1, the ${refund} is about the payment T4, which is in that of order 4.`,
    ],
  },
  {
    name: "a ledger entry whose provider differs from the attempt",
    statements: ["update payment_attempts set provider = 'another'"],
    differences: [`In the ledger of order 1, the ${payment} was handed off to another.`],
  },
  {
    name: "a payment that is in the ledger for two PayPal protocols",
    statements: [
      `insert into payment_ledger (id, order_id, kind, amount_cents, currency, provider,
        transaction_id, author, at) select 'twin', ${orderOf(2)}, kind, amount_cents, currency,
        'paypal', transaction_id, author, at from payment_ledger where transaction_id = 'T1'`,
    ],
    differences: [
      "The payment T1 counts twice: for order 2 through paypal, and for order 1 through paypal-standard.",
    ],
  },
  {
    name: "a ledger entry of an order that does not exist",
    statements: ["update payment_ledger set order_id = 'gone' where transaction_id = 'T1'"],
    differences: [
      `In the ledger of order id gone, the ${payment} belongs to an order that is not there.`,
    ],
  },
  {
    name: "an attempt whose amount differs from the order's price",
    statements: [
      `update payment_attempts set amount_cents = 100 where order_reference = ${orderOf(2)}`,
    ],
    differences: ["Order 2 costs 149.00 USD, and was handed off to paypal-standard for 1.00 USD."],
  },
  {
    name: "an attempt for an order that does not exist",
    statements: [
      `update payment_attempts set order_reference = 'gone', id = 'A' where order_reference = ${orderOf(2)}`,
    ],
    differences: ["The hand-off A to paypal-standard is for an order that is not there."],
  },
  {
    name: "missing order numbers",
    statements: ["update orders set number = number + 2 where number = 5"],
    differences: [
      "There are no orders 5 to 6.",
      "The newest order is 7, and the counter stands at 5.",
    ],
  },
];

/**
 * Runs statements without triggers and constraints, as an intruder with full access could, and
 * undoes them after `look`.
 */
export async function whileTampered<T>(
  { engine, libraryHandle }: Database,
  statements: readonly string[],
  look: (queries: Queries) => Promise<T>,
): Promise<T> {
  let seen: { readonly value: T } | undefined;
  const undo = new Error("The statements are undone.");
  await libraryHandle.connection().execute(async (connection) => {
    const setting = (name: string, value: string) =>
      engine === "sqlite" && sql.raw(`pragma ${name} = ${value}`).execute(connection);
    await setting("foreign_keys", "off");
    await setting("ignore_check_constraints", "on");
    const tampering = connection.transaction().execute(async (tx) => {
      for (const statement of [...(await removals(tx)), ...statements]) {
        await sql.raw(statement).execute(tx);
      }
      seen = { value: await look(tx) };
      throw undo;
    });
    await tampering.catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    await setting("ignore_check_constraints", "off");
    await setting("foreign_keys", "on");
  });
  if (seen === undefined) throw new Error("Nothing was seen.");
  return seen.value;
}

async function removals(queries: Queries): Promise<readonly string[]> {
  if (engineOf(queries) === "postgres") {
    return [
      "set local session_replication_role = replica",
      "alter table orders drop constraint orders_paid_have_a_time",
    ];
  }
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'trigger'`.execute(queries);
  return rows.map(({ name }) => `drop trigger "${name}"`);
}
