import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { searchedTexts } from "#orders/searched-texts.ts";
import { isoTime } from "#platform/time/dates.ts";

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
  const insert = database.prepare(
    `insert into orders (id, number, account_id, company_id, customer_email, customer_name, customer_address,
      customer_country, customer_website, package_id, package_name, price_cents, currency,
      payment_status, order_status, placed_at, paid_at, placed_day, name_key, search_words)
    values (?, ?, ?, ?, ?, ?, '1 Long Furrow Lane, Fairfield', 'Norway', 'https://farm.example',
      'plan', ?, ?, 'USD', ?, ?, ?, ?, ?, ?, ?)`,
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
    const texts = searchedTexts({
      customerName: name,
      customerEmail: email,
      packageName: plan,
      companyName: "",
    });
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
      isoTime(placedAt).slice(0, 10),
      texts.name_key,
      texts.search_words,
    );
  }
  database.prepare("update order_counter set last_number = ?").run(count);
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
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
