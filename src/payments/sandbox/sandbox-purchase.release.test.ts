import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openSandboxShop, type SandboxShop } from "../../../tests/support/payments/sandbox-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { outcomes } from "./outcomes.ts";

const paid = [14900];
const half = [-7450, 14900];
const back = [-14900, 14900];

/** Expected results: the order's status, its ledger in cents, and open reviews. */
const ends: Readonly<
  Record<string, readonly [status: string, ledger: number[], reviews?: "review"]>
> = {
  completed: ["Paid", paid],
  "completed-twenty-times": ["Paid", paid],
  "completed-later": ["Paid", paid],
  "completed-window-closed": ["Paid", paid],
  "pending-then-completed": ["Paid", paid],
  pending: ["UnPaid", []],
  "out-of-order": ["Paid", half],
  denied: ["UnPaid", []],
  "wrong-amount": ["UnPaid", [], "review"],
  "wrong-currency": ["UnPaid", [], "review"],
  "wrong-receiver": ["UnPaid", [], "review"],
  "reused-transaction": ["UnPaid", [], "review"],
  refunded: ["Refunded", back],
  "partly-refunded": ["Paid", half],
  reversed: ["Refunded", back],
  "reversal-cancelled": ["Paid", [-14900, 14900, 14900]],
  "verification-invalid": ["UnPaid", []],
  "verification-garbage": ["Paid", paid],
  "verification-redirect": ["Paid", paid],
  "verification-error": ["Paid", paid],
  "verification-silent": ["Paid", paid],
  "no-notification": ["UnPaid", []],
};

/** Results that differ over the REST protocol. */
const restEnds: typeof ends = {
  // The response to the capture is enough to mark the order as Paid.
  "no-notification": ["Paid", paid],
  // The webhook says that a dispute was won, but does not prove an earlier reversal.
  "reversal-cancelled": ["Refunded", back, "review"],
};

const all = outcomes.map(({ value }) => value);
/**
 * These outcomes run first, one after the other: "reused-transaction" needs the id of a finished
 * payment.
 */
const inTurn = ["completed", "reused-transaction"];
const patience = { timeout: scaled(40_000), interval: 200 };

const protocols = ["standard", "rest"] as const;
type Purchase = Awaited<ReturnType<SandboxShop["buy"]>>;

async function buyEverything(shop: SandboxShop): Promise<ReadonlyMap<string, Purchase>> {
  const purchases = new Map<string, Purchase>();
  const buy = async (outcome: string) => purchases.set(outcome, await shop.buy(outcome));
  for (const outcome of inTurn) {
    await buy(outcome);
    const expected = outcome === "completed" ? "applied" : "review";
    await waitFor(async () => {
      const messages = await purchases.get(outcome)?.notifications();
      expect(messages?.map((message) => message.outcome)).toContain(expected);
    }, patience);
  }
  await Promise.all(all.filter((outcome) => !inTurn.includes(outcome)).map(buy));
  return purchases;
}

describeOnEachDatabase("A purchase in the sandbox", (openDatabase) => {
  const shops: SandboxShop[] = [];
  const bought = new Map<string, ReadonlyMap<string, Purchase>>();

  // Both protocols run at the same time, because most of the time is spent waiting.
  beforeAll(async () => {
    const open = async (protocol: (typeof protocols)[number]) => {
      const shop = await openSandboxShop(await openDatabase(), protocol);
      shops.push(shop);
      bought.set(protocol, await buyEverything(shop));
    };
    await Promise.all(protocols.map(open));
  }, scaled(60_000));
  afterAll(() => Promise.all(shops.map((shop) => shop.close())));

  describe.each(protocols)("over the %s protocol", (protocol) => {
    const purchaseOf = (outcome: string) => bought.get(protocol)?.get(outcome);

    test.each(all)(
      "sets status, ledger and reviews of the order for the outcome %s",
      { timeout: scaled(60_000) },
      async (outcome) => {
        const purchase = purchaseOf(outcome);
        if (purchase === undefined) throw new Error("It was not bought.");
        const [status, ledger, review] =
          (protocol === "rest" && restEnds[outcome]) || ends[outcome] || [];
        const seen = async () => {
          const messages = await purchase.notifications();
          return {
            status: await purchase.status(),
            ledger: await purchase.ledger(),
            isForReview: messages.some((message) => message.outcome === "review"),
            isUnheard: messages.some((message) => message.outcome === null),
          };
        };
        const expected = { status, ledger, isForReview: review !== undefined, isUnheard: false };
        await expect.poll(seen, patience).toEqual(expected);
      },
    );

    test("shows why a payment is pending", async () => {
      const messages = await purchaseOf("pending")?.notifications();
      expect(messages?.map(({ outcome_reason }) => outcome_reason)).toContainEqual(
        expect.stringMatching(
          /^The provider reports pending: no money has arrived yet, because PayPal is reviewing it for risk\.$/i,
        ),
      );
    });

    test("does not apply a notification that the provider declares invalid", async () => {
      const messages = (await purchaseOf("verification-invalid")?.notifications()) ?? [];
      expect(messages).toContainEqual(expect.objectContaining({ state: "invalid" }));
      expect(messages).not.toContainEqual(expect.objectContaining({ outcome: "applied" }));
    });
  });
});
