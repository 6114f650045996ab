import { expect, test } from "vitest";
import { readOffer } from "#offers/read-offers.ts";
import { actorWithRole } from "#policy/actor.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import { openOffers } from "../../../../../tests/support/orders/offers.ts";
import { wholeOffer } from "./offer-row.server.ts";

const owner = actorWithRole("Admin", { accountId: "o", email: "owner@example.com" });
const reader = { locale: "en-US", timeZone: "UTC" };

describeStore("An offer in the panel", (openDatabase) => {
  test("is held up while its email waits for a mail server, and not while it is on its way", async () => {
    const { deps, make } = await openOffers(await openDatabase());
    const { id } = await make();
    const rowWith = async (sendsEmails: boolean) =>
      wholeOffer(await readOffer(deps, owner, id), reader, sendsEmails);
    expect(await rowWith(false)).toMatchObject({ isHeldUp: true, sent: "Waiting: no mail server" });
    const row = await rowWith(true);
    expect(row).toMatchObject({ isHeldUp: false, sent: "On its way" });
    // The newest event comes first.
    expect(row.events.map(({ what }) => what)).toEqual(["Email waits to be sent", "Made"]);
    await deps.database.write((tx) =>
      tx.updateTable("mail_outbox").set({ state: "failed" }).execute(),
    );
    expect(await rowWith(true)).toMatchObject({ isHeldUp: true, sent: "Not delivered" });
  });
});
