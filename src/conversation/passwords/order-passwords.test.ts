import { expect, test } from "vitest";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { personalOrders } from "#orders/personal-orders.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { type TeamRole, teamRoles } from "#policy/roles.ts";
import { acceptDelivery } from "#work/deliveries/delivery-answers.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import {
  ada,
  type anyAccount,
  ben,
  openShop,
  orderForm,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { readOrderMessages } from "../messages/read-order-messages.ts";
import { sendOrderMessage } from "../messages/send-order-message.ts";
import { orderNewsJobs } from "../news/order-news.server.ts";
import { addOrderPassword } from "./add-order-password.ts";
import { replaceOrderPassword, withdrawOrderPassword } from "./change-order-password.ts";
import { orderPasswordJobs } from "./delete-expired-passwords.ts";
import { listOrderPasswords } from "./list-order-passwords.ts";
import {
  countUnreadablePasswords,
  passwordDeletionJob,
  passwordsPerOrder,
} from "./order-password.ts";
import { personalOrderPasswords } from "./personal-order-passwords.server.ts";
import { showOrderPassword } from "./show-order-password.ts";

const dayMs = 24 * 60 * 60_000;
const secretWords = "barley and hedgerow";
const fields = {
  label: "WordPress",
  userName: "ada",
  address: "https://bakery.example/wp-admin",
  password: secretWords,
};
const confirmed = { confirmed: true };

async function openVault(database: Database) {
  const shop = await openShop(database);
  const order = await placeOrder(shop, ada, orderForm);
  const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer 1", key: newId() };
  const pay = () => recordManualPayment(shop, owner, order.id, payment);
  const add = (input: object = {}, actor: Actor = ada) =>
    addOrderPassword(shop, actor, order.id, { ...fields, key: newId(), ...input });
  const show = (id: string, actor: Actor = owner, input: unknown = confirmed) =>
    showOrderPassword(shop, actor, order.id, id, input);
  const list = async (actor: Actor = ada) =>
    (await listOrderPasswords(shop, actor, order.id)).passwords;
  const settings = { days: 30 };
  const handlers = {
    ...orderPasswordJobs({ readDays: async () => settings.days }),
    ...orderNewsJobs(shop.post),
  };
  const runDueJobs = async () => {
    while (await runDueJob({ ...shop, handlers }));
  };
  /** Lets days pass, with the jobs of each day. */
  const pass = async (days: number) => {
    for (let day = 0; day < days; day++) {
      shop.time.now += dayMs;
      await runDueJobs();
    }
  };
  return { shop, database, order, pay, add, show, list, settings, runDueJobs, pass };
}

describeOnEachDatabase("The passwords of an order", (openDatabase) => {
  const open = async () => {
    const vault = await openVault(await openDatabase());
    await vault.pay();
    return vault;
  };

  test("are shown to an admin who confirms it, and each showing is audited and visible to the customer", async () => {
    const { shop, database, add, show, list } = await open();
    const { id } = await add();
    await expect(show(id, owner, {})).rejects.toMatchObject({ code: "invalid" });
    await expect(show(id, owner, { confirmed: false })).rejects.toMatchObject({ code: "invalid" });
    expect(await list()).toMatchObject([{ showings: [] }]);
    expect(await show(id)).toMatchObject({ label: "WordPress", password: secretWords });
    shop.time.now += 60_000;
    await show(id);
    const at = shop.time.now;
    expect(await list(owner)).toMatchObject([
      {
        showings: [
          { author: "own@example.com", at: at - 60_000 },
          { author: "own@example.com", at },
        ],
      },
    ]);
    // A customer sees no address of an admin.
    expect((await list())[0]?.showings).toEqual([
      { author: "", at: at - 60_000 },
      { author: "", at },
    ]);
    const entries = (await auditEntries(database)).filter(
      ({ action }) => action === "Show order password",
    );
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(await auditEntries(database))).not.toContain(secretWords);
  });

  test("are shown to owners, Managers and the Worker of the order, and to nobody else of the team", async () => {
    const { database, order, add, show } = await open();
    const { id } = await add();
    const assign = (assignee_id: string) =>
      database.write((tx) =>
        tx.updateTable("orders").set({ assignee_id }).where("id", "=", order.id).execute(),
      );
    const member = (role: TeamRole) =>
      actorWithRole(role, {
        accountId: `account-${role}`,
        email: `${role}@example.com`.toLowerCase(),
        confirmedRecently: true,
      });
    const rolesShown = async () => {
      const shown: TeamRole[] = [];
      for (const role of teamRoles) {
        await show(id, member(role)).then(
          () => shown.push(role),
          (error) => expect(["forbidden", "not-found"]).toContain(error.code),
        );
      }
      return shown;
    };
    expect(await rolesShown()).toEqual(["Admin", "Manager"]);
    for (const role of teamRoles) {
      await assign(`account-${role}`);
      const also = role === "Worker" ? ["Worker"] : [];
      expect([role, await rolesShown()]).toEqual([role, ["Admin", "Manager", ...also]]);
    }
    const { confirmedRecently: _, ...unconfirmed } = member("Worker");
    await assign(unconfirmed.accountId);
    await expect(show(id, unconfirmed as Actor)).rejects.toMatchObject({
      extra: { confirmationRequired: true },
    });
  });

  test("cannot be listed or changed by other customers and visitors, and no customer can read a stored password", async () => {
    const { shop, order, add, show, list } = await open();
    const { id } = await add();
    const change = { ...fields, version: 1 };
    const attempts = (actor: Actor, orderId = order.id) => [
      () => listOrderPasswords(shop, actor, orderId),
      () => addOrderPassword(shop, actor, orderId, { ...fields, key: newId() }),
      () => replaceOrderPassword(shop, actor, orderId, id, change),
      () => withdrawOrderPassword(shop, actor, orderId, id),
    ];
    for (const attempt of [...attempts(ben), ...attempts(ben, "unknown")]) {
      await expect(attempt()).rejects.toMatchObject({
        code: "not-found",
        message: "There is no such order.",
      });
    }
    for (const attempt of attempts(visitor)) {
      await expect(attempt()).rejects.toMatchObject({ code: "unauthenticated" });
    }
    for (const actor of [ada, ben]) {
      await expect(show(id, actor)).rejects.toMatchObject({ code: "forbidden" });
    }
    // An admin changes no password of a customer.
    for (const attempt of attempts(owner).slice(2)) {
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
    }
    // A browser that was left open shows no password before the person confirms again.
    const { confirmedRecently: _longAgo, ...left } = owner as Extract<Actor, { kind: "admin" }>;
    await expect(show(id, left)).rejects.toMatchObject({ extra: { confirmationRequired: true } });
    const another = await placeOrder(shop, ben, orderForm);
    await expectRefused("not-found", showOrderPassword(shop, owner, another.id, id, confirmed));
    expect(await list()).toMatchObject([{ version: 1, showings: [] }]);
  });

  test("are stored once for each form, also if it arrives twice at once", async () => {
    const { add, list } = await open();
    const key = newId();
    const added = await Promise.all([add({ key }), add({ key })]);
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
    await expect(add({ key, password: "another" })).rejects.toMatchObject({ code: "key-reused" });
  });

  test("can be withdrawn, and replaced only from the version that the customer saw", async () => {
    const { shop, order, add, show, list } = await open();
    const { id } = await add();
    const replace = (password: string, version: number) =>
      replaceOrderPassword(shop, ada, order.id, id, { ...fields, password, version });
    await replace("wheat and stone", 1);
    await expect(replace("from an old tab", 1)).rejects.toMatchObject({ code: "conflict" });
    expect(await show(id)).toMatchObject({ password: "wheat and stone" });
    expect(await list()).toMatchObject([{ version: 2, showings: [{}] }]);
    await withdrawOrderPassword(shop, ada, order.id, id);
    expect(await list()).toEqual([]);
    await expect(show(id)).rejects.toMatchObject({ code: "not-found" });
    await expectRefused("not-found", withdrawOrderPassword(shop, ada, order.id, id));
  });

  test("are validated, and an order has at most thirty", async () => {
    const { add, list } = await open();
    for (const input of [
      { label: " " },
      { label: "a".repeat(101) },
      { label: "a\nb" },
      { password: "" },
      { password: "a".repeat(2001) },
      { password: "a\u0000" },
      { password: undefined },
      { userName: "a".repeat(201) },
      { address: "a".repeat(501) },
      { key: "" },
      { more: 1 },
    ]) {
      await expect(add(input)).rejects.toMatchObject({ code: "invalid" });
    }
    for (let count = 0; count < passwordsPerOrder; count++) await add();
    await expect(add()).rejects.toThrow("An order has at most 30 passwords");
    expect(await list()).toHaveLength(passwordsPerOrder);
  });

  test("are shown to an admin at most 30 times an hour", async () => {
    const { shop, order, add } = await open();
    const { id } = await add();
    const limited = { ...shop, configuration: { rateLimitFactor: 1 } };
    const show = () => showOrderPassword(limited, owner, order.id, id, confirmed);
    for (let count = 0; count < 30; count++) await show();
    await expect(show()).rejects.toMatchObject({ code: "too-many" });
    shop.time.now += 61 * 60_000;
    await show();
  });

  test("cannot be read with another SECRET or in another row, and can then be replaced", async () => {
    const { shop, database, order, add, show, list } = await open();
    const [first, second] = [await add(), await add({ password: "wheat and stone" })];
    const restored = { ...shop, secret: "another secret of forty characters......" };
    expect(await countUnreadablePasswords(database.read, shop.secret)).toBe(0);
    expect(await countUnreadablePasswords(database.read, restored.secret)).toBe(2);
    const attempt = showOrderPassword(restored, owner, order.id, first.id, confirmed);
    await expect(attempt).rejects.toThrow("can no longer be read");
    const found = await listOrderPasswords(restored, ada, order.id);
    expect(found.passwords.map(({ isReadable }) => isReadable)).toEqual([false, false]);
    expect((await list())[0]?.showings).toEqual([]);
    // The customer replaces the password, and it can be read again.
    const change = { ...fields, version: 1 };
    await replaceOrderPassword(restored, ada, order.id, first.id, change);
    expect(await countUnreadablePasswords(database.read, restored.secret)).toBe(1);
    const again = await showOrderPassword(restored, owner, order.id, first.id, confirmed);
    expect(again.password).toBe(secretWords);
    // A ciphertext that somebody copies to another row cannot be decrypted there.
    const third = await add();
    const { password } = await database.read
      .selectFrom("order_passwords")
      .select("password")
      .where("id", "=", second.id)
      .executeTakeFirstOrThrow();
    await database.write((tx) =>
      tx.updateTable("order_passwords").set({ password }).where("id", "=", third.id).execute(),
    );
    await expect(show(third.id)).rejects.toMatchObject({ code: "conflict" });
    expect(await show(second.id)).toMatchObject({ password: "wheat and stone" });
  });

  test("are deleted when their retention period after the acceptance is over", async () => {
    const { shop, order, add, list, settings, pass } = await open();
    await add();
    await pass(40);
    expect(await list()).toHaveLength(1);
    await setOrderStatus(shop, owner, order.id, { orderStatus: "Delivered" });
    await acceptDelivery(shop, ada, order.id, 1);
    await pass(29);
    const { id } = await add({ label: "Given later" });
    await pass(2);
    // A password that was given after the acceptance has thirty days of its own.
    expect((await list()).map((password) => password.id)).toEqual([id]);
    settings.days = 1;
    await pass(1);
    expect(await list()).toEqual([]);
    const jobs = shop.database.read.selectFrom("scheduled_jobs").select("subject");
    expect(await jobs.where("kind", "=", passwordDeletionJob).execute()).toEqual([]);
  });

  test("are deleted at once when the order is refunded in full", async () => {
    const { shop, database, order, add, show, list } = await open();
    const { id } = await add();
    await show(id);
    const { transaction_id: transactionId } = await database.read
      .selectFrom("payment_ledger")
      .select("transaction_id")
      .where("kind", "=", "payment")
      .executeTakeFirstOrThrow();
    const refund = (amount: string) =>
      recordManualRefund(shop, owner, order.id, {
        amount,
        date: "2026-11-20",
        reference: `Back ${amount}`,
        key: newId(),
        transactionId,
      });
    await refund("49.00");
    expect(await list()).toHaveLength(1);
    await refund("100.00");
    expect(await list()).toEqual([]);
    await expect(add()).rejects.toThrow("cancelled or refunded");
  });

  test("are deleted with the account, and its download has only their labels and times", async () => {
    const { database, order, add, show, list, runDueJobs } = await open();
    const { id } = await add();
    await show(id);
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const told = await personalRecords(database, personalOrderPasswords);
    expect(told).toEqual([
      {
        order: order.number,
        label: "WordPress",
        addedAt: expect.any(String),
        changedAt: expect.any(String),
        shownAt: [expect.any(String)],
      },
    ]);
    await database.write(async (tx) => {
      for (const data of [personalOrders, personalOrderPasswords]) await data.forget(tx, person);
    });
    expect(await list(owner)).toEqual([]);
    await expect(add({}, owner)).rejects.toThrow("The customer has deleted the account");
    await runDueJobs();
  });

  test("are not stored for an account that is being deleted", async () => {
    const { shop, order, list } = await open();
    const lockActorAccount: typeof anyAccount = async () => {
      throw new Error("The account is gone.");
    };
    const late = { ...shop, lockActorAccount };
    await expect(
      addOrderPassword(late, ada, order.id, { ...fields, key: newId() }),
    ).rejects.toThrow("The account is gone.");
    expect(await list()).toEqual([]);
  });
});

describeOnEachDatabase("A message with a password", (openDatabase) => {
  const text = "User: ada\nPassword: hunter2\nThanks!";
  const moved = "User: ada\nPassword: (moved to the passwords)\nThanks!";
  const open = async () => {
    const vault = await openVault(await openDatabase());
    await vault.pay();
    const { shop, order } = vault;
    const say = (actor: Actor, input: object) =>
      sendOrderMessage(shop, actor, order.id, { key: newId(), ...input });
    const texts = async () =>
      (await readOrderMessages(shop, owner, order.id)).messages.map((message) => message.text);
    return { ...vault, say, texts };
  };

  test("is stored only after its author, a customer or the team, has decided about the password", async () => {
    const { say, texts, list } = await open();
    for (const actor of [ada, owner]) {
      await expect(say(actor, { text })).rejects.toMatchObject({
        code: "invalid",
        extra: { code: "password-found" },
        issues: [{ path: "foundPasswords" }],
      });
    }
    expect(await texts()).toEqual([]);
    expect(await list()).toEqual([]);
    await say(ada, { text: "I forgot my password" });
  });

  test("moves its password to the order's passwords in the same transaction, once for each form", async () => {
    const { database, shop, say, texts, list, show, runDueJobs } = await open();
    const form = { text, foundPasswords: "move", key: newId() };
    await Promise.all([say(ada, form), say(ada, form)]);
    expect(await texts()).toEqual([moved]);
    const [password] = await list();
    expect(password).toMatchObject({ label: "From a message", addedBy: "customer" });
    expect(await list()).toHaveLength(1);
    expect(await show(password?.id ?? "")).toMatchObject({ password: "hunter2" });
    await say(owner, { text: "The login is bob, pw=barley77.", foundPasswords: "move" });
    expect((await list()).map(({ addedBy }) => addedBy)).toEqual(["customer", "team"]);
    shop.time.now += dayMs;
    await runDueJobs();
    const mails = JSON.stringify(
      await database.read.selectFrom("mail_outbox").selectAll().execute(),
    );
    expect(mails).toContain("moved to the passwords");
    expect(mails).not.toMatch(/hunter2|barley77/);
  });
});
