import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { dailyEmailJobs } from "#conversation/news/daily-email.server.ts";
import { saveTeamChoices } from "#conversation/news/team-choices.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import { actorWithRole, system } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { setOrderStatus } from "../deliveries/set-order-status.ts";
import { readAssignmentRules, saveAssignmentRules } from "./assignment-rules.ts";
import { releaseOrders } from "./release-orders.server.ts";

const personOf = (accountId: string, role: "Worker" | "Manager") => ({
  accountId,
  email: `${accountId}@example.com`,
  name: "",
  role,
});
const team = [personOf("wim", "Worker"), personOf("wanda", "Worker"), personOf("max", "Manager")];
const worker = actorWithRole("Worker", personOf("wim", "Worker"));
const manager = actorWithRole("Manager", personOf("max", "Manager"));

async function openAgency(database: Database) {
  const opened = await openShop(database);
  const people = [...team];
  const readAssignees = async () => people;
  const shop = {
    ...opened,
    readAssignees,
    lockAssignee: readAssignees,
    post: { ...opened.post, readTeam: readAssignees },
  };
  const plans = await listRecords(database.read, pricingPackages);
  const planId = (name: string) => plans.find(({ packageName }) => packageName === name)?._id ?? "";
  const place = async (packageName = "Basic", price = "149", customer = ada) =>
    (await placeOrder(shop, customer, { ...orderForm, packageName, packagePrice: price })).id;
  const pay = async (id: string, amount = "149") => {
    const date = dayOf(shop.clock(), "UTC");
    await recordManualPayment(shop, owner, id, { amount, date, reference: "Bank", key: id });
    return (await findOrder(shop, owner, id)).assigneeId;
  };
  return {
    shop,
    people,
    planId,
    place,
    pay,
    save: (rules: Readonly<Record<string, readonly string[]>>, actor = owner) =>
      saveAssignmentRules(shop, actor, { rules: listOf(rules) }),
    listOf,
  };

  function listOf(rules: Readonly<Record<string, readonly string[]>>) {
    return Object.entries(rules).map(([plan, assignees]) => ({
      planId: plan === "" ? "" : planId(plan),
      assignees: [...assignees],
    }));
  }
}

describeOnEachDatabase("A rule about new orders", (openDatabase) => {
  test("assigns each paid order to the person with the fewest open orders", async () => {
    const { shop, save, place, pay } = await openAgency(await openDatabase());
    await save({ "": ["wim", "wanda"] });
    const assigned: (string | null)[] = [];
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) {
      const id = await place();
      ids.push(id);
      assigned.push(await pay(id));
    }
    expect(assigned).toEqual(["wanda", "wim", "wanda", "wim"]);
    // After these deliveries, Wim has no open order and Wanda has two.
    for (const id of [ids[1], ids[3]] as string[]) {
      await setOrderStatus(shop, owner, id, { orderStatus: "Delivered" });
    }
    expect([await pay(await place()), await pay(await place())]).toEqual(["wim", "wim"]);
  });

  test("emails the new assignee at once, or in the daily email", async () => {
    const database = await openDatabase();
    const { shop, save, place, pay } = await openAgency(database);
    await save({ "": ["wim"] });
    const id = await place();
    await pay(id);
    const mailsToWim = () =>
      database.read
        .selectFrom("mail_outbox")
        .select("letter")
        .where("recipient", "=", "wim@example.com")
        .execute();
    expect(await mailsToWim()).toEqual([{ letter: "orderAssigned" }]);
    await saveTeamChoices(shop, worker, { assignments: "daily" });
    await pay(await place());
    expect(await mailsToWim()).toHaveLength(1);
    shop.time.now += 24 * 3_600_000;
    while (await runDueJob({ ...shop, handlers: dailyEmailJobs(shop.post) }));
    expect((await mailsToWim()).map(({ letter }) => letter).toSorted()).toEqual([
      "dailyNewsOwner",
      "orderAssigned",
    ]);
  });

  test("assigns two orders that are paid at the same time to two people", async () => {
    const { save, place, pay } = await openAgency(await openDatabase());
    await save({ "": ["wim", "wanda"] });
    const ids = [await place(), await place("Basic", "149", ben)];
    const assigned = await Promise.all(ids.map((id) => pay(id)));
    expect(assigned.toSorted()).toEqual(["wanda", "wim"]);
  });

  test("skips people who have lost the role", async () => {
    const database = await openDatabase();
    const { shop, save, people, place, pay } = await openAgency(database);
    await save({ "": ["wim", "wanda"] });
    people.splice(1, 1);
    expect(await pay(await place())).toBe("wim");
    expect((await readAssignmentRules(shop, owner)).rules).toEqual([
      { planId: "", assignees: ["wim"] },
    ]);
    await database.write((tx) =>
      releaseOrders(tx, system, { accountId: "wim", label: "wim" }, shop.clock()),
    );
    expect(await pay(await place())).toBeNull();
    expect(
      await database.read.selectFrom("assignment_rules").select("account_id").execute(),
    ).toEqual([{ account_id: "wanda" }]);
  });
});

describeOnEachDatabase("The rules about new orders", (openDatabase) => {
  test("are changed by owners and managers only", async () => {
    const { save, shop } = await openAgency(await openDatabase());
    await save({ "": ["wim"] }, manager as typeof owner);
    for (const actor of [worker, ada]) {
      await expect(save({}, actor as typeof owner)).rejects.toMatchObject({ code: "forbidden" });
      await expect(readAssignmentRules(shop, actor)).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  test("keep the first of two changes that were made at the same time", async () => {
    const database = await openDatabase();
    const { shop, listOf } = await openAgency(database);
    const change = (rules: Readonly<Record<string, readonly string[]>>) =>
      saveAssignmentRules(shop, owner, { rules: listOf(rules), seen: [] });
    const results = await Promise.allSettled([
      change({ "": ["wim"], Basic: ["wanda"] }),
      change({ "": ["wim"], Standard: ["max"] }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "conflict" } });
    const entries = (await auditEntries(database)).filter(
      ({ action }) => action === "Change assignment rules",
    );
    expect(entries).toHaveLength(1);
  });
});
