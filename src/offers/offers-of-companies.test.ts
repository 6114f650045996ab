import { expect, test } from "vitest";
import { mergeCompanies } from "#access/companies/merge-companies.ts";
import { leaveCompany, renameCompany } from "#access/companies/own-company.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { moveOrder } from "#orders/companies/move-order.ts";
import { findOrder } from "#orders/find-order.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { openOffers } from "../../tests/support/orders/offers.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { expectRefused } from "../../tests/support/refusals.ts";
import { openAcceptedOrder } from "./accept-offer.ts";
import { sendOffer } from "./manage-offers.ts";
import { readOpenOffer } from "./open-offer.ts";
import { pageOfOffers, readOffer } from "./read-offers.ts";

const everyRight = { orders: true, payments: true, mayOrder: true };
const into = (email: string) => ({ email, understood: "yes" });

describeOnEachDatabase("The offers of a company", (openDatabase) => {
  const openAll = async () => openOffers(await openDatabase());
  const found = async ({ deps }: Awaited<ReturnType<typeof openAll>>, q: string) =>
    (await pageOfOffers(deps, owner, { q, page: 1, pageSize: 20 })).items.map(({ id }) => id);

  test("have its name, and are found by it", async () => {
    const all = await openAll();
    const zoe = await all.person("zoe");
    const { id } = await all.make({ email: "", companyId: zoe.actor.accountId });
    await renameCompany(all.access, await zoe.now(), { name: "Long Acre Farm" });
    expect(await readOffer(all.deps, owner, id)).toMatchObject({ companyName: "Long Acre Farm" });
    expect(await found(all, "acre")).toEqual([id]);
  });

  test("go along when it is merged into another: open ones are accepted there, and once", async () => {
    const all = await openAll();
    const { access, deps, make, person, open, prove, accept, textsTo } = all;
    const [zoe, ben] = [await person("zoe"), await person("ben")];
    await renameCompany(access, await ben.now(), { name: "Ben & Sons" });
    const companyId = zoe.actor.accountId;
    const accepted = await make({ email: "", companyId });
    const first = await open();
    await prove(first);
    const { order } = await accept(first);
    const offer = await make({ email: "", companyId });
    const secret = await open();
    await prove(secret);

    await mergeCompanies(access, owner, companyId, into("ben@example.com"));
    const moved = await readOffer(deps, owner, offer.id);
    expect(moved).toMatchObject({ companyName: "Ben & Sons", state: "open" });
    expect(moved.people.map(({ email }) => email)).toContain("ben@example.com");
    expect(await found(all, "sons")).toHaveLength(2);
    await sendOffer(deps, owner, offer.id);
    expect(await textsTo("ben@example.com", "offerMade")).toHaveLength(1);
    expect(await readOpenOffer(deps, secret)).toMatchObject({ refusal: null });
    const { order: second } = await accept(secret);
    expect(second.companyId).toBe(moved.companyId);
    const benSecret = await open("ben@example.com");
    await prove(benSecret, "ben@example.com");
    expect((await accept(benSecret)).order.id).toBe(second.id);
    for (const { id } of [order, second]) {
      expect((await findOrder(deps, await ben.now(), id)).companyId).toBe(moved.companyId);
    }
    expect((await readOffer(deps, owner, accepted.id)).companyId).toBe(moved.companyId);
    expect((await inSnapshot(deps.database, checkLedger)).differences).toEqual([]);
  });

  test("stay with it when a person leaves, whose link then accepts nothing", async () => {
    const all = await openAll();
    const { access, deps, make, person, join, open, prove, accept } = all;
    const [zoe, ben] = [await person("zoe"), await person("ben")];
    await join(zoe, ben, everyRight);
    await make({ email: "", companyId: zoe.actor.accountId });
    const secret = await open("ben@example.com");
    await prove(secret, "ben@example.com");
    await leaveCompany(access, await ben.now());
    await expect(accept(secret)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("you do not belong to it any more"),
    });
    expect(await deps.database.read.selectFrom("orders").select("id").execute()).toEqual([]);
  });

  test("open no payment of an accepted order that was moved to another company", async () => {
    const { access, deps, make, person, open, prove, accept } = await openAll();
    const zoe = await person("zoe");
    await person("ben");
    const offer = await make({ email: "", companyId: zoe.actor.accountId });
    const secret = await open();
    await prove(secret);
    const { order } = await accept(secret);
    await moveOrder(access, owner, order.id, into("ben@example.com"));
    await expectRefused("not-found", openAcceptedOrder(deps, secret));
    await expectRefused("not-found", accept(secret));
    expect(await readOffer(deps, owner, offer.id)).toMatchObject({
      state: "accepted",
      order: { number: order.number, isUnpaid: true },
    });
    expect((await inSnapshot(deps.database, checkLedger)).differences).toEqual([]);
  });
});
