import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import type { Told } from "../../../tests/support/payments/protocols.ts";

const opened: Told = { kind: "dispute-opened", id: "D1", of: "TXN1" };
const won: Told = { kind: "dispute-won", id: "D1", of: "TXN1" };
const lost: Told = { kind: "dispute-lost", id: "D1", of: "TXN1" };

describeOnEachDatabase("The review that asks to answer a dispute", (openDatabase) => {
  const open = async () => {
    const checkout = await openProtocolCheckout(await openDatabase(), "stripe");
    const { arrive, message, shop } = checkout;
    await arrive(message({ id: "TXN1" }));
    return {
      ...checkout,
      tell: (...all: readonly Told[]) => arrive(...all.map((told) => message(told))),
      decisions: async () => {
        const rows = await shop.database.read
          .selectFrom("payment_notifications")
          .select(["resolved_by", "resolution_note"])
          .where("outcome", "=", "review")
          .execute();
        return rows.map(({ resolved_by, resolution_note }) => [resolved_by, resolution_note]);
      },
    };
  };

  test.each([
    ["is won", [opened, won], "The dispute was decided for you."],
    ["is lost", [opened, lost], "The dispute was decided for the customer."],
    [
      "was decided before it was reported",
      [lost, opened],
      "The dispute was decided for the customer.",
    ],
  ])("closes when the dispute %s", async (_, told, note) => {
    const { tell, decisions } = await open();
    await tell(...told);
    expect(await decisions()).toEqual([["Stripe", note]]);
  });

  test("stays open while another dispute is decided, and keeps what an admin has decided", async () => {
    const { tell, decisions, decide, onlyReview } = await open();
    await tell(opened, { ...lost, id: "D2" });
    expect(await decisions()).toEqual([[null, null]]);
    await decide((await onlyReview()).id, { decision: "dismiss", note: "Answered." });
    await tell(lost);
    expect(await decisions()).toEqual([["own@example.com", "Answered."]]);
  });
});
