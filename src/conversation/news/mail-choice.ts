import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { dailyEmailJob, dailyEmailSubject } from "#mail/team/daily-email-job.ts";
import { type MailChoice, mailChoices } from "#mail/team/notification-topics.ts";
import { bringJobForward } from "#platform/schedule/scheduled-jobs.server.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { customersChoice } from "./mailboxes.server.ts";

const mailChoiceForm = z.strictObject({
  choice: z.enum(mailChoices, { error: "Choose when you want to get these emails." }),
});

/**
 * When the actor gets emails about order rooms as a customer. `team-choices.ts` has the choices of
 * the team. Throws "unauthenticated".
 */
export async function readMailChoice(
  { database }: Pick<EmailingDependencies, "database">,
  actor: Actor,
): Promise<MailChoice> {
  return customersChoice(database.read, requireSignedIn(actor).accountId);
}

export interface SaveDependencies extends EmailingDependencies {
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Input: `{ choice }`. News that waits for the daily email is sent now if the choice is "at-once",
 * and deleted if the choice is "never". Throws "invalid" and "unauthenticated".
 */
export async function saveMailChoice(
  { database, clock, lockActorAccount }: SaveDependencies,
  actor: Actor,
  input: unknown,
): Promise<MailChoice> {
  const { accountId, email } = requireSignedIn(actor);
  const { choice } = parseOrThrow(mailChoiceForm, input);
  const side = "customer";
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const before = await customersChoice(tx, accountId);
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
