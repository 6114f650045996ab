import type { IncomingMail } from "#mail/incoming/parse-incoming-mail.ts";
import type { Order } from "#orders/order.ts";
import { selectOrder, selectOrdersByNumber } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import {
  type Correspondent,
  isGenuine,
  issuedAt,
  isTokenOf,
  replyTokensIn,
} from "../news/reply-address.ts";
import type { Side } from "../order-message-tables.server.ts";

/** What leads from an email to an order. */
export interface ReplyTarget {
  readonly order: Order;
  readonly side: Side;
  /**
   * - `address`: a reply address of one person.
   * - `unnamed-address`: a reply address of an earlier version, which names no person.
   * - `reference`: the Message-ID of an email of the site, which everybody in the conversation sees.
   */
  readonly by: "address" | "unnamed-address" | "reference";
  /** Time of the email that this email answers; of its day for a reply address. */
  readonly since: number;
  /** Whether the answered email was sent to this person. */
  readonly isOf: (person: Correspondent) => boolean;
}

interface TargetDependencies {
  readonly secret: string;
  readonly replyAddress: string;
}

/** Emails that a person can answer, each with the side that gets it. */
const answeredLetters: Readonly<Record<string, Side>> = {
  orderMessage: "customer",
  orderNews: "customer",
  orderMessageOwner: "team",
  orderNewsOwner: "team",
  orderNewsWorker: "team",
  orderAssigned: "team",
};

/**
 * The orders that an email answers: by the reply addresses among its recipients or, where mail
 * servers drop the part after the plus, by the Message-ID of an email that the site has sent.
 */
export async function targetsOf(
  tx: WriteTransaction,
  { secret, replyAddress }: TargetDependencies,
  { recipients, answers }: IncomingMail,
): Promise<readonly ReplyTarget[]> {
  const targets: ReplyTarget[] = [];
  for (const token of replyTokensIn(recipients, replyAddress)) {
    const [order] = await selectOrdersByNumber(tx, [token.orderNumber]);
    if (order === undefined || !isGenuine(secret, order, token)) continue;
    const isNamed = token.person !== "";
    targets.push({
      order,
      side: token.side,
      by: isNamed ? "address" : "unnamed-address",
      since: isNamed ? issuedAt(token) : 0,
      isOf: (person) => isTokenOf(secret, person, token),
    });
  }
  if (targets.length > 0) return targets;
  const answered = await answeredEmail(tx, answers);
  return answered === undefined ? [] : [answered];
}

async function answeredEmail(
  tx: WriteTransaction,
  answers: IncomingMail["answers"],
): Promise<ReplyTarget | undefined> {
  const ids = answers.flatMap((id) => /^([\da-f-]{36})@furrow$/.exec(id)?.[1] ?? []);
  if (ids.length === 0) return undefined;
  const mails = await tx
    .selectFrom("mail_outbox")
    .select(["id", "about", "letter", "recipient_key", "created_at"])
    .where("id", "in", ids)
    .where("letter", "in", Object.keys(answeredLetters))
    .execute();
  const [latest] = mails.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const order = latest?.about ? await selectOrder(tx, latest.about) : undefined;
  if (latest === undefined || order === undefined) return undefined;
  return {
    order,
    side: answeredLetters[latest.letter ?? ""] ?? "team",
    by: "reference",
    since: latest.created_at,
    isOf: ({ email }) => normalEmail(email) === latest.recipient_key,
  };
}
