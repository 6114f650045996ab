import { afterAll, expect, test, vi } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { AppError } from "#platform/errors.ts";
import { actorWithRole, system } from "#policy/actor.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { expectRefused } from "../../tests/support/refusals.ts";

const seller = actorWithRole("Manager", { accountId: "s", email: "seller@example.com" });

// Every role that makes offers may give discounts, too; this seller may not. Test files share their
// modules, so this one loads its own.
vi.resetModules();
vi.doMock("#policy/rights.ts", async (original) => {
  const rights = await original<typeof import("#policy/rights.ts")>();
  return {
    ...rights,
    requireRight(...[actor, right]: Parameters<typeof rights.requireRight>) {
      if (actor === seller && right === "give discounts") throw new AppError("forbidden", right);
      rights.requireRight(actor, right);
    },
  };
});
const { openOffers } = await import("../../tests/support/orders/offers.ts");
const { changeOffer } = await import("./manage-offers.ts");
afterAll(() => {
  vi.doUnmock("#policy/rights.ts");
});

describeStore("Without the right to give discounts, somebody", (openDatabase) => {
  const openAll = async () => openOffers(await openDatabase());

  test("makes offers at the price of the plan or above, and none of nothing", async () => {
    const { make } = await openAll();
    const talk = { packageId: "", title: "A talk" };
    expect(await make({ price: undefined }, seller)).toMatchObject({ priceCents: 29_900 });
    expect(await make({ price: "350" }, seller)).toMatchObject({ priceCents: 35_000 });
    expect(await make({ ...talk, price: "20" }, seller)).toMatchObject({ priceCents: 2000 });
    await expectRefused("forbidden", make({ price: "298.99" }, seller));
    await expectRefused("forbidden", make({ ...talk, price: "0" }, seller));
  });

  test("changes a reduced offer only without touching what is sold and its price", async () => {
    const { make, changing, deps } = await openAll();
    const by = { actor: system, author: "test", at: deps.clock() };
    const dearer = { ...pricingPackages.example, packageName: "Standard", packagePrice: "990" };
    const { _id: sameName } = await deps.database.write((tx) =>
      insertRecord(tx, pricingPackages, dearer as never, by),
    );
    const { id } = await make();
    const change = (changes: object, version = 1) =>
      changeOffer(deps, seller, id, { ...changing, version, ...changes });
    for (const changes of [{ price: "248" }, { price: "250" }, { packageId: sameName }]) {
      await expectRefused("forbidden", change(changes));
    }
    expect(await change({ note: "Until Friday" })).toMatchObject({ version: 2 });
    expect(await change({ price: "299" }, 2)).toMatchObject({ priceCents: 29_900 });
  });

  test("does not make an offer of nothing by taking off what costs something", async () => {
    const { make, changing, deps, extraId } = await openAll();
    const talk = { packageId: "", title: "A talk", price: "0" };
    const addOns = [{ id: extraId("A translation"), quantity: 1 }];
    const { id } = await make({ ...talk, addOns }, seller);
    const change = { ...changing, ...talk, version: 1 };
    await expectRefused("forbidden", changeOffer(deps, seller, id, change));
    await changeOffer(deps, owner, id, change);
    const year = { ...change, version: 2, title: "A year of work" };
    await expectRefused("forbidden", changeOffer(deps, seller, id, year));
    const noted = { ...change, version: 2, note: "Until Friday" };
    expect(await changeOffer(deps, seller, id, noted)).toMatchObject({ version: 3 });
  });
});
