import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { type Protocol, protocolNames } from "../../../tests/support/payments/protocols.ts";
import { openSandboxShop, type SandboxShop } from "../../../tests/support/payments/sandbox-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { outcomes } from "./outcomes.ts";
import { stripeOutcomes } from "./stripe/stripe-outcomes.ts";

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

/** Results that differ over other protocols. */
const otherEnds: Readonly<Record<Protocol, typeof ends>> = {
  standard: {},
  rest: {
    // The response to the capture is enough to mark the order as Paid.
    "no-notification": ["Paid", paid],
    // The webhook says that a dispute was won, but does not prove an earlier reversal.
    "reversal-cancelled": ["Refunded", back, "review"],
  },
  stripe: {
    // The customer's return makes the shop ask for the session, whatever the event says.
    "no-notification": ["Paid", paid],
    "verification-invalid": ["Paid", paid],
    "slow-failed": ["UnPaid", []],
    expired: ["UnPaid", []],
    // The sweep finds the lost event; `sweep-reports.test.ts` runs it.
    lost: ["UnPaid", []],
    "refund-failed": ["Paid", [-14900, 14900, 14900], "review"],
    "refund-failed-first": ["Paid", [-14900, 14900, 14900], "review"],
    // Somebody had to answer the dispute in time, whatever was decided.
    "dispute-won": ["Paid", [-14900, 14900, 14900], "review"],
    "dispute-lost": ["Refunded", back, "review"],
  },
};

const all = {
  standard: outcomes.map(({ value }) => value),
  rest: outcomes.map(({ value }) => value),
  stripe: stripeOutcomes.map(({ value }) => value),
};

/** Why a payment is pending, in the words of each provider. */
const pendingReasons = {
  standard: "PayPal is reviewing it for risk",
  rest: "PayPal is reviewing it for risk",
  stripe: "the customer’s bank needs some days to confirm it",
};

/**
 * These outcomes run first, one after the other: "reused-transaction" needs the id of a finished
 * payment.
 */
const inTurn = ["completed", "reused-transaction"];
const patience = { timeout: scaled(40_000), interval: 200 };

type Purchase = Awaited<ReturnType<SandboxShop["buy"]>>;

async function buyEverything(
  shop: SandboxShop,
  protocol: Protocol,
): Promise<ReadonlyMap<string, Purchase>> {
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
  await Promise.all(all[protocol].filter((outcome) => !inTurn.includes(outcome)).map(buy));
  return purchases;
}

describeOnEachDatabase("A purchase in the sandbox", (openDatabase) => {
  const shops: SandboxShop[] = [];
  const bought = new Map<string, ReadonlyMap<string, Purchase>>();

  // All protocols run at the same time, because most of the time is spent waiting.
  beforeAll(async () => {
    const open = async (protocol: Protocol) => {
      const shop = await openSandboxShop(await openDatabase(), protocol);
      shops.push(shop);
      bought.set(protocol, await buyEverything(shop, protocol));
    };
    await Promise.all(protocolNames.map(open));
  }, scaled(60_000));
  afterAll(() => Promise.all(shops.map((shop) => shop.close())));

  describe.each(protocolNames)("over the %s protocol", (protocol) => {
    const purchaseOf = (outcome: string) => bought.get(protocol)?.get(outcome);

    test.each(all[protocol])(
      "sets status, ledger and reviews of the order for the outcome %s",
      { timeout: scaled(60_000) },
      async (outcome) => {
        const purchase = purchaseOf(outcome);
        if (purchase === undefined) throw new Error("It was not bought.");
        const [status, ledger, review] = otherEnds[protocol][outcome] ?? ends[outcome] ?? [];
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

    test.runIf(protocol === "stripe")("asks somebody to answer each dispute", async () => {
      const stripe = shops.find(({ provider }) => provider.displayName === "Stripe");
      if (stripe === undefined) throw new Error("There is no shop.");
      const opened = stripe.database.read
        .selectFrom("payment_notifications")
        .select(["outcome", "outcome_reason"])
        .where("payment_status", "=", "dispute opened");
      const review = {
        outcome: "review",
        outcome_reason: expect.stringContaining("Answer in Stripe’s dashboard by"),
      };
      await expect.poll(() => opened.execute(), patience).toEqual([review, review]);
    });

    test("shows why a payment is pending", async () => {
      const messages = await purchaseOf("pending")?.notifications();
      expect(messages?.map(({ outcome_reason }) => outcome_reason)).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^The provider reports (pending|unpaid): no money has arrived yet, because ${pendingReasons[protocol]}\\.$`,
            "i",
          ),
        ),
      );
    });

    test("does not apply a notification that the provider declares invalid", async () => {
      const messages = (await purchaseOf("verification-invalid")?.notifications()) ?? [];
      const denied = messages.filter(({ state }) => state === "invalid");
      expect(denied.map(({ outcome }) => outcome)).toEqual(["no-effect"]);
      // Over Stripe, the order is Paid by the answer to a question, never by the denied event.
      const applied = messages.filter(({ outcome }) => outcome === "applied");
      expect(applied.every(({ source }) => source === "answer")).toBe(true);
    });
  });
});
