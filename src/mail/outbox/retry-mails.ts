import { z } from "zod";
import { type Database, engineOf, type WriteTransaction } from "#platform/database/database.ts";
import { eachOf, type Outcomes } from "#platform/each-of.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { isClaimed } from "#platform/leases.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { addMailEvent } from "../sending/due-mail.server.ts";
import { noSuchMail } from "./read-mails.ts";

interface RetryMailsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Delay before the emails are sent, so that a retry can be undone. */
const delayMs = 15_000;

const mostMails = 100;
const countError = `Choose between 1 and ${mostMails} emails.`;
const several = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: countError })
    .min(1, { error: countError })
    .max(mostMails, { error: countError });

/** `attempts` is the number of attempts before the retry. */
const retry = z.strictObject({ id: z.string(), attempts: z.int().min(0) });
type Retry = z.infer<typeof retry>;

/**
 * Queues failed emails to be sent again after `delayMs`. Input: a list of ids. `done` of the result
 * is the input for `undoRetries`. Throws "forbidden" and "invalid".
 */
export async function retryMails(
  { database, clock }: RetryMailsDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<Retry>> {
  requireRight(actor, "send mails");
  const ids = parseOrThrow(several(z.string()), input);
  return eachOf(ids, (id) =>
    database.write(async (tx) => {
      const at = clock();
      const mail = await lockedMail(tx, id);
      if (mail.state !== "failed") {
        throw new AppError(
          "conflict",
          mail.state === "sent"
            ? "This email has been sent. Open it to send a copy."
            : "This email is still waiting. Open it to send it now.",
        );
      }
      const waiting = { state: "waiting", attempts: 0, due_at: at + delayMs } as const;
      await tx.updateTable("mail_outbox").set(waiting).where("id", "=", id).execute();
      await addMailEvent(tx, id, "sent again", at, authorOf(actor));
      const { attempts } = mail;
      await audit(tx, actor, {
        action: "Send mail again",
        subject: "mail",
        subjectId: id,
        label: labelOf(mail),
        at,
        before: { state: "failed", attempts },
        after: { state: "waiting", attempts: 0 },
      });
      return { id, attempts };
    }),
  );
}

/**
 * Undoes `retryMails` for emails that still wait, so a repeated undo changes nothing. Input: `done`
 * of the result of `retryMails`. Throws "forbidden" and "invalid".
 */
export async function undoRetries(
  { database, clock }: RetryMailsDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<string>> {
  requireRight(actor, "send mails");
  const retries = parseOrThrow(several(retry), input);
  const attemptsOf = new Map(retries.map(({ id, attempts }) => [id, attempts]));
  return eachOf([...attemptsOf.keys()], (id) =>
    database.write(async (tx) => {
      const at = clock();
      const mail = await lockedMail(tx, id);
      if (mail.state !== "waiting" || mail.attempts > 0 || isClaimed(mail)) {
        throw new AppError(
          "conflict",
          "The email has been sent or is being sent, so this can no longer be undone.",
        );
      }
      // Checks that the email was queued again, because a new email is also in the state "waiting"
      // and must not be marked as failed.
      if (!(await wasSentAgain(tx, id))) {
        throw new AppError(
          "conflict",
          "This email was not queued again, so there is nothing to undo.",
        );
      }
      const attempts = attemptsOf.get(id) ?? 0;
      const failed = { state: "failed", attempts } as const;
      await tx
        .updateTable("mail_outbox")
        .set({ ...failed, due_at: null })
        .where("id", "=", id)
        .execute();
      await addMailEvent(
        tx,
        id,
        "given up",
        at,
        `The new attempt was undone by ${authorOf(actor)}`,
      );
      await audit(tx, actor, {
        action: "Undo sending mail",
        subject: "mail",
        subjectId: id,
        at,
        label: labelOf(mail),
        before: { state: "waiting", attempts: 0 },
        after: failed,
      });
      return id;
    }),
  );
}

async function wasSentAgain(tx: WriteTransaction, mailId: string): Promise<boolean> {
  const event = await tx
    .selectFrom("mail_history")
    .select("id")
    .where("mail_id", "=", mailId)
    .where("event", "=", "sent again")
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

async function lockedMail(tx: WriteTransaction, id: string) {
  if (!canBeId(id)) throw noSuchMail();
  const mail = await tx
    .selectFrom("mail_outbox")
    .select(["state", "attempts", "leased_until", "subject", "recipient"])
    .where("id", "=", id)
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  if (mail === undefined) throw noSuchMail();
  return mail;
}

function labelOf({ subject, recipient }: { readonly subject: string; readonly recipient: string }) {
  return `${subject} (${recipient})`;
}
