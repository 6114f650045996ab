import { expect, test } from "vitest";
import { insertUserRecord } from "#access/admins/user-records.ts";
import { recordManualRefund } from "#money/manual-payments/record-manual-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { postFor } from "../../../tests/support/mail/post.ts";
import { changes, orderIn, proofs } from "../../../tests/support/orders/order-in-stage.ts";
import { distributeNews } from "../../../tests/support/orders/order-news.ts";
import { ada, ben, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { onlyOrders, openCompanies } from "../../../tests/support/rights/companies.ts";
import { orderTimeline } from "../timeline/order-timeline.ts";
import { acceptDelivery, askForChanges } from "./delivery-answers.ts";
import { orderDeliveries } from "./delivery-list.ts";
import { deliverOrder } from "./delivery-order.ts";
import { reopenOrder } from "./reopen-order.ts";
import { setOrderStatus } from "./set-order-status.ts";

describeOnEachDatabase("The answer to a delivery", (openDatabase) => {
  async function delivered() {
    const order = await orderIn("paid", await openDatabase());
    await order.deliver();
    const { shop, id } = order;
    const refund = () =>
      recordManualRefund(shop, owner, id, {
        amount: "149.00",
        date: "2026-11-20",
        reference: "Back",
        key: "refund",
        transactionId: `paid-${id}`,
      });
    return {
      ...order,
      refund,
      accept: (number = 1, actor = ada) => acceptDelivery(shop, actor, id, number),
      ask: (number = 1, input: object = changes, actor = ada) =>
        askForChanges(shop, actor, id, number, input),
      jobs: () =>
        shop.database.read
          .selectFrom("scheduled_jobs")
          .select("kind")
          .where("kind", "like", "delivery-%")
          .execute(),
    };
  }

  test("accepts the delivery once, tells the owner once, and cancels the scheduled jobs", async () => {
    const { accept, room, letters, jobs } = await delivered();
    expect(await jobs()).toHaveLength(2);
    await Promise.all([accept(), accept(), accept()]);
    expect(await room()).toMatchObject({
      stage: "accepted",
      underReview: null,
      deliveries: [{ answer: { kind: "accepted", way: "by-hand" } }],
    });
    expect(await letters()).toEqual(["deliveryAcceptedOwner"]);
    expect(await jobs()).toEqual([]);
  });

  test("asks for changes once with a text and points, and the order becomes Pending", async () => {
    const { shop, id, ask, room, letters, jobs } = await delivered();
    const same = { ...changes, points: [4, 2, 4], key: "one-key" };
    const asked = await Promise.all([ask(1, same), ask(1, same), ask(1, same)]);
    expect(asked).toEqual([{ round: 1 }, { round: 1 }, { round: 1 }]);
    expect(await room()).toMatchObject({
      stage: "in-work",
      rounds: 1,
      deliveries: [{ answer: { text: changes.text, positions: [2, 4], round: 1 } }],
    });
    expect((await findOrder(shop, ada, id)).orderStatus).toBe("Pending");
    expect(await letters()).toEqual(["changesAskedOwner"]);
    expect(await jobs()).toEqual([]);
    await expect(ask(1, changes)).rejects.toMatchObject({
      message: expect.stringMatching(/already/),
    });
  });

  test("is either an acceptance or a request for changes if the customer sends both at the same time", async () => {
    const { accept, ask, room, letters } = await delivered();
    const [accepted, asked] = await Promise.allSettled([accept(), ask()]);
    const { deliveries, stage } = await room();
    const won = deliveries[0]?.answer?.kind;
    expect([accepted.status, asked.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(stage).toBe(won === "accepted" ? "accepted" : "in-work");
    expect(accepted.status).toBe(won === "accepted" ? "fulfilled" : "rejected");
    const lost =
      accepted.status === "rejected" ? accepted.reason : (asked as PromiseRejectedResult).reason;
    expect(lost).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(
        won === "accepted"
          ? /have already accepted this delivery/
          : /have already asked for changes/,
      ),
    });
    expect(await letters()).toEqual([
      won === "accepted" ? "deliveryAcceptedOwner" : "changesAskedOwner",
    ]);
  });

  test("withdraws queued emails that ask for the answer, but not an email that was sent", async () => {
    const { shop, accept, letters } = await delivered();
    expect(await letters()).toEqual(["orderDelivered"]);
    await shop.database.write(async (tx) => {
      const sent = { state: "sent", sent_at: shop.clock() } as const;
      await tx
        .updateTable("mail_outbox")
        .set(sent)
        .where("letter", "=", "orderDelivered")
        .execute();
    });
    await accept();
    expect(await letters()).toEqual(["deliveryAcceptedOwner", "orderDelivered"]);

    const another = await delivered();
    expect(await another.letters()).toEqual(["orderDelivered"]);
    await another.accept();
    expect(await another.letters()).toEqual(["deliveryAcceptedOwner"]);
  });

  test("is refused after a refund, and the deliveries stay readable", async () => {
    const { refund, accept, ask, room, letters } = await delivered();
    await refund();
    await expect(accept()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/refunded/),
    });
    await expect(ask()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/refunded/),
    });
    expect(await room()).toMatchObject({
      stage: "cancelled",
      underReview: null,
      deliveries: [{ number: 1, answer: null }],
    });
    expect(await letters()).toEqual(["orderDelivered"]);
  });

  test("can be given only by the order's customer, and only to points of a delivery that exists", async () => {
    const { accept, ask, room } = await delivered();
    for (const actor of [ben, owner]) {
      await expect(accept(1, actor)).rejects.toMatchObject({ code: "not-found" });
      await expect(ask(1, changes, actor)).rejects.toMatchObject({ code: "not-found" });
    }
    const visitor = { kind: "visitor" } as const;
    await expect(accept(1, visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(accept(2)).rejects.toMatchObject({ code: "not-found" });
    await expect(ask(1, { text: " " })).rejects.toMatchObject({ code: "invalid" });
    const unknown = ask(1, { ...changes, points: [8] });
    await expect(unknown).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/Point 8/),
    });
    expect((await room()).underReview).toBe(1);
  });
});

const hourMs = 60 * 60 * 1000;

describeOnEachDatabase("A delivery without an answer", (openDatabase) => {
  test.each([
    // Clocks go forward on 28 March 2027 and back on 31 October 2027.
    ["forward", "2027-03-22T14:00:00Z", "2027-03-28T10:00:00Z", "2027-03-29T22:00:00Z"],
    ["back", "2027-10-26T13:00:00Z", "2027-11-01T11:00:00Z", "2027-11-02T23:00:00Z"],
  ])(
    "is accepted after one reminder at the end of the seventh day, also when the clocks go %s",
    async (_, at, remindAt, acceptAt) => {
      const { shop, id, deliver, runJobs, stage, letters } = await orderIn(
        "paid",
        await openDatabase(),
        { timeZone: "Europe/Oslo" },
      );
      shop.time.now = Date.parse(at);
      await deliver();
      const runAt = async (time: number) => {
        shop.time.now = time;
        await runJobs();
      };
      await runAt(Date.parse(remindAt) - 1);
      expect(await letters()).toEqual(["orderDelivered"]);
      await runAt(Date.parse(remindAt));
      expect(await letters()).toEqual(["deliveryReminder", "orderDelivered"]);
      await runAt(Date.parse(acceptAt) - 1);
      expect(await stage()).toBe("in-review");
      await runAt(Date.parse(acceptAt));
      await runAt(Date.parse(acceptAt) + 100 * hourMs);
      expect(await stage()).toBe("accepted");
      const { deliveries } = await orderDeliveries(shop, ada, id);
      expect(deliveries[0]).toMatchObject({
        reviewUntil: Date.parse(acceptAt),
        answer: { kind: "accepted", way: "by-time" },
      });
      expect(await letters()).toEqual([
        "deliveryAcceptedOwner",
        "deliveryReminder",
        "orderDelivered",
      ]);
      const late = askForChanges(shop, ada, id, 1, changes);
      await expect(late).rejects.toMatchObject({
        message: expect.stringMatching(/accepted automatically/),
      });
    },
  );

  test("is accepted seven whole days after the payment if the delivery was made before the payment", async () => {
    const { shop, pay, runJobs } = await orderIn("paid", await openDatabase(), {
      timeZone: "Europe/Oslo",
    });
    const { id } = await placeOrder(shop, ada, orderForm);
    shop.time.now = Date.parse("2026-11-02T10:00:00Z");
    await setOrderStatus(shop, owner, id, { orderStatus: "Delivered" });
    shop.time.now = Date.parse("2026-11-20T10:00:00Z");
    await runJobs();
    const room = () => orderDeliveries(shop, ada, id);
    expect(await room()).toMatchObject({ stage: "unpaid", deliveries: [{ answer: null }] });
    await pay(id);
    await runJobs();
    const acceptAt = Date.parse("2026-11-27T23:00:00Z");
    expect(await room()).toMatchObject({
      stage: "in-review",
      underReview: 1,
      deliveries: [{ reviewUntil: acceptAt, answer: null }],
    });
    shop.time.now = acceptAt - 1;
    await runJobs();
    expect((await room()).stage).toBe("in-review");
    const reminder = await shop.database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("letter", "=", "deliveryReminder")
      .execute();
    expect(reminder).toEqual([
      { text_body: expect.stringContaining("Last day for an answer: Nov 27, 2026") },
    ]);
    shop.time.now = acceptAt;
    await runJobs();
    expect(await room()).toMatchObject({
      stage: "accepted",
      deliveries: [{ answer: { kind: "accepted", way: "by-time" } }],
    });
  });

  test("is either accepted by time or answered by the customer if both happen at the same time", async () => {
    const { shop, id, deliver, runJobs, room, letters } = await orderIn(
      "paid",
      await openDatabase(),
    );
    await deliver();
    shop.time.now += 9 * 24 * hourMs;
    const asking = askForChanges(shop, ada, id, 1, changes).catch(() => "refused");
    const [, asked] = await Promise.all([runJobs(), asking]);
    const answer = (await room()).deliveries[0]?.answer?.kind;
    expect(answer).toBe(asked === "refused" ? "accepted" : "changes-asked");
    const told = (await letters()).filter((letter) => letter.endsWith("Owner"));
    expect(told).toHaveLength(1);
  });
});

describeOnEachDatabase("The person who answers a delivery", (openDatabase) => {
  test("is named to the company, the team and in the emails, without the address to a Worker", async () => {
    const companies = await openCompanies(await openDatabase());
    const { access, shop, person, join, place, pay, now } = companies;
    const [lea, pia, wim] = [await person("lea"), await person("pia"), await person("wim")];
    await join(lea, pia, onlyOrders);
    await access.database.write((tx) => insertUserRecord(tx, "wim@example.com", 1, "Worker"));
    const worker = await now(wim);
    const post = postFor({
      clock: shop.clock,
      ownerEmail: "own@example.com",
      readTeam: async () => [
        { accountId: wim.actor.accountId, email: "wim@example.com", role: "Worker", name: "" },
      ],
    });
    const room = { ...shop, post };
    const { id } = await place(lea);
    await pay(id);
    await shop.database.write((tx) =>
      tx
        .updateTable("orders")
        .set({ assignee_id: wim.actor.accountId })
        .where("id", "=", id)
        .execute(),
    );
    const deliver = () =>
      deliverOrder(room, owner, id, { text: "Sown.", points: proofs, key: newId() });
    await deliver();
    await askForChanges(room, await now(lea), id, 1, { ...changes, key: newId() });
    await deliver();
    await acceptDelivery(room, await now(pia), id, 2);
    await reopenOrder(room, await now(pia), id, 2, { text: "Wrong.", key: newId() });

    const answers = async (actor: Actor) =>
      (await orderDeliveries(room, actor, id)).deliveries.map(({ answer, reopening }) => [
        answer?.by,
        reopening?.by,
      ]);
    for (const actor of [await now(lea), await now(pia), owner]) {
      expect(await answers(actor)).toEqual([
        ["Ada Field", undefined],
        ["pia@example.com", "pia@example.com"],
      ]);
    }
    const colleague = "A colleague of Ada Field";
    expect(await answers(worker)).toEqual([
      ["Ada Field", undefined],
      [colleague, colleague],
    ]);
    const [, accepted] = (await orderDeliveries(room, await now(pia), id)).deliveries;
    expect(accepted?.answer?.isByReader).toBe(true);
    for (const [reader, actor] of [
      ["customer", await now(lea)],
      ["admin", owner],
    ] as const) {
      const entries = await orderTimeline(room, actor, id, reader);
      const named = entries.flatMap((entry) => ("by" in entry && entry.by) || []);
      expect(named).toEqual(["Ada Field", "pia@example.com", "pia@example.com"]);
    }

    await distributeNews(room);
    const rows = await shop.database.read
      .selectFrom("mail_outbox")
      .select(["recipient", "text_body"])
      .where("text_body", "like", "%Accepted by%")
      .orderBy("recipient")
      .execute();
    const facts = rows.map(({ recipient, text_body }) => [
      recipient,
      /Accepted by: (.*)/.exec(text_body)?.[1],
    ]);
    expect(facts).toEqual([
      ["own@example.com", "pia@example.com"],
      ["wim@example.com", colleague],
    ]);
  });
});
