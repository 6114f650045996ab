import { expect, test } from "vitest";
import { receiveMessage } from "#inbox/messages/receive-message.ts";
import { subscribe } from "#inbox/subscribers/subscribe.ts";
import { findOrder } from "#orders/find-order.ts";
import { listOrders } from "#orders/list-orders.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { system } from "#policy/actor.ts";
import { salesTotalCents } from "#sales/order-totals.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  formHeaders,
  notificationFor,
  openShop,
  orderForm,
  orderInCheckout,
} from "../../../tests/support/orders/shop.ts";
import { openVerifier } from "../../../tests/support/payments/verifier.ts";
import {
  type Access,
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  registeredAdmin,
  verified,
} from "../../../tests/support/rights/access.ts";
import { insertUserRecord, isAdminEmail } from "../admins/user-records.ts";
import { requestPasswordReset } from "../sessions/sign-in.ts";
import { deleteAccountOnRequest, deleteOwnAccount } from "./delete-account.ts";
import { saveProfile } from "./profile.ts";

const email = "ada@example.com";
const sender = { clientAddress: "203.0.113.7" };
const sure = { password: goodPassword, understood: "yes" };
const profile = { ...orderForm, customerWebsite: "https://field.example" };
const { packageName: _name, packagePrice: _price, ...details } = profile;

/** Returns all rows of all tables as one text, in which the tests search for personal data. */
async function everything({ database }: Access): Promise<string> {
  const tables = await database.read.introspection.getTables();
  const rows = tables.map(({ name }) =>
    database.read
      .selectFrom(name as "orders")
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(rows));
}

describeOnEachDatabase("The deletion of an account", (openDatabase) => {
  test("deletes every trace of the person except orders without personal data", async () => {
    const access = await openAccess(await openDatabase());
    const shop = await openShop(access.database);
    const ada = await registered(access, email);
    await verified(access, ada.actor.accountId);
    await saveProfile(access, ada.actor, details);
    const order = await placeOrder(shop, ada.actor, profile, "a key of ada's");
    await receiveMessage(access, sender, {
      email: "Ada@Example.com",
      name: "Ada Field",
      message: "Hello",
    });
    await subscribe(access, sender, { subemail: "Ada@example.com" });
    await requestPasswordReset(access, headersFrom("203.0.113.7"), email);

    await deleteOwnAccount(access, ada.actor, ada.headers, sure);

    const left = await everything(access);
    for (const word of ["ada@example.com", "Ada@", "Ada Field", "1 Long Acre", "field.example"]) {
      expect(left).not.toContain(word);
    }
    expect((await ada.now()).kind).toBe("visitor");
    expect(await findOrder(shop, system, order.id)).toMatchObject({
      number: order.number,
      accountId: ada.actor.accountId,
      priceCents: 14_900,
      customerCountry: "Norway",
      customerName: "Deleted customer",
      customerEmail: "",
    });
    for (const table of ["session", "account", "verification", "idempotency_keys"] as const) {
      expect(await access.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test("keeps messages and subscriptions of an address that the account has not verified", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    await receiveMessage(access, sender, { email, message: "From whoever has this address" });
    await subscribe(access, sender, { subemail: email });
    await deleteOwnAccount(access, ada.actor, ada.headers, sure);
    const { read } = access.database;
    expect(await read.selectFrom("messages").selectAll().execute()).toHaveLength(1);
    expect(await read.selectFrom("subscribers").selectAll().execute()).toHaveLength(1);
    const emails = read.selectFrom("mail_outbox").select("subject");
    expect(await emails.execute()).toEqual([{ subject: "We have received your message" }]);
  });

  test("allows a new account with the same address, which cannot see the old orders", async () => {
    const access = await openAccess(await openDatabase());
    const shop = await openShop(access.database);
    const ada = await registered(access, email);
    const order = await placeOrder(shop, ada.actor, orderForm);
    await deleteOwnAccount(access, ada.actor, ada.headers, sure);
    const other = await registered(access, email);
    const seen = [];
    for await (const chunk of listOrders(shop, other.actor)) seen.push(...chunk);
    expect(seen).toEqual([]);
    const found = findOrder(shop, other.actor, order.id);
    await expect(found).rejects.toMatchObject({ code: "not-found" });
  });

  test("lets a payment in progress still mark its order as paid", async () => {
    const access = await openAccess(await openDatabase());
    const verifier = await openVerifier();
    const shop = await openShop(access.database, { verifyUrl: verifier.url });
    const ada = await registered(access, email);
    const { order, fields } = await orderInCheckout(shop, ada.actor);
    await deleteOwnAccount(access, ada.actor, ada.headers, sure);
    await shop.payments.receive(notificationFor(fields), formHeaders);
    await shop.verifyAll();
    await verifier.close();
    expect((await findOrder(shop, system, order.id)).paymentStatus).toBe("Paid");
    expect(await salesTotalCents(shop, system)).toBe(14_900);
  });

  test("is refused without the password and the ticked confirmation", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, email);
    for (const [input, ...paths] of [
      [{ ...sure, password: "not the password" }, "password"],
      [{ ...sure, password: "" }, "password"],
      [{ password: goodPassword }, "understood"],
      [{}, "password", "understood"],
    ] as const) {
      const deletion = deleteOwnAccount(access, ada.actor, ada.headers, input);
      const issues = paths.map((path) => ({ path }));
      await expect(deletion).rejects.toMatchObject({ code: "invalid", issues });
    }
    expect((await ada.now()).kind).toBe("customer");
    // The password check signs in, and must end its own session again. The session of the
    // registration stays.
    expect(await access.database.read.selectFrom("session").selectAll().execute()).toHaveLength(1);
  });

  test("allows only ten wrong passwords, so that a stolen session cannot be used to guess the password", async () => {
    const access = await openAccess(await openDatabase(), { RATE_LIMIT_FACTOR: "1" });
    const ada = await registered(access, email);
    const wrong = { ...sure, password: "not the password" };
    const attempts = Array.from({ length: 12 }, () =>
      deleteOwnAccount(access, ada.actor, ada.headers, wrong),
    );
    const results = await Promise.allSettled(attempts);
    const codes = results.map((result) => result.status === "rejected" && result.reason.code);
    expect(codes.filter((code) => code === "too-many")).toHaveLength(2);
  });
});

describeOnEachDatabase("The account of an admin", (openDatabase) => {
  test("cannot be deleted while no other admin can sign in", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const last = () => deleteOwnAccount(access, owner.actor, owner.headers, sure);
    await expect(last()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/last owner/),
    });
    // An admin whose address is not verified does not count, because that admin cannot sign in.
    await access.database.write((tx) => insertUserRecord(tx, "invited@example.com", 1));
    await registered(access, "invited@example.com");
    await expect(last()).rejects.toMatchObject({ code: "conflict" });
    expect((await owner.now()).kind).toBe("admin");
  });

  test("stays for one of the last two admins when both delete their accounts at the same time", async () => {
    const access = await openAccess(await openDatabase());
    const all = [
      await registeredAdmin(access, "owner@example.com"),
      await registeredAdmin(access, "eve@example.com"),
    ];
    const results = await Promise.allSettled(
      all.map(({ actor, headers }) => deleteOwnAccount(access, actor, headers, sure)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { read } = access.database;
    const roles = await Promise.all(all.map(({ actor }) => isAdminEmail(read, actor.email)));
    expect(roles.filter(Boolean)).toHaveLength(1);
  });

  test("leaves no customer details when it is deleted, not even in the audit log", async () => {
    const access = await openAccess(await openDatabase());
    await registeredAdmin(access, "owner@example.com");
    const eve = await registeredAdmin(access, "eve@example.com");
    await saveProfile(access, eve.actor, { ...details, customerName: "Eve Hill" });
    await saveProfile(access, eve.actor, details);
    const log = await access.database.read.selectFrom("audit_log").selectAll().execute();
    expect(log.at(-1)).toMatchObject({
      action: "Update own profile",
      after_json: JSON.stringify({ changed: ["customerName"] }),
    });
    await deleteOwnAccount(access, eve.actor, eve.headers, sure);
    const left = await everything(access);
    for (const word of ["Eve Hill", "Ada Field", "1 Long Acre", "field.example"]) {
      expect(left).not.toContain(word);
    }
  });
});

describeOnEachDatabase("The deletion of an account on request", (openDatabase) => {
  const confirmation = { confirmation: "ADA@example.com " };

  test("needs an admin who types the person's address, and leaves an audit entry without the address", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const ada = await registered(access, email);
    const { accountId } = ada.actor;
    const ben = await registered(access, "ben@example.com");
    const stranger = deleteAccountOnRequest(access, ben.actor, accountId, confirmation);
    await expect(stranger).rejects.toMatchObject({ code: "forbidden" });
    const { confirmedRecently: _longAgo, ...left } = owner.actor;
    await expect(
      deleteAccountOnRequest(access, left, accountId, confirmation),
    ).rejects.toMatchObject({ extra: { confirmationRequired: true } });
    const slip = deleteAccountOnRequest(access, owner.actor, accountId, { confirmation: "ada" });
    await expect(slip).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "confirmation" }],
    });
    const own = { confirmation: "owner@example.com" };
    await expect(
      deleteAccountOnRequest(access, owner.actor, owner.actor.accountId, own),
    ).rejects.toMatchObject({ code: "conflict" });
    await deleteAccountOnRequest(access, owner.actor, accountId, confirmation);
    expect((await ada.now()).kind).toBe("visitor");
    const again = deleteAccountOnRequest(access, owner.actor, accountId, confirmation);
    await expect(again).rejects.toMatchObject({ code: "not-found" });
    const log = await access.database.read.selectFrom("audit_log").selectAll().execute();
    expect(log).toMatchObject([
      { action: "Delete account", subject_id: accountId, author: "owner@example.com" },
    ]);
    expect(await everything(access)).not.toContain(email);
  });
});
