import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { addBriefQuestions } from "../../tests/support/orders/brief-questions.ts";
import { ada, owner } from "../../tests/support/orders/shop.ts";
import { openCheckout } from "../../tests/support/payments/checkout.ts";
import { cancelOrder } from "../money/cancelling/cancel-order.ts";
import { recordManualPayment } from "../money/manual-payments/record-manual-payment.ts";
import { newId } from "../platform/ids.ts";
import { saveAssignmentRules } from "../work/assignment/assignment-rules.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";

const wim = { accountId: "wim", email: "wim@example.com", name: "", role: "Worker" } as const;
const hourMs = 3_600_000;

describeOnEachDatabase("An order that becomes Paid", (openDatabase) => {
  /** An order with a website in checkout, with a rule that assigns all orders to Wim. */
  async function open() {
    const checkout = await openCheckout(await openDatabase());
    const { shop, order, message, arrive, onlyReview, decide } = checkout;
    const { database } = shop;
    const readAssignees = async () => [wim];
    Object.assign(shop.post, { readTeam: readAssignees });
    const deps = { ...shop, readAssignees, lockAssignee: readAssignees };
    await saveAssignmentRules(deps, owner, { rules: [{ planId: "", assignees: ["wim"] }] });
    await database.write((tx) =>
      tx.updateTable("orders").set({ customer_website: "https://ada.example" }).execute(),
    );
    const manual = { amount: "149", date: "2026-11-20", reference: "Bank", key: newId() };
    const pay = {
      "through the provider": () => arrive(message()),
      "by hand": () => recordManualPayment(shop, owner, order.id, manual),
      "by an accepted review": async () => {
        await arrive(message({ mc_gross: "148.00" }));
        await decide((await onlyReview()).id, { decision: "accept" });
      },
      "after it was cancelled": async () => {
        await cancelOrder(shop, ada, order.id);
        await arrive(message());
      },
    };
    async function consequences() {
      const { read } = database;
      const count = async (rows: Promise<readonly unknown[]>) => (await rows).length;
      const events = read.selectFrom("order_brief_events").selectAll();
      const letters = read.selectFrom("mail_outbox").select("letter").orderBy("letter");
      const sent = (await letters.execute()).map(({ letter }) => letter ?? "");
      const orders = read.selectFrom("orders").select("assignee_id");
      return {
        assignee: (await orders.executeTakeFirstOrThrow()).assignee_id,
        emails: sent.filter((letter) => /^(paid|paymentR|orderAssigned)/.test(letter)),
        briefs: await count(events.where("kind", "=", "begun").execute()),
        befores: await count(read.selectFrom("order_site_checks").selectAll().execute()),
        isAskedForBrief: (await count(read.selectFrom("order_news").selectAll().execute())) > 0,
      };
    }
    const acceptances = async () => {
      const jobs = database.read.selectFrom("scheduled_jobs").select("scheduled_for");
      const accepting = jobs.where("kind", "=", "delivery-acceptance");
      return (await accepting.execute()).map(({ scheduled_for }) => scheduled_for);
    };
    return { ...checkout, pay, consequences, acceptances };
  }
  type Way = keyof Awaited<ReturnType<typeof open>>["pay"];

  const received = ["orderAssigned", "paymentReceived", "paymentReceivedOwner"];
  test.each<readonly [Way, readonly string[]]>([
    ["through the provider", received],
    ["by hand", received],
    ["by an accepted review", received],
    ["after it was cancelled", ["orderAssigned", "paidAfterCancelling", "paymentReceivedOwner"]],
  ])("%s is assigned, announced and checked, once", async (way, emails) => {
    const { shop, pay, arrive, message, consequences, status } = await open();
    const before = { assignee: null, emails: [], briefs: 0, befores: 0, isAskedForBrief: false };
    expect(await consequences()).toEqual(before);
    await pay[way]();
    expect(await status()).toBe("Paid");
    const after = { assignee: "wim", emails, briefs: 0, befores: 1, isAskedForBrief: false };
    expect(await consequences()).toEqual(after);
    const ledger = shop.database.read.selectFrom("payment_ledger").selectAll();
    const payment = await ledger.where("kind", "=", "payment").executeTakeFirstOrThrow();
    if (payment.provider !== "outside") {
      const about = { parent_txn_id: payment.transaction_id ?? "" };
      const gross = String(payment.amount_cents / 100);
      const taken = { payment_status: "Reversed", txn_id: "R1", mc_gross: `-${gross}` };
      await arrive(message({ ...about, ...taken }));
      expect(await status()).toBe("Refunded");
      const back = { payment_status: "Canceled_Reversal", txn_id: "C1", mc_gross: gross };
      await arrive(message({ ...about, ...back }));
      expect(await status()).toBe("Paid");
    }
    await arrive(message({ txn_id: "TXN9" }));
    expect(await consequences()).toEqual({ ...after, emails: [...emails, "paidAgain"].sort() });
  });

  test.each<readonly [Way, boolean]>([
    ["by an accepted review", true],
    ["after it was cancelled", false],
  ])("%s gets its brief, once", async (way, isAskedForBrief) => {
    const { shop, pay, arrive, message, consequences } = await open();
    await addBriefQuestions(shop.database);
    await pay[way]();
    await arrive(message({ txn_id: "TXN9" }));
    // The check of the website waits for the brief.
    expect(await consequences()).toMatchObject({ briefs: 1, befores: 0, isAskedForBrief });
  });

  test.each<Way>(["through the provider", "by hand"])(
    "%s after its delivery gives the customer the whole time for an answer",
    async (way) => {
      const { shop, order, pay, acceptances } = await open();
      await setOrderStatus(shop, owner, order.id, { orderStatus: "Delivered" });
      const [first = 0] = await acceptances();
      shop.time.now += 50 * hourMs;
      await pay[way]();
      expect(await acceptances()).toEqual([first + 48 * hourMs]);
    },
  );
});
