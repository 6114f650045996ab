import { expect, test } from "vitest";
import { removePerson } from "#access/companies/own-company.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { orderNewsJobs } from "#conversation/news/order-news.server.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import {
  onlyOrders,
  onlyPayments,
  openCompanies,
} from "../../../tests/support/rights/companies.ts";
import { moveOrder } from "../companies/move-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { linkDays } from "./issue-link.server.ts";
import { enterLinkCode, sendLinkCode } from "./link-code.ts";
import { orderOfLink } from "./link-order.ts";
import { actorOfLink, openOrderLink, readOrderLink } from "./open-link.ts";
import { endLinks, listOrderAccess } from "./order-access.ts";
import { personalLinks } from "./personal-links.server.ts";

async function openLinks(database: Database) {
  const companies = await openCompanies(database);
  const { access, shop, person } = companies;
  const ada = await person("ada");
  const time = { ahead: 0 };
  const clock = () => access.clock() + time.ahead;
  const deps = { ...shop, post: { ...access.post, clock }, secret: access.post.secret };
  const all = {
    ...deps,
    database,
    clock,
    clientAddress: "203.0.113.7",
    // The real rate limits. Other tests use limits that are a thousand times higher.
    configuration: { rateLimitFactor: 1 },
  };
  const { id } = await placeOrder(deps, await companies.now(ada), orderForm);
  const textsTo = async (email: string, letter: string) => {
    const rows = await database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("recipient", "=", email)
      .where("letter", "in", [letter, ...(letter === "orderMessage" ? ["orderNews"] : [])])
      .orderBy("id")
      .execute();
    return rows.map(({ text_body }) => text_body);
  };
  const tokenTo = async (email: string, letter: string) => {
    const text = (await textsTo(email, letter)).at(-1) ?? "";
    return /order-link\?token=([\w-]+)/.exec(text)?.[1] ?? "";
  };
  async function open(email: string, letter: string) {
    const { secret } = await openOrderLink(all, await tokenTo(email, letter));
    const actor = () => actorOfLink(all, secret);
    return { secret, actor };
  }
  const codeTo = async (email: string) =>
    /code is (\d{6})/.exec((await textsTo(email, "linkCode")).at(-1) ?? "")?.[1] ?? "";
  const message = async (text: string) => {
    await sendOrderMessage(
      { ...all, lockActorAccount: lockOwner },
      owner,
      id,
      { text, key: text.replace(/\W/g, "-") },
      "team",
    );
    time.ahead += 15 * 60_000;
    while (await runDueJob({ ...all, handlers: orderNewsJobs(all.post) }));
  };
  return { ...companies, all, ada, id, time, tokenTo, textsTo, open, codeTo, message };
}

const email = "ada@example.com";

/** The owner of these tests has no account. */
const lockOwner = async (_: unknown, accountId: string) => ({
  accountId,
  email: "owner@example.com",
  emailVerified: true,
});

describeOnEachDatabase("A link without a login", (openDatabase) => {
  test("in the first email opens the payment of its order, and only a hash of its token is stored", async () => {
    const { all, id, ada, tokenTo, open } = await openLinks(await openDatabase());
    const token = await tokenTo(email, "orderPlaced");
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const link = await readOrderLink(all, token);
    expect(link).toMatchObject({ purpose: "payment", orderId: id, email });
    const { actor, secret } = await open(email, "orderPlaced");
    const stored = [
      ...(await all.database.read.selectFrom("order_links").selectAll().execute()),
      ...(await all.database.read.selectFrom("order_link_visits").selectAll().execute()),
    ];
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(await actor()).toMatchObject({
      kind: "link",
      purpose: "payment",
      orderId: id,
      accountId: ada.actor.accountId,
      isProven: false,
    });
    const { order } = await orderOfLink(all, (await actor()) ?? visitor, "see the payment");
    expect(order.id).toBe(id);
  });

  test("changes nothing when it is read, and can be opened in several browsers", async () => {
    const { all, tokenTo, open } = await openLinks(await openDatabase());
    const token = await tokenTo(email, "orderPlaced");
    const stored = () => all.database.read.selectFrom("order_links").selectAll().execute();
    const before = await stored();
    for (let times = 0; times < 3; times++) await readOrderLink(all, token);
    expect(await stored()).toEqual(before);
    const scanner = await open(email, "orderPlaced");
    const person = await open(email, "orderPlaced");
    expect(await scanner.actor()).toBeDefined();
    expect(await person.actor()).toBeDefined();
    for (let times = 0; times < 30; times++) await open(email, "orderPlaced");
    const visits = await all.database.read.selectFrom("order_link_visits").selectAll().execute();
    expect(visits).toHaveLength(20);
  });

  test("ends after 14 days, and its cookie after one", async () => {
    const { all, time, tokenTo, open } = await openLinks(await openDatabase());
    const token = await tokenTo(email, "orderPlaced");
    const { actor } = await open(email, "orderPlaced");
    const dayMs = 24 * 60 * 60 * 1000;
    time.ahead = dayMs + 1000;
    expect(await actor()).toBeUndefined();
    time.ahead = linkDays * dayMs - 60_000;
    await readOrderLink(all, token);
    time.ahead = linkDays * dayMs + 60_000;
    await expect(readOrderLink(all, token)).rejects.toMatchObject({ code: "not-found" });
    await expect(openOrderLink(all, token)).rejects.toMatchObject({ code: "not-found" });
    for (const wrong of ["", "x", "x".repeat(5000), "\u0000"]) {
      await expect(readOrderLink(all, wrong)).rejects.toMatchObject({ code: "not-found" });
      expect(await actorOfLink(all, wrong)).toBeUndefined();
    }
  });

  test("is deleted with its visits by an hourly job once it has expired, and not before", async () => {
    const { all, time, open, message, pay, id } = await openLinks(await openDatabase());
    await open(email, "orderPlaced");
    // A link that was opened was sent, so the payment does not withdraw its email.
    await all.database.write((tx) =>
      tx.updateTable("mail_outbox").set({ state: "sent", due_at: null }).execute(),
    );
    await pay(id);
    const dayMs = 24 * 60 * 60 * 1000;
    time.ahead = 3 * dayMs;
    await message("How is the barley?");
    const later = await open(email, "orderMessage");
    const counts = async () => {
      const rows = async (table: "order_links" | "order_link_visits") =>
        (await all.database.read.selectFrom(table).select("id").execute()).length;
      return [await rows("order_links"), await rows("order_link_visits")];
    };
    const [links = 0] = await counts();
    time.ahead = linkDays * dayMs - 60_000;
    await deleteAllExpired(all);
    expect(await counts()).toEqual([links, 2]);
    time.ahead = linkDays * dayMs + 60_000;
    await deleteAllExpired(all);
    const left = await all.database.read.selectFrom("order_links").select("expires_at").execute();
    expect(left.length).toBeLessThan(links);
    for (const { expires_at } of left) expect(expires_at).toBeGreaterThan(all.clock());
    expect(await counts()).toEqual([left.length, 1]);
    expect(await actorOfLink(all, later.secret)).toBeUndefined();
    time.ahead = (linkDays + 4) * dayMs;
    await deleteAllExpired(all);
    expect(await counts()).toEqual([0, 0]);
  });

  test("needs the newest code for a payment, and each code works once", async () => {
    const { all, open, codeTo } = await openLinks(await openDatabase());
    const { actor } = await open(email, "orderPlaced");
    const other = await open(email, "orderPlaced");
    const holder = async () => (await actor()) ?? visitor;
    const pay = async () => orderOfLink(all, await holder(), "pay the order");
    await expect(pay()).rejects.toMatchObject({ extra: { codeRequired: true } });
    await sendLinkCode(all, await holder());
    const first = await codeTo(email);
    await sendLinkCode(all, await holder());
    const second = await codeTo(email);
    const isOther = { code: "invalid" };
    if (first !== second) {
      await expect(enterLinkCode(all, await holder(), first)).rejects.toMatchObject(isOther);
    }
    // A code works only in the browser that requested the code.
    const elsewhere = (await other.actor()) ?? visitor;
    await expect(enterLinkCode(all, elsewhere, second)).rejects.toMatchObject(isOther);
    await enterLinkCode(all, await holder(), ` ${second.slice(0, 3)} ${second.slice(3)}`);
    expect((await pay()).customer.kind).toBe("customer");
    await expect(enterLinkCode(all, await holder(), second)).rejects.toMatchObject(isOther);
    await expect(
      orderOfLink(all, (await other.actor()) ?? visitor, "pay the order"),
    ).rejects.toMatchObject({ code: "forbidden" });
    expect(
      JSON.stringify(await all.database.read.selectFrom("order_link_visits").selectAll().execute()),
    ).not.toMatch(new RegExp(`(?<![\\w-])${second}(?![\\w-])`));
  });

  test("accepts one of several simultaneous uses of a code", async () => {
    const { all, open, codeTo } = await openLinks(await openDatabase());
    const { actor } = await open(email, "orderPlaced");
    const holder = (await actor()) ?? visitor;
    await sendLinkCode(all, holder);
    const code = await codeTo(email);
    const uses = Array.from({ length: 4 }, () => enterLinkCode(all, holder, code));
    const results = await Promise.allSettled(uses);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("makes a code invalid after five wrong guesses or 15 minutes, and sends at most six codes an hour", async () => {
    const { all, time, open, codeTo } = await openLinks(await openDatabase());
    const { actor } = await open(email, "orderPlaced");
    const holder = (await actor()) ?? visitor;
    await sendLinkCode(all, holder);
    const code = await codeTo(email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let times = 0; times < 5; times++) {
      await expect(enterLinkCode(all, holder, wrong)).rejects.toThrow("not the code");
    }
    await expect(enterLinkCode(all, holder, code)).rejects.toThrow("no longer valid");
    await sendLinkCode(all, holder);
    time.ahead = 15 * 60_000 + 1000;
    await expect(enterLinkCode(all, holder, await codeTo(email))).rejects.toThrow(
      "no longer valid",
    );
    for (let times = 0; times < 4; times++) await sendLinkCode(all, holder);
    await expect(sendLinkCode(all, holder)).rejects.toMatchObject({ code: "too-many" });
    await expect(sendLinkCode(all, visitor)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("ends at once when the order is moved, or the person is removed or has a new email address", async () => {
    const database = await openDatabase();
    const { all, deps, ada, id, person, join, now, open, message, pay } = await openLinks(database);
    const ben = await person("ben");
    const eve = await person("eve");
    await join(ada, ben, onlyOrders);
    await pay(id);
    await message("How is the barley?");
    const bens = await open("ben@example.com", "orderMessage");
    const adas = await open(email, "orderMessage");
    expect(await bens.actor()).toMatchObject({ purpose: "room", orderId: id });
    await removePerson(deps, await now(ada), ben.actor.accountId);
    expect(await bens.actor()).toBeUndefined();
    expect(await adas.actor()).toBeDefined();
    const move = { email: "eve@example.com", understood: "yes" };
    await moveOrder(all, owner, id, move);
    expect(await adas.actor()).toBeUndefined();
    expect(eve.actor.accountId).not.toBe(ada.actor.accountId);
    await moveOrder(all, owner, id, { ...move, email });
    expect(await adas.actor()).toBeDefined();
    await database.write((tx) =>
      tx
        .updateTable("user")
        .set({ email: "other@example.com" })
        .where("id", "=", ada.actor.accountId)
        .execute(),
    );
    expect(await adas.actor()).toBeUndefined();
  });

  test("opens nothing for a person of the team who shares the company, as older data allows", async () => {
    const { all, ada, id, person, join, message, pay, open } = await openLinks(
      await openDatabase(),
    );
    const ben = await person("ben");
    await join(ada, ben, onlyOrders);
    await pay(id);
    await message("How is the barley?");
    const bens = await open("ben@example.com", "orderMessage");
    expect(await bens.actor()).toMatchObject({ purpose: "room", orderId: id });
    await all.database.write((tx) =>
      tx
        .insertInto("user_records")
        .values({
          id: newId(),
          user_email: "ben@example.com",
          email_key: "ben@example.com",
          user_role: "Worker",
          created_at: 1,
        })
        .execute(),
    );
    expect(await bens.actor()).toBeUndefined();
  });

  test("is sent only to a person with the right to what it opens", async () => {
    const { all, ada, id, person, join, message, pay, tokenTo, textsTo } = await openLinks(
      await openDatabase(),
    );
    const ben = await person("ben");
    await join(ada, ben, onlyPayments);
    await pay(id);
    await message("How is the barley?");
    expect(await textsTo("ben@example.com", "orderMessage")).toEqual([]);
    expect(await textsTo("ben@example.com", "colleaguePaid")).toHaveLength(1);
    const link = await readOrderLink(all, await tokenTo(email, "orderMessage"));
    expect(link.purpose).toBe("room");
  });

  test("is deleted with the account, and is in the download of personal data without its token", async () => {
    const { all, ada, open, tokenTo } = await openLinks(await openDatabase());
    const { actor } = await open(email, "orderPlaced");
    const { accountId } = ada.actor;
    const records = [];
    for await (const chunk of personalLinks.records(all.database.read, {
      accountId,
      email,
      emailVerified: true,
    })) {
      records.push(...chunk);
    }
    expect(records).toMatchObject([{ opens: "payment" }]);
    expect(JSON.stringify(records)).not.toContain(await tokenTo(email, "orderPlaced"));
    await all.database.write((tx) =>
      personalLinks.forget(tx, { accountId, email, emailVerified: true }),
    );
    expect(await actor()).toBeUndefined();
    const visits = await all.database.read.selectFrom("order_link_visits").selectAll().execute();
    expect(visits).toEqual([]);
  });

  test("is listed for the company and the team, who end it at once", async () => {
    const { all, ada, id, person, join, now, open, message, pay } = await openLinks(
      await openDatabase(),
    );
    const ben = await person("ben");
    await join(ada, ben, onlyOrders);
    await pay(id);
    await message("How is the barley?");
    const adas = await open(email, "orderMessage");
    const bens = await open("ben@example.com", "orderMessage");
    const listed = await listOrderAccess(all, await now(ada), id);
    expect(listed.map(({ email: address, mayEnd }) => [address, mayEnd])).toEqual([
      [email, true],
      ["ben@example.com", true],
    ]);
    expect(listed[1]?.links).toMatchObject([{ purpose: "room", count: 1 }]);
    expect(listed[1]?.links[0]?.lastUsedAt).not.toBeNull();
    const seenByBen = await listOrderAccess(all, await now(ben), id);
    expect(seenByBen.map(({ mayEnd }) => mayEnd)).toEqual([false, true]);
    await expectRefused("forbidden", endLinks(all, await now(ben), id, ada.actor.accountId));
    await endLinks(all, await now(ben), id, ben.actor.accountId);
    expect(await bens.actor()).toBeUndefined();
    expect(await adas.actor()).toBeDefined();
    await endLinks(all, owner, id, ada.actor.accountId);
    await endLinks(all, owner, id, ada.actor.accountId);
    expect(await adas.actor()).toBeUndefined();
    const stranger = await person("eve");
    for (const actor of [await now(stranger)]) {
      await expectRefused("not-found", endLinks(all, actor, id, ada.actor.accountId));
    }
    await expectRefused("unauthenticated", listOrderAccess(all, visitor, id));
  });
});
