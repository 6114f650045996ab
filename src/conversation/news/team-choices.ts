import { z } from "zod";
import { ownerAddressOf } from "#mail/mailer.ts";
import { dailyEmailJob, dailyEmailSubject } from "#mail/team/daily-email-job.ts";
import {
  type MailChoice,
  mailChoices,
  type NotificationTopic,
  notificationTopics,
} from "#mail/team/notification-topics.ts";
import { teamEmails } from "#mail/team/team-emails.ts";
import { choicesOf } from "#mail/team/team-mailboxes.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { bringJobForward } from "#platform/schedule/scheduled-jobs.server.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import {
  may,
  mayInEveryRoom,
  mayInSomeRoom,
  requireRight,
  requireSignedIn,
} from "#policy/rights.ts";
import type { SaveDependencies } from "./mail-choice.ts";
import { newsTopics } from "./news-emails.ts";

/** A topic about which a person of the team may be told, with the person's choice. */
export interface TeamChoice {
  readonly topic: NotificationTopic;
  /**
   * Null for a person who has not chosen and is told of assigned orders only, although the person
   * sees all orders.
   */
  readonly choice: MailChoice | null;
}

const form = z.strictObject(
  Object.fromEntries(
    notificationTopics.map((topic) => [
      topic,
      z.enum(mailChoices, { error: "Choose when you want to get these emails." }).optional(),
    ]),
  ) as Record<NotificationTopic, z.ZodOptional<z.ZodEnum<Record<MailChoice, MailChoice>>>>,
);

/**
 * What the actor can be told by email, and when the actor is told. Nobody is told what their role
 * may not read. Throws "unauthenticated" and "forbidden".
 */
export async function readTeamChoices(
  { database, post }: Pick<SaveDependencies, "database" | "post">,
  actor: Actor,
): Promise<readonly TeamChoice[]> {
  requireRight(actor, "choose own notifications");
  const { accountId, email } = requireSignedIn(actor);
  const chosen = await choicesOf(database.read, [accountId]);
  const owner = await ownerAddressOf(post, database.read);
  const isOwner = owner !== undefined && normalEmail(owner) === normalEmail(email);
  return topicsOf(actor).map((topic) => ({
    topic,
    choice: chosen.get(`${accountId} ${topic}`) ?? (isOwner ? "at-once" : unchosen(actor, topic)),
  }));
}

function topicsOf(actor: Actor): readonly NotificationTopic[] {
  const isReadable = (topic: NotificationTopic) =>
    Object.values(teamEmails).some((email) => email.topic === topic && may(actor, email.right));
  const ofRooms: ReadonlySet<NotificationTopic> = new Set(Object.values(newsTopics));
  return notificationTopics.filter(
    (topic) => isReadable(topic) || (ofRooms.has(topic) && mayInSomeRoom(actor, "see order rooms")),
  );
}

/** The default of a person who does not have the owner's address. */
function unchosen(actor: Actor, topic: NotificationTopic): MailChoice | null {
  const isOfRooms = (Object.values(newsTopics) as NotificationTopic[]).includes(topic);
  if (!isOfRooms) return "never";
  const isOfOwnOrdersOnly = topic === "assignments" || !mayInEveryRoom(actor, "see order rooms");
  return isOfOwnOrdersOnly ? "at-once" : null;
}

/**
 * Input: a choice for each topic to change. What waits for the daily email is sent now if a choice
 * is "at-once", and deleted if it is "never". Throws "invalid" and the errors of `readTeamChoices`;
 * "forbidden" also for a topic that the actor may not read.
 */
export async function saveTeamChoices(
  dependencies: SaveDependencies,
  actor: Actor,
  input: unknown,
): Promise<void> {
  const { database, clock, lockActorAccount } = dependencies;
  const before = await readTeamChoices(dependencies, actor);
  const { accountId, email } = requireSignedIn(actor);
  const choices = parseOrThrow(form, input);
  const changed = before.flatMap(({ topic, choice: former }) => {
    const choice = choices[topic];
    return choice === undefined ? [] : [{ topic, former, choice }];
  });
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const at = clock();
    for (const { topic, choice } of changed) {
      await tx
        .insertInto("notification_choices")
        .values({ account_id: accountId, topic, choice, chosen_at: at })
        .onConflict((conflict) =>
          conflict.columns(["account_id", "topic"]).doUpdateSet({ choice, chosen_at: at }),
        )
        .execute();
      if (choice === "never") await dropWaiting(tx, accountId, topic);
    }
    if (changed.some(({ choice, former }) => choice === "at-once" && former === "daily")) {
      const subject = dailyEmailSubject(accountId, "team");
      await bringJobForward(tx, { kind: dailyEmailJob, subject, dueAt: at });
    }
    const differing = changed.filter(({ former, choice }) => former !== choice);
    if (differing.length === 0) return;
    await audit(tx, actor, {
      action: "Choose emails to the team",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: Object.fromEntries(differing.map(({ topic, former }) => [topic, former])),
      after: Object.fromEntries(differing.map(({ topic, choice }) => [topic, choice])),
      at,
    });
  });
}

/** Deletes what waits for the daily email of a person about a topic. */
async function dropWaiting(
  tx: WriteTransaction,
  accountId: string,
  topic: NotificationTopic,
): Promise<void> {
  const news = namesOf(newsTopics, (of) => of === topic);
  const notices = namesOf(teamEmails, (email) => email.topic === topic);
  if (news.length > 0) {
    await tx
      .deleteFrom("order_news")
      .where("account_id", "=", accountId)
      .where("side", "=", "team")
      .where("email", "in", news)
      .execute();
  }
  if (notices.length > 0) {
    await tx
      .deleteFrom("daily_notices")
      .where("account_id", "=", accountId)
      .where("email", "in", notices)
      .execute();
  }
}

function namesOf<Name extends string, Fact>(
  facts: Readonly<Record<Name, Fact>>,
  isWanted: (fact: Fact) => boolean,
): Name[] {
  return (Object.keys(facts) as Name[]).filter((name) => isWanted(facts[name]));
}
