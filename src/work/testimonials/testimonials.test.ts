import { expect, test } from "vitest";
import { testimonials } from "#content/blocks/testimonials.ts";
import { listHistory } from "#content/history/history.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { deleteRecord } from "#content/records/save-block.ts";
import { askForMoneyBack } from "#money/money-back/ask-for-money-back.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { orderIn, proofs } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { onlyPayments, openCompanies } from "../../../tests/support/rights/companies.ts";
import { acceptDelivery } from "../deliveries/delivery-answers.ts";
import { deliverOrder } from "../deliveries/delivery-order.ts";
import { reopenOrder } from "../deliveries/reopen-order.ts";
import { orderCompleteJobs } from "../next-month/tell-of-completion.ts";
import { orderTimeline } from "../timeline/order-timeline.ts";
import { declineTestimonial, publishTestimonial } from "./answer-testimonial.ts";
import { giveTestimonial } from "./give-testimonial.ts";
import { personalTestimonials } from "./personal-testimonials.server.ts";
import { listWaitingTestimonials, readTestimonial } from "./read-testimonial.ts";

const said = {
  words: "They cleared the weeds.\r\nWe sell more bread.",
  personName: "Ada Field",
  company: "Field Bakery",
  companyLink: "field.example",
  resultNumber: "41",
  resultText: "orders a month",
  resultPeriod: "March to September",
  consent: "yes",
};
const manager = actorWithRole("Manager", { accountId: "account-mia", email: "mia@example.com" });
const editor = actorWithRole("Editor", { accountId: "account-eve", email: "eve@example.com" });
const worker = actorWithRole("Worker", { accountId: "account-wim", email: "wim@example.com" });

describeOnEachDatabase("A testimonial after the acceptance", (openDatabase) => {
  async function acceptedOrder(stage: "paid" | "delivered" | "accepted" = "accepted") {
    const database = await openDatabase();
    const order = await orderIn(stage, database);
    const { shop, id } = order;
    return {
      ...order,
      give: (actor: Actor = ada, input: object = said) => giveTestimonial(shop, actor, id, input),
      publish: (actor: Actor = owner) => publishTestimonial(shop, actor, id),
      decline: (actor: Actor = owner) => declineTestimonial(shop, actor, id),
      isAsked: async (orderId = id) => (await readTestimonial(shop, ada, orderId)).isAsked,
      seen: (actor: Actor = owner) => readTestimonial(shop, actor, id),
      waiting: async () => (await listWaitingTestimonials(shop, owner, 5)).length,
      published: () => listRecords(database.read, testimonials),
    };
  }

  test("is asked for in the room and in the email that thanks for the acceptance", async () => {
    const { shop, database, id, isAsked, runJobs } = await acceptedOrder();
    expect(await isAsked()).toBe(true);
    await runJobs(orderCompleteJobs(shop.post));
    const [mail, ...others] = await queuedEmails(database, { letter: "orderComplete" });
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`/my-order/${id}#testimonial`);
  });

  test("is not asked for before the acceptance, nor after one without an answer", async () => {
    for (const stage of ["paid", "delivered"] as const) {
      const { isAsked, give } = await acceptedOrder(stage);
      expect(await isAsked()).toBe(false);
      await expect(give()).rejects.toThrow("does not take a testimonial");
    }
    const { shop, database, isAsked, runJobs } = await acceptedOrder("delivered");
    shop.time.now += 8 * 24 * 60 * 60_000;
    await runJobs();
    await runJobs(orderCompleteJobs(shop.post));
    expect(await isAsked()).toBe(false);
    const [mail] = await queuedEmails(database, { letter: "orderComplete" });
    expect(mail?.text).toContain("is complete");
    expect(mail?.text).not.toContain("#testimonial");
  });

  test("is not asked for once the order is reopened, refunded, or its money asked back", async () => {
    const reopened = await acceptedOrder();
    await reopenOrder(reopened.shop, ada, reopened.id, 1, {
      text: "A link is dead.",
      key: newId(),
    });
    const refunded = await acceptedOrder();
    await refunded.refund("20.00");
    const askedBack = await acceptedOrder();
    await askForMoneyBack(askedBack.shop, ada, askedBack.id, { reason: "We closed." });
    for (const { isAsked, give } of [reopened, refunded, askedBack]) {
      expect(await isAsked()).toBe(false);
      await expect(give()).rejects.toMatchObject({ code: "conflict" });
    }
  });

  test("is asked for once for each company, whether it was given or not", async () => {
    const { shop, id, place, pay, isAsked, give, decline } = await acceptedOrder();
    const second = await place();
    await pay(second);
    await deliverOrder(shop, owner, second, { text: "Grown.", points: proofs, key: newId() });
    await acceptDelivery(shop, ada, second, 1);
    expect([await isAsked(id), await isAsked(second)]).toEqual([true, false]);
    await expect(giveTestimonial(shop, ada, second, said)).rejects.toMatchObject({
      code: "conflict",
    });
    await give();
    await decline();
    expect([await isAsked(id), await isAsked(second)]).toEqual([false, false]);
  });

  test("is stored once, if a form arrives three times and two colleagues send at once", async () => {
    const database = await openDatabase();
    const { shop, person, now, join, place, pay } = await openCompanies(database);
    const [first, second] = [await person("ada"), await person("zoe")];
    await join(first, second, onlyPayments);
    const { id } = await place(first);
    await pay(id);
    await deliverOrder(shop, owner, id, { text: "Sown.", points: proofs, key: newId() });
    const [adaNow, zoeNow] = [await now(first), await now(second)];
    await acceptDelivery(shop, adaNow, id, 1);
    const same = { ...said, key: newId() };
    const presses = await Promise.allSettled([
      giveTestimonial(shop, adaNow, id, same),
      giveTestimonial(shop, adaNow, id, same),
      giveTestimonial(shop, adaNow, id, same),
      giveTestimonial(shop, zoeNow, id, { ...said, words: "Zoe’s words", key: newId() }),
    ]);
    const rows = await database.read.selectFrom("given_testimonials").selectAll().execute();
    expect(rows).toHaveLength(1);
    const made = presses.filter(({ status }) => status === "fulfilled").length;
    expect(made).toBe(rows[0]?.words === "Zoe’s words" ? 1 : 3);
    const mails = await queuedEmails(database, { letter: "testimonialGivenOwner" });
    expect(mails.map(({ recipient }) => recipient)).toEqual(["own@example.com"]);
    expect(mails[0]?.text).toContain(`/admin/payment-status/${id}#testimonial`);
    await expect(giveTestimonial(shop, zoeNow, id, { ...said, key: newId() })).rejects.toThrow(
      "Your company has already sent us a testimonial",
    );
  });

  test("needs words, a name, the consent, and a number with what it counts", async () => {
    const { give, isAsked } = await acceptedOrder();
    const wrong = {
      words: { words: " \r\n " },
      personName: { personName: "" },
      consent: { consent: "" },
      resultText: { resultText: "" },
      resultNumber: { resultNumber: "" },
      companyLink: { companyLink: "javascript:alert(1)" },
      company: { company: "x".repeat(81) },
    };
    for (const [path, change] of Object.entries(wrong)) {
      await expect(give(ada, { ...said, ...change })).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path }],
      });
    }
    expect(await isAsked()).toBe(true);
  });

  test("is published once as the last item of the block, by two owners at once", async () => {
    const { shop, database, id, give, publish, decline, seen, waiting, published } =
      await acceptedOrder();
    await expect(publish()).rejects.toMatchObject({ code: "not-found" });
    await give();
    expect([await waiting(), await published()]).toEqual([1, []]);
    await Promise.all([publish(), publish(), publish()]);
    const [item, ...others] = await published();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      desc: "They cleared the weeds.\nWe sell more bread.",
      personName: "Ada Field",
      company: "Field Bakery",
      companyLink: "https://field.example",
      resultNumber: "41",
      image: "",
    });
    expect(await seen()).toMatchObject({ isOnSite: true, given: { answer: "published" } });
    expect(await waiting()).toBe(0);
    await expect(decline()).rejects.toThrow("Somebody else has published this testimonial");
    const history = await listHistory(shop, owner);
    expect(history.map(({ action }) => action)).toContain("created");
    const kinds = (await orderTimeline(shop, ada, id, "customer")).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["testimonial-given", "testimonial-published"]));
    await deleteRecord(shop, owner, testimonials, item?._id ?? "");
    expect((await seen()).isOnSite).toBe(false);
    await publish();
    expect(await published()).toEqual([]);
    expect(await auditEntries(database)).toContainEqual(
      expect.objectContaining({ action: "Add content" }),
    );
  });

  test("is declined once, without a word to the customer, and cannot be published then", async () => {
    const { shop, database, id, give, publish, decline, waiting, published } =
      await acceptedOrder();
    await give();
    const before = (await queuedEmails(database)).length;
    await Promise.all([decline(), decline()]);
    expect([await waiting(), (await queuedEmails(database)).length]).toEqual([0, before]);
    await expect(publish()).rejects.toThrow("Somebody else has declined this testimonial");
    expect(await published()).toEqual([]);
    const audit = await auditEntries(database);
    expect(audit.filter(({ action }) => action === "Decline testimonial")).toHaveLength(1);
    const shown = async (actor: Actor, reader: "customer" | "admin") =>
      (await orderTimeline(shop, actor, id, reader)).map(({ kind }) => kind);
    expect(await shown(owner, "admin")).toContain("testimonial-declined");
    expect(await shown(ada, "customer")).not.toContain("testimonial-declined");
  });

  test("is given by the customer, and answered by whoever publishes content and sees orders", async () => {
    const { shop, give, publish, decline, published } = await acceptedOrder();
    await expect(give(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    for (const other of [ben, owner, manager, worker]) {
      await expect(give(other)).rejects.toMatchObject({ code: "not-found" });
    }
    await give();
    const refused = [
      [visitor, "unauthenticated"],
      [ada, "forbidden"],
      [manager, "forbidden"],
      [worker, "forbidden"],
      [editor, "not-found"],
    ] as const;
    for (const [actor, code] of refused) {
      await expect(publish(actor)).rejects.toMatchObject({ code });
      await expect(decline(actor)).rejects.toMatchObject({ code });
    }
    for (const actor of [manager, worker, editor]) {
      await expect(listWaitingTestimonials(shop, actor, 5)).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    expect(await published()).toEqual([]);
  });

  test("is in the person's data, and loses its words with the account", async () => {
    const { database, give, publish, seen, waiting, isAsked, published } = await acceptedOrder();
    await give();
    expect(await personalRecords(database, personalTestimonials)).toMatchObject([
      { order: 1, name: "Ada Field", company: "Field Bakery", isPublished: false },
    ]);
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    await database.write((tx) => personalTestimonials.forget(tx, person));
    const { given } = await seen();
    expect(JSON.stringify(given)).not.toMatch(/weeds|Field|bakery|\b41\b/i);
    await expect(publish()).rejects.toThrow("The customer has deleted the account");
    expect([await waiting(), await isAsked(), await published()]).toEqual([0, false, []]);
  });
});
