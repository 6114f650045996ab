import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { bringJobForward } from "#platform/schedule/scheduled-jobs.server.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireRoomRight, requireSignedIn } from "#policy/rights.ts";
import type { Side } from "../messages/order-message-tables.server.ts";
import { dailyEmailJob, dailyEmailSubject } from "./daily-email-job.ts";
import { choiceOf } from "./mailboxes.server.ts";
import { type MailChoice, mailChoices } from "./order-news-tables.server.ts";

const mailChoiceForm = z.strictObject({
  choice: z.enum(mailChoices, { error: "Choose when you want to get these emails." }),
});

/**
 * When the actor gets emails about order rooms, as a customer or for the team. Null for a person of
 * the team who sees all rooms and has not chosen: see `choiceOf`. Throws "unauthenticated", and
 * "forbidden" for the team's side without the right.
 */
export async function readMailChoice(
  { database, post }: Pick<EmailingDependencies, "database" | "post">,
  actor: Actor,
  side: Side,
): Promise<MailChoice | null> {
  return choiceOf(database.read, post, requireSide(actor, side), side);
}

interface SaveDependencies extends EmailingDependencies {
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Input: `{ choice }`. News that waits for the daily email is sent now if the choice is "at-once",
 * and deleted if the choice is "never". Throws "invalid" and the errors of `readMailChoice`.
 */
export async function saveMailChoice(
  { database, clock, post, lockActorAccount }: SaveDependencies,
  actor: Actor,
  side: Side,
  input: unknown,
): Promise<MailChoice> {
  const person = requireSide(actor, side);
  const { accountId, email } = person;
  const { choice } = parseOrThrow(mailChoiceForm, input);
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const before = await choiceOf(tx, post, person, side);
    const at = clock();
    await tx
      .insertInto("mail_choices")
      .values({ account_id: accountId, side, choice, chosen_at: at })
      .onConflict((conflict) =>
        conflict.columns(["account_id", "side"]).doUpdateSet({ choice, chosen_at: at }),
      )
      .execute();
    if (choice === "at-once") {
      const subject = dailyEmailSubject(accountId, side);
      await bringJobForward(tx, { kind: dailyEmailJob, subject, dueAt: at });
    }
    if (choice === "never") {
      await tx
        .deleteFrom("order_news")
        .where("account_id", "=", accountId)
        .where("side", "=", side)
        .execute();
    }
    await audit(tx, actor, {
      action: "Choose emails about orders",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: { as: side, choice: before },
      after: { as: side, choice },
      at,
    });
  });
  return choice;
}

function requireSide(actor: Actor, side: Side) {
  if (side === "team") requireRoomRight(actor, "see order rooms");
  return requireSignedIn(actor);
}
