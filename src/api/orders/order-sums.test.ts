import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { placeOfferedOrder } from "#orders/placing/place-order.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { centsFromAmount } from "#platform/money.ts";
import { anyLines, inMoney, offered, sum } from "../../../tests/support/orders/offered-orders.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let ada: Caller;
let accountId: string;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  ada = await site.register("ada@example.com");
  ({ id: accountId } = await site.services.database.read
    .selectFrom("user")
    .select("id")
    .where("email", "=", "ada@example.com")
    .executeTakeFirstOrThrow());
});
afterAll(() => site.close());

interface Told {
  readonly _id: string;
  readonly packagePrice: string;
  readonly lines: readonly {
    readonly kind: string;
    readonly quantity: number;
    readonly price: string;
  }[];
}

const cents = (price: string) => centsFromAmount(price) ?? Number.NaN;
const isReduction = (kind: string) => kind === "discount" || kind === "coupon";

function partsOf({ lines }: Told) {
  const of = (wanted: (kind: string) => boolean) =>
    sum(
      lines
        .filter(({ kind }) => wanted(kind))
        .map(({ quantity, price }) => quantity * cents(price)),
    );
  return {
    all: of(() => true),
    extras: of((kind) => kind === "add-on"),
    takenOff: of(isReduction),
    isPlanAlone: lines.length === 1 && lines[0]?.kind === "plan",
  };
}

/** Cells of each row by their heading; the texts of these orders have no quotation marks. */
async function exported(): Promise<readonly Record<string, string>[]> {
  const text = await (await admin.call("GET", "/api/orders/export?sort=oldest")).text();
  const [head = [], ...rows] = text
    .trimEnd()
    .split("\r\n")
    .map((row) =>
      [...row.matchAll(/"([^"]*)"|([^",]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ""),
    );
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at] ?? "", cell])));
}

test("the lines of any order add up to its price in each call and in the CSV export", async () => {
  const { database, post, lifecycle } = site.services;
  const buyer = { ...offered.buyer, accountId, companyId: accountId };
  const placed: string[] = [];
  await fc.assert(
    fc.asyncProperty(anyLines, async (lines) => {
      const { id, priceCents } = await database.write((tx) =>
        placeOfferedOrder(tx, { post, lifecycle }, { ...offered, buyer, lines, at: Date.now() }),
      );
      placed.push(id);
      const order = (await (await ada.call("GET", `/api/order/${id}`)).json()) as Told;
      expect(cents(order.packagePrice)).toBe(priceCents);
      expect(partsOf(order).all).toBe(priceCents);
    }),
    { numRuns: 25 },
  );
  const told = (await (await admin.call("GET", "/api/orders")).json()) as readonly Told[];
  expect(told.map(({ _id }) => _id).toSorted()).toEqual(placed.toSorted());
  const rows = await exported();
  expect(rows).toHaveLength(placed.length);
  const byPosition = new Map(placed.map((id, at) => [id, rows[at] ?? {}]));
  for (const order of told) {
    const { all, extras, takenOff, isPlanAlone } = partsOf(order);
    const row = byPosition.get(order._id) ?? {};
    expect(cents(order.packagePrice)).toBe(all);
    expect(cents(row.Amount ?? "")).toBe(all);
    const items = row["Price consists of"]?.match(/-?\$[\d,]+\.\d\d(?=, |$)/g) ?? [];
    if (isPlanAlone) expect(items).toEqual([]);
    else expect(sum(items.map(inMoney))).toBe(all);
    expect(cents(row.Extras || "0")).toBe(extras);
    expect(cents(row["Taken off"] || "0")).toBe(takenOff);
  }
  expect((await inSnapshot(database, checkLedger)).differences).toEqual([]);
});
