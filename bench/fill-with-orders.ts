import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { nameKeyOf, wordsOf } from "#orders/search/order-search-tables.server.ts";

const firstNames =
  "Ada,Anna,Ben,Bjorn,Carla,Chidi,Dora,Emil,Fatima,Greta,Hugo,Ines,Jonas,Kofi,Lena,Mateo,Nora,Omar,Petra,Quinn,Rosa,Sven,Tara,Uma,Viktor,Wanda,Yusuf,Zoe".split(
    ",",
  );
const lastNames =
  "Abbott,Barley,Castillo,Dahl,Eriksen,Field,Garcia,Hansen,Ito,Jensen,Khan,Larsen,Meyer,Nguyen,Okafor,Patel,Quill,Rossi,Smith,Tanaka,Usman,Vega,Weber,Young,Zhang".split(
    ",",
  );
const plans = [
  ["Basic", 14_900],
  ["Standard", 29_900],
  ["Premium", 49_900],
] as const;
const minuteMs = 60 * 1000;
/** Every 400th order has a customer name that no other order has. */
const rareEvery = 400;

/**
 * Inserts `count` orders into the database of a running server. As in an old shop, most orders are
 * paid and delivered, and only the newest are pending.
 */
export function fillWithOrders(dataDirectory: string, count: number): void {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 60_000 });
  database.exec("pragma synchronous = off; pragma cache_size = -200000; begin immediate");
  const putBack = takeOff(database);
  // Maps each search word to the numbers of its orders. Inserting rows in the sort order of the
  // index, word by word, is many times faster than inserting the words of one order after another.
  const words = new Map<string, number[]>();
  const insert = database.prepare(
    `insert into orders (id, number, account_id, company_id, customer_email, customer_name, customer_address,
      customer_country, customer_website, package_id, package_name, price_cents, currency,
      payment_status, order_status, placed_at, paid_at, name_key)
    values (?, ?, ?, ?, ?, ?, '1 Long Furrow Lane, Fairfield', 'Norway', 'https://farm.example',
      'plan', ?, ?, 'USD', ?, ?, ?, ?, ?)`,
  );
  const start = Date.UTC(2026, 10, 1) - count * minuteMs;
  for (let number = 1; number <= count; number++) {
    const mixed = Math.imul(number, 2_654_435_761) >>> 8;
    const name = nameOf(number, mixed);
    const email = `${name.toLowerCase().replace(" ", ".")}@${mixed % 3 === 0 ? "farm" : "mail"}.example.com`;
    const [plan, cents] = plans[mixed % plans.length] ?? plans[0];
    const payment = paymentOf(mixed);
    const status = number > count - count / 300 ? "Pending" : "Delivered";
    const placedAt = start + number * minuteMs;
    const paidAt = payment === "Paid" ? placedAt : null;
    const account = `account-${mixed % 5000}`;
    const key = nameKeyOf(name);
    insert.run(
      `bench-${number}`,
      number,
      account,
      account,
      email,
      name,
      plan,
      cents,
      payment,
      status,
      placedAt,
      paidAt,
      key,
    );
    for (const word of wordsOnce(`${name} ${email} ${plan}`)) {
      const numbers = words.get(word);
      if (numbers === undefined) words.set(word, [number]);
      else numbers.push(number);
    }
  }
  const insertWord = database.prepare(
    "insert into order_words (word, placed_at, number) values (?, ?, ?)",
  );
  for (const word of [...words.keys()].sort()) {
    for (const number of words.get(word) ?? []) {
      insertWord.run(word, start + number * minuteMs, number);
    }
  }
  database.prepare("update order_counter set last_number = ?").run(count);
  sumOrders(database);
  putBack();
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
}

/**
 * Drops the indexes and triggers of the orders while rows are inserted, because building the
 * indexes and sums once at the end is many times faster. Returns a function that creates the
 * indexes and triggers again.
 */
function takeOff(database: DatabaseSync): () => void {
  const taken = database
    .prepare(
      `select type, name, sql from sqlite_master
      where tbl_name = 'orders' and type in ('index', 'trigger') and sql is not null`,
    )
    .all();
  for (const { type, name } of taken) database.exec(`drop ${type} "${name}"`);
  return () => {
    for (const { sql } of taken) database.exec(String(sql));
  };
}

/**
 * Sums the orders as their triggers would. The orders have no `placed_day` yet, so they count only
 * in the sums of all time. Assumes that the shop had no orders before.
 */
function sumOrders(database: DatabaseSync): void {
  database.exec(`
    insert into order_sums
      (grain, period, package_name, payment_status, order_status, orders, cents)
    select 'ever', '', package_name, payment_status, order_status, count(*), sum(price_cents)
    from orders group by package_name, payment_status, order_status;
    insert into company_sums (company_id, payment_status, orders, cents)
    select company_id, payment_status, count(*), sum(price_cents)
    from orders group by company_id, payment_status`);
}

function nameOf(number: number, mixed: number): string {
  if (number % rareEvery === 0) return `Rarebit${number % 100_000} Smith`;
  return `${firstNames[mixed % firstNames.length]} ${lastNames[(mixed >>> 5) % lastNames.length]}`;
}

function paymentOf(mixed: number): string {
  const share = mixed % 1000;
  if (share < 2) return "Refunded";
  if (share < 80) return "Cancelled";
  return share < 150 ? "UnPaid" : "Paid";
}

const known = new Map<string, readonly string[]>();

/** `wordsOf` with a cache, because the same few names repeat. */
function wordsOnce(text: string): readonly string[] {
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const words = wordsOf(text);
  if (known.size < 10_000) known.set(text, words);
  return words;
}
