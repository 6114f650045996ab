import fc from "fast-check";
import { expect, test } from "vitest";
import { addOns } from "#content/blocks/add-ons.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { deleteRecord } from "#content/records/save-block.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { orderReceipt } from "#money/receipts/payments-of-order.ts";
import { type Database, inSnapshot } from "#platform/database/database.ts";
import { system } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  anyLines,
  inMoney,
  line,
  offered,
  sum,
} from "../../../tests/support/orders/offered-orders.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { linesInWords } from "../lines/lines-in-words.ts";
import { linesOf, linesOfOrder } from "../lines/order-lines.server.ts";
import { isPlanAlone, planLine } from "../lines/order-lines.ts";
import { unpaidOrderLike } from "../list-orders.ts";
import { factsOf } from "../order-emails.server.ts";
import { selectOrder } from "../order-store.server.ts";
import { placeOfferedOrder, placeOrder } from "./place-order.ts";
import { promisedPoints } from "./promised-points.server.ts";

describeOnEachDatabase("The lines of an order", (openDatabase) => {
  const open = async () => openShop(await openDatabase());
  const differences = async (database: Database) =>
    (await inSnapshot(database, checkLedger)).differences;
  const rows = (database: Database) =>
    database.read.selectFrom("order_lines").selectAll().execute();

  test("are its plan alone at its price, without a row", async () => {
    const shop = await open();
    const order = await placeOrder(shop, ada, orderForm);
    expect(await rows(shop.database)).toEqual([]);
    expect(await linesOfOrder(shop.database.read, order)).toEqual([planLine(order)]);
  });

  test("of an accepted offer add up to its price, with discounts at the end", async () => {
    const shop = await open();
    const plain = await placeOrder(shop, ada, orderForm);
    const discount = line({ kind: "discount", label: "For friends", unitCents: -5000 });
    const lines = [discount, ...offered.lines];
    const order = await shop.database.write((tx) =>
      placeOfferedOrder(tx, shop, { ...offered, lines }),
    );
    expect(order).toMatchObject({ priceCents: 50_000, paymentStatus: "UnPaid", workingDays: 5 });
    const stored = await linesOf(shop.database.read, [plain, order]);
    expect(stored.get(order.id)).toEqual([...offered.lines, discount]);
    expect(stored.get(plain.id)).toEqual([planLine(plain)]);
    expect(await differences(shop.database)).toEqual([]);
    const mails = await shop.database.read
      .selectFrom("mail_outbox")
      .select(["letter", "about", "text_body"])
      .execute();
    expect(mails.map(({ letter }) => letter).sort()).toEqual([
      "orderPlaced",
      "orderPlaced",
      "orderPlacedOwner",
      "orderPlacedOwner",
    ]);
    const text = (about: string) =>
      mails.find((mail) => mail.letter === "orderPlaced" && mail.about === about)?.text_body;
    expect(text(order.id)).toMatch(/For friends: +-\$50\.00\nTotal: +\$500\.00 USD\n/);
    expect(text(plain.id)).not.toContain("Total:");
  });

  test("that cost nothing together make an order Paid at once, without a provider", async () => {
    const shop = await open();
    const gift = line({ kind: "discount", label: "A gift", unitCents: -99_900 });
    const order = await shop.database.write((tx) =>
      placeOfferedOrder(tx, shop, { ...offered, lines: [...offered.lines, gift] }),
    );
    expect(order).toMatchObject({ priceCents: 0, paymentStatus: "Paid", paidAt: shop.time.now });
    expect(await selectOrder(shop.database.read, order.id)).toEqual(order);
    const ledger = await shop.database.read.selectFrom("payment_ledger").selectAll().execute();
    expect(ledger).toMatchObject([{ kind: "nothing-due", amount_cents: 0, provider: null }]);
    const cut = (await linesOfOrder(shop.database.read, order)).at(-1);
    expect(cut).toMatchObject({ label: "A gift", unitCents: -55_000 });
    expect(await differences(shop.database)).toEqual([]);
    const mails = await shop.database.read.selectFrom("mail_outbox").select("letter").execute();
    expect(mails.map(({ letter }) => letter).sort()).toEqual(["nothingToPay", "orderPlacedOwner"]);
  });

  test("add up to the price in its words, emails, receipt and the check of the ledger", async () => {
    const shop = await open();
    await fc.assert(
      fc.asyncProperty(anyLines, async (lines) => {
        const order = await shop.database.write((tx) =>
          placeOfferedOrder(tx, shop, { ...offered, lines }),
        );
        const stored = await linesOfOrder(shop.database.read, order);
        const paid = order.priceCents === 0 ? "Paid" : "UnPaid";
        expect(order.paymentStatus).toBe(paid);
        const shown = linesInWords(order, stored).map(({ amount }) => inMoney(amount));
        // The price of a plan alone says all.
        if (!isPlanAlone(stored, order)) expect(sum(shown)).toBe(order.priceCents);
        const payment = { amountCents: order.priceCents, knownBy: ["Transaction", "T1"] as const };
        const facts = factsOf(order, payment, { lines: stored });
        const [from, until] = ["Ordered", "Amount"].map((label) =>
          facts.findIndex(([each]) => each === label),
        );
        const told = facts.slice((from ?? 0) + 1, until).map(([, amount]) => inMoney(amount));
        if (!isPlanAlone(stored, order)) expect(sum(told)).toBe(order.priceCents);
        const receipt = await orderReceipt(shop, ada, order.id);
        expect(receipt?.receivedCents ?? null).toBe(order.priceCents === 0 ? 0 : null);
      }),
      { numRuns: 25 },
    );
    expect(await differences(shop.database)).toEqual([]);
  });

  test("never change", async () => {
    const shop = await open();
    await shop.database.write((tx) => placeOfferedOrder(tx, shop, offered));
    for (const change of [
      (database: Database) =>
        database.write((tx) => tx.updateTable("order_lines").set({ unit_cents: 1 }).execute()),
      (database: Database) => database.write((tx) => tx.deleteFrom("order_lines").execute()),
    ]) {
      await expect(change(shop.database)).rejects.toThrow(/only ever added/);
    }
  });

  const call = {
    addOnName: "A call",
    addOnText: "",
    addOnPrice: "90",
    addOnCharged: "Once",
    addOnPlans: "",
    addOnMost: "3",
    addOnPoints: "A call of one hour\nNotes of it",
  } as const;

  /** A shop with the add-on “A call”, and another that is offered with no plan of the shop. */
  async function openWithAddOns() {
    const shop = await open();
    const by = { actor: system, author: "test", at: shop.time.now };
    const [first, other] = await shop.database.write(async (tx) => [
      await insertRecord(tx, addOns, call, by),
      await insertRecord(tx, addOns, { ...call, addOnName: "A map", addOnPlans: "else" }, by),
    ]);
    return { shop, call: first?._id ?? "", other: other?._id ?? "" };
  }

  test("are the plan and the add-ons that were chosen, whose points the order promises", async () => {
    const { shop, call: id } = await openWithAddOns();
    const form = { ...orderForm, addOns: [{ id, quantity: 2, price: "90" }] };
    const order = await placeOrder(shop, ada, form, "a key");
    expect(order.priceCents).toBe(32_900);
    expect(await linesOfOrder(shop.database.read, order)).toMatchObject([
      { kind: "plan", label: "Basic", unitCents: 14_900 },
      { kind: "add-on", label: "A call", quantity: 2, unitCents: 9000, addOnId: id },
    ]);
    const points = await promisedPoints(shop.database.read, order);
    expect(points.slice(-2).map(({ point }) => point)).toEqual([
      "A call of one hour × 2",
      "Notes of it × 2",
    ]);
    expect((await placeOrder(shop, ada, form, "a key")).id).toBe(order.id);
    const another = { ...form, addOns: [{ id, quantity: 3 }] };
    await expectRefused("key-reused", placeOrder(shop, ada, another, "a key"));
    expect(await differences(shop.database)).toEqual([]);
  });

  test("refuse an add-on at another price, of another plan, deleted or too often, and order nothing", async () => {
    const { shop, call: id, other } = await openWithAddOns();
    const place = (addOn: object) => placeOrder(shop, ada, { ...orderForm, addOns: [addOn] });
    const dearer = await place({ id, price: "80" }).catch((error) => error);
    expect(dearer).toMatchObject({ code: "conflict", extra: { currentSum: "239" } });
    expect(dearer.message).toBe(
      "The price of “A call” has changed to $90.00. Nothing was ordered. Place the order again to accept the new sum of $239.00.",
    );
    for (const gone of [other, "never there"]) {
      await expect(place({ id: gone })).rejects.toMatchObject({
        code: "conflict",
        extra: { currentSum: "149" },
      });
    }
    for (const quantity of [4, 0, 1.5, 21]) {
      await expect(place({ id, quantity })).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path: "addOns.0.quantity" }],
      });
    }
    const twice = [{ id }, { id }];
    await expectRefused("invalid", placeOrder(shop, ada, { ...orderForm, addOns: twice }));
    await deleteRecord(shop, owner, addOns, id);
    await expect(place({ id })).rejects.toMatchObject({ code: "conflict" });
    expect(await shop.database.read.selectFrom("orders").select("id").execute()).toEqual([]);
  });

  test("of an unpaid order are found again by the same choice only", async () => {
    const { shop, call: id } = await openWithAddOns();
    const addOns = [{ id, quantity: 2 }];
    const order = await placeOrder(shop, ada, { ...orderForm, addOns });
    const { packageId } = order;
    const like = { packageId, packagePrice: "149", customerWebsite: "" };
    const found = async (chosen: object) =>
      (await unpaidOrderLike(shop, ada, { ...like, ...chosen }))?.number;
    expect(await found({ addOns })).toBe(order.number);
    expect(await found({})).toBeUndefined();
    expect(await found({ addOns: [{ id, quantity: 1 }] })).toBeUndefined();
    expect(await found({ addOns, coupon: "GREEN" })).toBeUndefined();
    expect(await found({ addOns, packagePrice: "150" })).toBeUndefined();
  });
});
