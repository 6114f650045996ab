import type { EmailingDependencies } from "#mail/mailer.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import type { Order } from "#orders/order.ts";
import { factsOf, queueOrderEmails } from "#orders/order-emails.server.ts";
import { paymentLimits } from "#orders/placing/order-limits.ts";
import {
  withdrawOrderPlaced,
  withdrawReminders,
} from "#orders/placing/order-placed-email.server.ts";
import type { Payments } from "#payments/payments.ts";
import { AppError } from "#platform/errors.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  type Sender,
} from "#platform/rate-limit.ts";
import type { Actor } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import type { BankAccount } from "#settings/bank-account.ts";
import { readBankTransfer } from "#settings/stored-settings.server.ts";
import { accountLines } from "../bank-transfer/account-lines.ts";
import { awaitedTransfer, storeTransfer } from "../bank-transfer/bank-transfer-tables.server.ts";
import { transferReference } from "../bank-transfer/transfer-reference.ts";
import { afterClosingCheckouts, leaveOtherWays, requireFreeWay } from "./open-ways.server.ts";
import { lockPayableOrder } from "./start-payment.ts";
import { noLongerOffered } from "./ways.ts";

interface ChooseDependencies extends EmailingDependencies, LimitedDependencies, Sender {
  readonly payments: Payments;
}

interface TransferChoices {
  /** True when the customer pays again after the warning that a payment may be on its way. */
  readonly again?: boolean;
  /** Id of the open way that the customer has left. */
  readonly left?: string | undefined;
}

/**
 * Records that the customer pays the own UnPaid order by bank transfer, and emails the account once
 * to the people of the company who see payments. A repeated call changes nothing. Throws
 * "unauthenticated", "not-found", "too-many", and "conflict" for an order that is not UnPaid, while
 * no transfers are offered, and as `requireFreeWay` says.
 */
export async function chooseBankTransfer(
  deps: ChooseDependencies,
  actor: Actor,
  orderId: string,
  choices: TransferChoices = {},
): Promise<void> {
  const { database, clock, payments, post } = deps;
  const customer = requireSignedIn(actor);
  await afterClosingCheckouts<void>(deps, (closed) =>
    database.write(async (tx) => {
      const order = await lockPayableOrder(tx, actor, orderId);
      const account = await readBankTransfer(tx);
      if (account === null) throw new AppError("conflict", noLongerOffered);
      if ((await awaitedTransfer(tx, order.id)) !== null)
        return { kind: "done", result: undefined };
      const now = clock();
      const choice = { ...choices, way: "transfer", closed, now } as const;
      const free = await requireFreeWay(tx, payments, order, choice);
      if (free.toClose.length > 0) return { kind: "to-close", attempts: free.toClose };
      await countAttempt(tx, limiterOf(deps), paymentLimits(customer, deps));
      await leaveOtherWays(tx, order, free, now);
      const { accountId } = customer;
      const isFirst = await storeTransfer(tx, order.id, { accountId, at: now });
      // This email asks to pay, too, and says that nothing was chosen.
      await withdrawOrderPlaced(tx, order, now, ["orderPlaced"]);
      await withdrawReminders(tx, order, now);
      if (isFirst) await emailAccount(tx, post, order, account);
      return { kind: "done", result: undefined };
    }),
  );
}

async function emailAccount(
  tx: Parameters<typeof queueOrderEmails>[0],
  post: ChooseDependencies["post"],
  order: Order,
  account: BankAccount,
): Promise<void> {
  const facts = [
    ...factsOf(
      order,
      { amountCents: order.priceCents, knownBy: ["Reference", transferReference(order)] },
      { lines: await linesOfOrder(tx, order) },
    ),
    ...accountLines(account),
    ...(account.note === "" ? [] : [["Note", account.note] as const]),
  ];
  await queueOrderEmails(tx, post, order, [{ name: "transferAwaited", facts }]);
}
