import type { Queries } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { actorWithRole, type SignedInActor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { ownerAddressOf, type Post } from "../mailer.ts";
import type { MailChoice, NotificationTopic } from "./notification-topics.ts";
import { type TeamEmailName, teamEmails } from "./team-emails.ts";

/** A person of the team, or the owner's address if no account has it. */
export interface TeamMailbox {
  /** Null for the owner's address without an account: nobody can choose for it. */
  readonly actor: SignedInActor | null;
  readonly address: string;
  /** True for the owner's address, which by default is told of everything at once. */
  readonly isOwner: boolean;
  /** Undefined for a topic about which the person has not chosen. */
  readonly chosen: (topic: NotificationTopic) => MailChoice | undefined;
}

/**
 * Everybody who may get emails to the team, in a fixed sequence. Transactions lock the jobs of the
 * accounts in this sequence, so that they cannot deadlock.
 */
export async function teamMailboxes(queries: Queries, post: Post): Promise<readonly TeamMailbox[]> {
  const owner = await ownerAddressOf(post, queries);
  const team = (await post.readTeam(queries)).toSorted((one, other) =>
    one.accountId < other.accountId ? -1 : 1,
  );
  const choices = await choicesOf(
    queries,
    team.map(({ accountId }) => accountId),
  );
  const mailboxes = team.map((person) => ({
    actor: actorWithRole(person.role, person),
    address: person.email,
    isOwner: isSameAddress(person.email, owner),
    chosen: (topic: NotificationTopic) => choices.get(`${person.accountId} ${topic}`),
  }));
  if (owner === undefined || mailboxes.some(({ isOwner }) => isOwner)) return mailboxes;
  return [{ actor: null, address: owner, isOwner: true, chosen: () => undefined }, ...mailboxes];
}

/** When a mailbox gets an email to the team; "never" without the right to what it says. */
export function choiceFor(mailbox: TeamMailbox, name: TeamEmailName): MailChoice {
  const { topic, right } = teamEmails[name];
  if (mailbox.actor !== null && !may(mailbox.actor, right)) return "never";
  return mailbox.chosen(topic) ?? (mailbox.isOwner ? "at-once" : "never");
}

/** False while a paid order is told to nobody, because everybody has chosen "never". */
export async function isSomebodyToldOfOrders(queries: Queries, post: Post): Promise<boolean> {
  const mailboxes = await teamMailboxes(queries, post);
  return mailboxes.some((mailbox) => choiceFor(mailbox, "paymentReceivedOwner") !== "never");
}

/** A person with the rights that they have now; undefined for somebody who is not on the team. */
export async function findTeamMember(
  queries: Queries,
  post: Pick<Post, "readTeam">,
  wanted: { readonly accountId: string } | { readonly email: string },
): Promise<SignedInActor | undefined> {
  const team = await post.readTeam(queries);
  const person = team.find(({ accountId, email }) =>
    "accountId" in wanted ? accountId === wanted.accountId : isSameAddress(email, wanted.email),
  );
  return person && actorWithRole(person.role, person);
}

export async function choicesOf(
  queries: Queries,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, MailChoice>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("notification_choices")
    .select(["account_id", "topic", "choice"])
    .where("account_id", "in", accountIds)
    .execute();
  return new Map(rows.map(({ account_id, topic, choice }) => [`${account_id} ${topic}`, choice]));
}

function isSameAddress(one: string, other: string | undefined): boolean {
  return other !== undefined && normalEmail(one) === normalEmail(other);
}
