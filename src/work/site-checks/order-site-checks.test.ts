import { expect, test } from "vitest";
import { changed, type SampleSite } from "#check/samples/sample-site.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { orderIn, proofs } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { openCrawls, siteOf } from "../../../tests/support/websites/crawled-site.ts";
import { orderDeliveries } from "../deliveries/delivery-list.ts";
import {
  checkOrderSite,
  differencesOfOrder,
  goOnWithoutBefore,
  orderSiteChecks,
} from "./order-site-checks.ts";
import { personalSiteChecks } from "./personal-site-checks.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
const poor = siteOf({ "/": { title: "", links: ["/bread/"] }, "/bread/": { title: "" } });
const better = siteOf({ "/": { links: ["/bread/"] }, "/bread/": {} });
const down = changed({ answers: {}, otherwise: { status: 503 } })(poor);
const worker: Actor = {
  kind: "staff",
  role: "Worker",
  accountId: "account-wim",
  email: "wim@example.com",
  confirmedRecently: true,
};

async function open(
  database: Database,
  site: SampleSite = poor,
  details: Readonly<Record<string, string>> = { customerWebsite: "https://sound.test/" },
) {
  const crawls = openCrawls(database, site);
  const order = await orderIn("paid", database, { details });
  order.shop.time.now = crawls.now();
  const services = { ...order.shop, siteChecks: { wake() {} } };
  const { id } = order;
  return {
    services,
    crawls,
    id,
    order,
    read: (actor: Actor = owner) => orderSiteChecks(services, actor, id),
    check: (input: Readonly<Record<string, string>> = {}, actor: Actor = owner) =>
      checkOrderSite(services, actor, id, input),
    async pass(ms: number) {
      crawls.pass(ms);
      order.shop.time.now += ms;
      await crawls.work();
    },
    differences: () => differencesOfOrder(database.read, id),
  };
}

describeStore("The website of an order", (openDatabase) => {
  test("is checked before the work and after each delivery, and the results are compared", async () => {
    const { order, crawls, read, differences } = await open(await openDatabase());
    expect(await read()).toMatchObject({
      website: "https://sound.test/",
      isChecking: true,
      after: null,
      before: { state: "waiting" },
    });
    await crawls.work();
    expect((await read(ada)).before).toMatchObject({
      state: "done",
      pages: 2,
      counts: { "title-missing": 2 },
    });
    expect(await differences()).toBeNull();
    crawls.change(better);
    await order.deliver();
    expect(await read()).toMatchObject({ isChecking: true, nextAfter: { state: "waiting" } });
    await crawls.work();
    expect(await read()).toMatchObject({ after: { counts: {} }, nextAfter: null });
    expect(await differences()).toMatchObject({
      beforePages: 2,
      afterPages: 2,
      gonePages: [],
      newPages: [],
      checks: [
        {
          check: "title-missing",
          before: 2,
          after: 0,
          mended: ["/", "/bread/"],
          added: [],
          same: [],
          notComparable: [],
        },
      ],
    });
  });

  test("is checked when the team asks, so that a delivery can use the result as a proof", async () => {
    const { crawls, check, read, differences } = await open(await openDatabase());
    await check();
    expect((await read()).before).toMatchObject({ state: "waiting" });
    await crawls.work();
    crawls.change(better);
    await Promise.all([check(), check()]);
    await crawls.work();
    expect((await differences())?.checks[0]?.mended).toEqual(["/", "/bread/"]);
    expect(crawls.requests.filter(({ address }) => address.endsWith("/bread/"))).toHaveLength(2);
  });

  test("is checked again for three days if it does not answer; then the team can go on without the first check", async () => {
    const database = await openDatabase();
    const { order, services, id, check, read, pass } = await open(database, down);
    const decide = () => goOnWithoutBefore(services, owner, id, { reason: "The site is new." });
    await pass(0);
    expect((await read()).before).toMatchObject({
      state: "waiting",
      nextAttemptAt: expect.any(Number),
    });
    await expect(decide()).rejects.toMatchObject({ code: "conflict" });
    for (let days = 0; days <= 3; days += 0.5) await pass(dayMs / 2);
    expect((await read()).before).toMatchObject({ state: "unreachable", counts: null });
    await order.deliver();
    expect((await read()).nextAfter).toBeNull();
    await decide();
    await decide();
    expect(await read()).toMatchObject({ before: null, withoutBefore: "The site is new." });
    const actions = (await auditEntries(database)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("Go on"))).toHaveLength(1);
    await check();
    expect(await read()).toMatchObject({ isChecking: true, nextAfter: { state: "waiting" } });
    await check();
    const rows = await database.read.selectFrom("order_site_checks").select("purpose").execute();
    expect(rows.map(({ purpose }) => purpose).sort()).toEqual(["after", "before", "before"]);
  });

  test("is seen by the order's customer and team only, and checked by the team alone", async () => {
    const database = await openDatabase();
    const { services, id, check, read } = await open(database);
    await expect(read(ben)).rejects.toMatchObject({ code: "not-found" });
    await expect(check({}, ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(read(worker)).rejects.toMatchObject({ code: "not-found" });
    await expect(check({}, worker)).rejects.toMatchObject({ code: "not-found" });
    const decide = goOnWithoutBefore(services, ada, id, { reason: "No." });
    await expect(decide).rejects.toMatchObject({ code: "forbidden" });
    await database.write((tx) =>
      tx.updateTable("orders").set({ assignee_id: "account-wim" }).where("id", "=", id).execute(),
    );
    expect(await read(worker)).toMatchObject({ isChecking: true });
    expect(await check({}, worker)).toMatchObject({ isChecking: true });
  });

  test("and its stored pages are deleted with the customer's account", async () => {
    const database = await openDatabase();
    const { crawls } = await open(database);
    await crawls.work();
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const records = await Array.fromAsync(personalSiteChecks.records(database.read, person));
    expect(records.flat()).toMatchObject([{ order: 1, website: "https://sound.test/" }]);
    await database.write((tx) => personalSiteChecks.forget(tx, person));
    for (const table of ["order_site_checks", "site_crawls", "site_crawl_parts"] as const) {
      expect(await database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test("proves a point by a fixed finding and its pages, even if a later check finds the fault again", async () => {
    const { order, crawls, check, id, services } = await open(await openDatabase());
    // The dead link is there before and after.
    const home = { links: ["/bread/", "/gone/"] };
    crawls.change(siteOf({ "/": { ...home, title: "" }, "/bread/": { title: "" } }));
    await crawls.work();
    const withProof = (value: string) => ({
      points: proofs.map((proof) =>
        proof.position === 2 ? { position: 2, kind: "check", value } : proof,
      ),
    });
    const isRefused = { issues: [{ path: "points.1.value" }] };
    await expect(order.deliver(withProof("title-missing"))).rejects.toMatchObject(isRefused);
    crawls.change(siteOf({ "/": home, "/bread/": {} }));
    await check();
    await crawls.work();
    for (const unproven of ["viewport", "broken-links"]) {
      await expect(order.deliver(withProof(unproven))).rejects.toMatchObject(isRefused);
    }
    await order.deliver(withProof("title-missing"));
    crawls.change(poor);
    await crawls.work();
    const { deliveries } = await orderDeliveries(services, ada, id);
    expect(deliveries[0]?.points[1]).toMatchObject({
      kind: "check",
      value: "Pages without a title: 2 → 0",
      check: { id: "title-missing", pages: ["/", "/bread/"], website: "https://sound.test/" },
    });
    expect(deliveries[0]?.points[0]).toMatchObject({ kind: "link", check: null });
  });
});
