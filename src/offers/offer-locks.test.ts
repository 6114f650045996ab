import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { deleteAccountOnRequest } from "#access/accounts/delete-account.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { openOffers } from "../../tests/support/orders/offers.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { registeredAdmin } from "../../tests/support/rights/access.ts";
import { acceptOffer } from "./accept-offer.ts";
import { changeOffer, makeOfferLink, sendOffer, withdrawOffer } from "./manage-offers.ts";
import { openOffer } from "./open-offer.ts";

const email = "zoe@example.com";
const acceptForm = {
  customerName: "Zoe Field",
  customerAddress: "1 Long Acre",
  customerCountry: "Norway",
  terms: "yes",
  version: 1,
};
/** Long enough for the other writer to do what it can before this one goes on. */
const headStartMs = 300;

async function openRaces(database: Database) {
  const all = await openOffers(database);
  const admin = await registeredAdmin(all.access, "admin@example.com");
  const rows = (table: "offers" | "offer_links" | "orders" | "user") =>
    database.read.selectFrom(table).selectAll().execute();

  /** Runs a write, and another one before the first is committed. */
  async function during(
    first: (database: Database) => Promise<unknown>,
    second: () => Promise<unknown>,
  ) {
    const done = Promise.withResolvers<void>();
    const slow: Database = Object.assign(Object.create(database), {
      write: (<T>(work: (tx: WriteTransaction) => Promise<T>) =>
        database.write(async (tx) => {
          const value = await work(tx);
          done.resolve();
          await wait(headStartMs);
          return value;
        })) satisfies Database["write"],
    });
    const running = first(slow);
    await Promise.race([done.promise, running]);
    return Promise.allSettled([running, second()]);
  }
  const deletes = (accountId: string, confirmation: string) => (database: Database) =>
    deleteAccountOnRequest({ ...all.access, database }, admin.actor, accountId, { confirmation });
  /** Runs `meanwhile` before the deletion of an account is committed. */
  async function deleting(
    { accountId, email }: { readonly accountId: string; readonly email: string },
    meanwhile: () => Promise<unknown>,
  ) {
    const [deletion, other] = await during(deletes(accountId, email), meanwhile);
    expect(deletion).toMatchObject({ status: "fulfilled" });
    return other;
  }
  return { ...all, rows, during, deletes, deleting };
}

describeOnEachDatabase("While an account is deleted", (openDatabase) => {
  const openAll = async () => openRaces(await openDatabase());

  test("nobody makes an offer to it", async () => {
    const { make, person, rows, deleting } = await openAll();
    const { actor } = await person("zoe");
    const { accountId } = actor;
    const made = await deleting(actor, () => make({ email: "", accountId, name: "" }));
    expect(made).toMatchObject({ reason: { issues: [{ path: "accountId" }] } });
    expect(await rows("offers")).toEqual([]);
  });

  test("nobody makes an offer to its company, or a link for it to one of a colleague", async () => {
    const { make, person, join, rows, deleting, deps } = await openAll();
    const [zoe, ben, cem] = [await person("zoe"), await person("ben"), await person("cem")];
    for (const one of [ben, cem]) {
      await join(zoe, one, { orders: true, payments: true, mayOrder: true });
    }
    const companyId = zoe.actor.accountId;
    const offer = await make({ email: "", companyId, sends: false });
    const sent = await deleting(ben.actor, () => sendOffer(deps, owner, offer.id));
    expect(sent).toMatchObject({ status: "fulfilled" });
    const copied = await deleting(cem.actor, () =>
      makeOfferLink(deps, owner, offer.id, cem.actor.email),
    );
    expect(copied).toMatchObject({ reason: { code: "invalid" } });
    expect((await rows("offer_links")).map((link) => "email" in link && link.email)).toEqual([
      email,
    ]);
    const made = await deleting(zoe.actor, () => make({ email: "", companyId }));
    expect(made).toMatchObject({ reason: { issues: [{ path: "companyId" }] } });
    expect(await rows("offers")).toEqual([]);
  });

  test("nobody accepts an offer to it", async () => {
    const { make, person, rows, deleting, open, prove, accept } = await openAll();
    const { actor } = await person("zoe");
    await make();
    const secret = await open();
    await prove(secret);
    const accepted = await deleting(actor, () => accept(secret));
    expect(accepted).toMatchObject({ reason: { code: "not-found" } });
    expect(await rows("orders")).toEqual([]);
    expect(JSON.stringify(await rows("user"))).not.toContain(email);
  });
});

describeOnEachDatabase("An account is deleted with its offers", (openDatabase) => {
  test("while the team changes or withdraws one, and while the customer opens or accepts it", async () => {
    const all = await openRaces(await openDatabase());
    const { make, person, rows, deps, changing, tokenTo, open, prove, during, deletes } = all;
    const acts: Record<string, (id: string, on: typeof deps) => Promise<unknown>> = {
      change: (id, on) => changeOffer(on, owner, id, { ...changing, version: 1, sends: true }),
      send: (id, on) => sendOffer(on, owner, id),
      withdraw: (id, on) => withdrawOffer(on, owner, id),
      open: async (_id, on) => openOffer(on, await tokenTo(email), ""),
      accept: async (_id, on) => {
        const secret = await open();
        await prove(secret);
        return acceptOffer(on, secret, acceptForm);
      },
    };
    for (const [name, act] of Object.entries(acts)) {
      const { actor } = await person("zoe");
      const { id } = await make();
      await open();
      const [acted, deletion] = await during(
        (database) => act(id, { ...deps, database }),
        () => deletes(actor.accountId, email)(deps.database),
      );
      expect([name, acted?.status, deletion?.status]).toEqual([name, "fulfilled", "fulfilled"]);
      expect(JSON.stringify([await rows("offers"), await rows("offer_links")])).not.toContain(
        email,
      );
      expect(await rows("offers")).toHaveLength(name === "accept" ? 1 : 0);
    }
    expect(JSON.stringify(await rows("orders"))).not.toContain(email);
  });
});
