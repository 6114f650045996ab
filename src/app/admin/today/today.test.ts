import { afterAll, beforeAll, expect, test } from "vitest";
import { addPerson, storeCompany } from "#companies/company-people.server.ts";
import { saveTeamChoices } from "#conversation/news/team-choices.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, actorWithRole } from "#policy/actor.ts";
import { everyCompanyRight } from "#policy/company.ts";
import { listRefusedCalls, noteDoneAtProvider } from "#subscriptions/providers/refused-calls.ts";
import { owner } from "../../../../tests/support/orders/shop.ts";
import { storeAccount, switchOff } from "../../../../tests/support/payments/payment-accounts.ts";
import { verified } from "../../../../tests/support/rights/access.ts";
import { openSite, type TestSite, testAdmin } from "../../../../tests/support/servers/site.ts";
import { readOrdersList } from "../orders/orders-search.server.ts";
import { tasksOfToday } from "./today.server.ts";

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test("Today names an account that cannot charge plans, and plans of an absent provider", async () => {
  const { database, secret, payments, clock } = site.services;
  const connected = { ...payments, isFromEnvironment: false, mode: "test" as const };
  const services = { ...site.services, payments: connected };
  const tasks = async () => tasksOfToday(services, owner, { timeZone: "UTC" });
  const before = (await tasks()).map(({ id }) => id);
  const fresh = async () => (await tasks()).filter(({ id }) => !before.includes(id));
  const keys = { secretKey: "sk_test_1", webhookSecret: "whsec_1" };
  const credentials = { ...keys, plansFault: "It lacks a right." };
  const id = await storeAccount(database, { secret, mode: "test", credentials });
  expect(await fresh()).toMatchObject([
    {
      id: `account ${id}`,
      title: "Stripe (…nted) for test payments charges no plans by itself",
      detail: expect.stringMatching(/Plans? concerned: .+\. The payment settings name the rights/),
      path: "/settings/payments",
    },
  ]);
  await switchOff(database, id);
  expect(await fresh()).toEqual([]);

  const running = {
    id: newId(),
    number: 900,
    company_id: newId(),
    account_id: newId(),
    package_id: newId(),
    package_name: "Premium",
    price_cents: 100,
    currency: "USD",
    charged: "monthly" as const,
    minimum_cycles: 0,
    working_days: 1,
    included_rounds: 0,
    refund_days: 0,
    points: "[]",
    anchor_day: 1,
    provider: "stripe",
    provider_reference: "sub_1",
    created_at: clock(),
  };
  await database.write((tx) => tx.insertInto("subscriptions").values(running).execute());
  expect(await fresh()).toMatchObject([
    {
      title: "1 plan is charged by Stripe, which is not set up here any more",
      path: "/subscriptions",
    },
  ]);
  await database.write((tx) =>
    tx
      .updateTable("subscriptions")
      .set({ ended_at: clock() })
      .where("id", "=", running.id)
      .execute(),
  );
  expect(await fresh()).toEqual([]);
});

test("Today counts overdue orders, and its link lists exactly these orders", async () => {
  const customer = await site.register("ada@example.com");
  const admin = await site.admin();
  const form = {
    packageName: "Basic",
    customerName: "Ada Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  };
  const ids: string[] = [];
  for (const reference of ["one", "two", "three"]) {
    const answer = await customer.call("POST", "/api/new-order", form);
    const { _id: id } = (await answer.json()) as { _id: string };
    const date = new Date().toISOString().slice(0, 10);
    const payment = { amount: "149.00", date, reference };
    const headers = { "idempotency-key": reference };
    const paid = await admin.call("POST", `/api/order/${id}/payments`, payment, headers);
    const skipped = await admin.call("POST", `/api/order/${id}/brief/skipping`);
    expect([paid.status, skipped.status]).toEqual([201, 200]);
    ids.push(id);
  }
  const overdue = ids.slice(0, 2);
  const { services } = site;
  const monthsMs = 90 * 24 * 60 * 60 * 1000;
  await services.database.write(async (tx) => {
    const longAgo = services.clock() - monthsMs;
    await tx
      .updateTable("orders")
      .set({ paid_at: longAgo, placed_at: longAgo })
      .where("id", "in", overdue)
      .execute();
  });
  const tasks = await tasksOfToday(services, owner, { timeZone: "UTC" });
  const task = tasks.find(({ id }) => id === "overdue");
  expect(task).toMatchObject({ title: "2 orders are overdue", action: "View orders" });
  const request = new Request(`http://localhost:3000${task?.path}`);
  const { orders, problems } = await readOrdersList(services, owner, request);
  expect(problems).toEqual([]);
  expect([orders.total, orders.items.map(({ id }) => id)]).toEqual([2, overdue]);
  expect(orders.items.every(({ isOverdue }) => isOverdue)).toBe(true);
});

test("Today names a person of the team who shares a company with a customer to those who can separate them, and no longer once they are separated", async () => {
  const { services } = site;
  const admin = await site.admin();
  const idOf = async (email: string) => {
    const account = services.database.read.selectFrom("user").select("id");
    return (await account.where("email", "=", email).executeTakeFirstOrThrow()).id;
  };
  for (const email of ["cay@example.com", "dee@example.com"]) {
    await site.register(email);
    await verified(services, await idOf(email));
  }
  const [cay, dee] = [await idOf("cay@example.com"), await idOf("dee@example.com")];
  const user = { userEmail: "dee@example.com", userRole: "Worker" };
  await services.database.write(async (tx) => {
    const id = await storeCompany(tx, cay, 1);
    await tx.updateTable("companies").set({ name: "Green Oak" }).execute();
    await addPerson(tx, {
      companyId: id,
      accountId: dee,
      rights: everyCompanyRight,
      invitedBy: cay,
      at: 2,
    });
  });
  const refused = await admin.call("POST", "/api/add-user", user);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({
      detail:
        "dee@example.com belongs to Green Oak. Remove them there first, then give them the role.",
    }),
  ]);
  // An earlier version gave the role.
  await services.database.write((tx) =>
    tx
      .insertInto("user_records")
      .values({
        id: newId(),
        user_email: user.userEmail,
        email_key: user.userEmail,
        user_role: user.userRole,
        created_at: 1,
      })
      .execute(),
  );
  const shared = async (actor: Actor) =>
    (await tasksOfToday(services, actor, { timeZone: "UTC" })).filter(({ id }) =>
      id.startsWith("shared company"),
    );
  const manager = actorWithRole("Manager", { accountId: "max", email: "max@example.com" });
  for (const actor of [owner, manager]) {
    expect(await shared(actor)).toMatchObject([
      {
        title: "dee@example.com is on the team and belongs to Green Oak",
        path: `/people/${dee}#company`,
        action: "Separate",
      },
    ]);
  }
  const separated = await admin.call("DELETE", `/api/accounts/${dee}/company`);
  expect([separated.status, await shared(owner)]).toEqual([200, []]);
});

test("Today says that nobody is told about paid orders, with a link to the choice", async () => {
  const { services } = site;
  const warning = async () =>
    (await tasksOfToday(services, owner, { timeZone: "UTC" })).find(
      ({ id }) => id === "nobody told",
    );
  const customer = await site.register("told@example.com");
  await customer.call("POST", "/api/new-order", {
    packageName: "Basic",
    customerName: "Ada Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  });
  expect(await warning()).toBeUndefined();
  const people = await services.readAssignees(services.database.read);
  const [admin] = people.filter(({ email }) => email === testAdmin.email);
  const { accountId = "" } = admin ?? {};
  const actor: Actor = { kind: "admin", accountId, email: testAdmin.email };
  await saveTeamChoices(services, actor, { orders: "never" });
  expect(await warning()).toMatchObject({
    title: "Nobody is told about paid orders",
    path: "/admin/your-emails",
  });
  await saveTeamChoices(services, actor, { orders: "daily" });
  expect(await warning()).toBeUndefined();
});

test("Today says what a provider has refused about a plan, until somebody has dealt with it", async () => {
  const { services } = site;
  const customer = await site.register("eve@example.com");
  const answer = await customer.call("POST", "/api/new-order", {
    packageName: "Premium",
    customerName: "Eve Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  });
  const { _id: orderId } = (await answer.json()) as { _id: string };
  const { number } = await services.database.read
    .selectFrom("orders")
    .select("number")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { id } = await services.database.read
    .selectFrom("subscriptions")
    .select("id")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  await services.database.write(async (tx) => {
    const call = { id: newId(), subscription_id: id, provider: "paypal", reference: "I-1" };
    await tx
      .insertInto("subscription_calls")
      .values({
        ...call,
        kind: "cancel",
        until: null,
        terms: null,
        requested_at: services.clock(),
        state: "refused",
        reason: "PayPal knows no such subscription.",
        due_at: null,
        leased_until: 0,
        attempts: 3,
      })
      .execute();
  });
  const taskOf = async () => {
    const tasks = await tasksOfToday(services, owner, { timeZone: "UTC" });
    return tasks.find(({ path }) => path === `/subscriptions/${id}#refused`);
  };
  expect(await taskOf()).toMatchObject({
    title: "Eve Field: PayPal has not ended the charges",
    detail: `Premium, order ${number}. Cancel the subscription there, or the customer is charged after the last day. The reason: PayPal knows no such subscription.`,
  });
  const [refused] = await listRefusedCalls(services, owner, id);
  await noteDoneAtProvider(services, owner, id, refused?.id ?? "");
  expect(await taskOf()).toBeUndefined();
});
