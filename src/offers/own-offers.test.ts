import { expect, test } from "vitest";
import { requireSignedIn } from "#policy/rights.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { openOffers } from "../../tests/support/orders/offers.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { expectRefused } from "../../tests/support/refusals.ts";
import { onlyOrders } from "../../tests/support/rights/companies.ts";
import { changeOffer, withdrawOffer } from "./manage-offers.ts";
import { readOpenOffer } from "./open-offer.ts";
import { listOwnOffers, openOwnOffer } from "./own-offers.ts";
import { readOffer } from "./read-offers.ts";

describeOnEachDatabase("The open offers of a signed-in customer", (openDatabase) => {
  async function openAll() {
    const all = await openOffers(await openDatabase());
    const { person, deps } = all;
    const [zoe, ben, cem] = [await person("zoe"), await person("ben"), await person("cem")];
    await all.join(zoe, ben, { orders: true, payments: true, mayOrder: true });
    await all.join(zoe, cem, onlyOrders);
    const signedIn = async (one: typeof zoe) => requireSignedIn(await one.now());
    const seen = async (one: typeof zoe) =>
      (await listOwnOffers(deps, await signedIn(one))).map(({ id }) => id);
    const view = async (one: typeof zoe, id: string, earlier = "") =>
      (await openOwnOffer(deps, await signedIn(one), id, earlier)).secret;
    return { ...all, zoe, ben, cem, seen, view };
  }

  test("are those for the person and the company, and only for people who may accept them", async () => {
    const { make, zoe, ben, cem, seen, view, person, giveRole } = await openAll();
    const [dan, companyId] = [await person("dan"), zoe.actor.accountId];
    const own = await make();
    const ofCompany = await make({ email: "", companyId, lastDay: "2026-12-25" });
    expect(await seen(zoe)).toEqual([own.id, ofCompany.id]);
    expect(await seen(ben)).toEqual([ofCompany.id]);
    for (const one of [cem, dan]) {
      expect(await seen(one)).toEqual([]);
      for (const { id } of [own, ofCompany]) await expectRefused("not-found", view(one, id));
    }
    await expectRefused("not-found", view(ben, own.id));
    await giveRole(dan.actor.email, "Manager");
    expect(await seen(dan)).toEqual([]);
  });

  test("to an address are its account's only once the account has confirmed the address", async () => {
    const { make, seen, person, deps, access } = await openAll();
    const { registered } = await import("../../tests/support/rights/access.ts");
    const { id } = await make({ email: "new@example.com" });
    const stranger = await registered(access, "new@example.com");
    expect(await seen(stranger as never)).toEqual([]);
    await deps.database.write((tx) =>
      tx
        .updateTable("user")
        .set({ emailVerified: true })
        .where("id", "=", stranger.actor.accountId)
        .execute(),
    );
    expect(await seen(stranger as never)).toEqual([id]);
    expect(await person("other").then((other) => seen(other))).toEqual([]);
  });

  test("open without the link of the email, take its code, and are gone when they are not open", async () => {
    const { make, zoe, seen, view, deps, accept, prove, time, changing } = await openAll();
    const [offer, withdrawn, ended] = [
      await make({ sends: false }),
      await make(),
      await make({ lastDay: "2026-11-20" }),
    ];
    await withdrawOffer(deps, owner, withdrawn.id);
    time.now += 24 * 60 * 60_000;
    expect(await seen(zoe)).toEqual([offer.id]);
    for (const { id } of [withdrawn, ended]) await expectRefused("not-found", view(zoe, id));

    const secret = await view(zoe, offer.id);
    await changeOffer(deps, owner, offer.id, { ...changing, version: 1, price: "239" });
    const again = await view(zoe, offer.id, secret);
    expect(await readOpenOffer(deps, again)).toMatchObject({ comparedVersion: 1, refusal: null });
    const links = await deps.database.read
      .selectFrom("offer_links")
      .select("id")
      .where("offer_id", "=", offer.id)
      .execute();
    expect(links).toHaveLength(1);
    expect((await readOffer(deps, owner, offer.id)).events.map(({ kind }) => kind)).toEqual([
      "made",
      "opened",
      "changed",
      "opened",
    ]);
    await expect(accept(again, 2)).rejects.toMatchObject({ extra: { codeRequired: true } });
    await prove(again);
    expect((await accept(again, 2)).order.accountId).toBe(zoe.actor.accountId);
    expect(await seen(zoe)).toEqual([]);
  });
});
