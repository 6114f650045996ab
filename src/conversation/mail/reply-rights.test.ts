import { afterEach, expect, test, vi } from "vitest";
import { lockAccountOf } from "#access/accounts/accounts.server.ts";
import { deleteOwnAccount } from "#access/accounts/delete-account.ts";
import { insertUserRecord } from "#access/admins/user-records.ts";
import { removePerson } from "#access/companies/own-company.ts";
import { receiveMail } from "#mail/incoming/receive-mail.ts";
import type { Database } from "#platform/database/database.ts";
import type { TeamRole } from "#policy/roles.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { replyAddress } from "../../../tests/support/mail/replies.ts";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { goodPassword } from "../../../tests/support/rights/access.ts";
import { onlyOrders, openCompanies } from "../../../tests/support/rights/companies.ts";
import { replyReferences } from "../news/reply-address.ts";
import { judgeReplies } from "./judge-reply.ts";

const dayMs = 24 * 60 * 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Ada's paid order, and replies about it by accounts with their present rights. */
async function openRights(database: Database) {
  const companies = await openCompanies(database);
  const { access, shop, place, pay, person } = companies;
  const adaInPerson = await person("ada");
  const { id, number } = await place(adaInPerson);
  await pay(id);
  const time = { ahead: 0 };
  const clock = () => Date.now() + time.ahead;
  const post = { ...access.post, clock, replyAddress };
  const judgeMail = judgeReplies({
    post,
    clock,
    secret: post.secret,
    configuration: post.configuration,
    replyAddress,
    findSender: lockAccountOf,
    readOwnSender: async () => undefined,
    readAuthservId: async () => undefined,
  });
  type Person = typeof adaInPerson;
  /** The address of an email that the person gets now. */
  const addressOf = ({ actor }: Person, side: "customer" | "team" = "customer") =>
    replyReferences(post, { id, number }, side, actor).replyTo ?? "";
  const replyTo = async (to: string, from: string) => {
    const { state, reason } = await receiveMail(
      { database, clock, judgeMail, parse: parseHere },
      sampleMail({ from, to }),
    );
    return reason ?? state;
  };
  const giveRole = (email: string, role: TeamRole) =>
    database.write(async (tx) => {
      await tx.deleteFrom("user_records").where("email_key", "=", email).execute();
      await insertUserRecord(tx, email, 1, role);
    });
  const assign = (accountId: string | null) =>
    database.write((tx) =>
      tx.updateTable("orders").set({ assignee_id: accountId }).where("id", "=", id).execute(),
    );
  return {
    ...companies,
    database,
    shop,
    post,
    orderId: id,
    time,
    ada: adaInPerson,
    addressOf,
    replyTo,
    giveRole,
    assign,
  };
}

describeStore("A reply address", (openDatabase) => {
  const open = async () => openRights(await openDatabase());

  test("works for its own person only, also among colleagues", async () => {
    const { ada, person, join, addressOf, replyTo } = await open();
    const bea = await person("bea");
    await join(ada, bea, onlyOrders);
    expect(await replyTo(addressOf(ada), "ada@example.com")).toBe("added");
    expect(await replyTo(addressOf(bea), "BEA@example.com")).toBe("added");
    expect(await replyTo(addressOf(ada), "bea@example.com")).toBe("other-sender");
    expect(await replyTo(addressOf(bea), "ada@example.com")).toBe("other-sender");
    expect(await replyTo(addressOf(ada, "team"), "ada@example.com")).toBe("no-right");
  });

  test("ends when its person is removed from the company", async () => {
    const { deps, ada, person, now, join, addressOf, replyTo } = await open();
    const bea = await person("bea");
    await join(ada, bea, onlyOrders);
    const address = addressOf(bea);
    await removePerson(deps, await now(ada), bea.actor.accountId);
    expect(await replyTo(address, "bea@example.com")).toBe("no-right");
  });

  test("ends when its person gets another email address, for both addresses", async () => {
    const { database, ada, addressOf, replyTo } = await open();
    const address = addressOf(ada);
    await database.write((tx) =>
      tx
        .updateTable("user")
        .set({ email: "ada@example.net" })
        .where("id", "=", ada.actor.accountId)
        .execute(),
    );
    expect(await replyTo(address, "ada@example.com")).toBe("other-sender");
    expect(await replyTo(address, "ada@example.net")).toBe("other-sender");
  });

  test("ends when its person deletes the account, also for a new account with the email address", async () => {
    const { deps, ada, person, now, join, addressOf, replyTo } = await open();
    const bea = await person("bea");
    await join(ada, bea, onlyOrders);
    const address = addressOf(bea);
    const sure = { password: goodPassword, understood: "yes" };
    await deleteOwnAccount(deps, await now(bea), bea.headers, sure);
    expect(await replyTo(address, "bea@example.com")).toBe("other-sender");
    const again = await person("bea");
    await join(ada, again, onlyOrders);
    expect(await replyTo(address, "bea@example.com")).toBe("other-sender");
    expect(await replyTo(addressOf(again), "bea@example.com")).toBe("added");
  });

  test("ends when a Worker is no longer assigned to the order", async () => {
    const { person, addressOf, replyTo, giveRole, assign } = await open();
    const [wim, wen] = [await person("wim"), await person("wen")];
    for (const { actor } of [wim, wen]) await giveRole(actor.email, "Worker");
    const address = addressOf(wim, "team");
    expect(await replyTo(address, "wim@example.com")).toBe("no-right");
    await assign(wim.actor.accountId);
    expect(await replyTo(address, "wim@example.com")).toBe("added");
    expect(await replyTo(address, "wen@example.com")).toBe("other-sender");
    await assign(wen.actor.accountId);
    expect(await replyTo(address, "wim@example.com")).toBe("no-right");
  });

  test("ends when its person loses the role, or has one without orders", async () => {
    const { database, person, addressOf, replyTo, giveRole } = await open();
    const max = await person("max");
    await giveRole("max@example.com", "Manager");
    const address = addressOf(max, "team");
    expect(await replyTo(address, "max@example.com")).toBe("added");
    await giveRole("max@example.com", "Writer");
    expect(await replyTo(address, "max@example.com")).toBe("no-right");
    await database.write((tx) => tx.deleteFrom("user_records").execute());
    expect(await replyTo(address, "max@example.com")).toBe("no-right");
  });

  test("rests while its person lacks the second factor that the owner requires", async () => {
    const { database, access, person, addressOf, replyTo, giveRole, time } = await open();
    const max = await person("max");
    await giveRole("max@example.com", "Manager");
    const required = { name: "staffSecondFactor", value: "true", revision: 1 };
    await database.write((tx) =>
      tx
        .insertInto("settings")
        .values({ ...required, changed_by: "own@example.com", changed_at: Date.now() })
        .execute(),
    );
    expect(await replyTo(addressOf(max, "team"), "max@example.com")).toBe("added");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * dayMs });
    time.ahead = 0;
    expect(await replyTo(addressOf(max, "team"), "max@example.com")).toBe("no-right");
    const { internalAdapter } = await access.authentication.$context;
    await internalAdapter.updateUser(max.actor.accountId, { twoFactorEnabled: true });
    expect(await replyTo(addressOf(max, "team"), "max@example.com")).toBe("added");
  });

  test("expires after thirty days, and the next email has a new one", async () => {
    const { ada, addressOf, replyTo, time } = await open();
    const address = addressOf(ada);
    time.ahead = 29 * dayMs;
    expect(await replyTo(address, "ada@example.com")).toBe("added");
    time.ahead = 31 * dayMs;
    expect(await replyTo(address, "ada@example.com")).toBe("old-address");
    const next = addressOf(ada);
    expect(next).not.toBe(address);
    expect(await replyTo(next, "ada@example.com")).toBe("added");
  });
});
