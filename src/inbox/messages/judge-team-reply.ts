import type { JudgeMail } from "#mail/incoming/receive-mail.ts";
import type { Post } from "#mail/mailer.ts";
import { isReplyToTeam } from "#mail/team/team-replies.ts";
import type { Queries } from "#platform/database/database.ts";
import { isWithinLimit, type LimitedDependencies, limiterOf } from "#platform/rate-limit.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { messageLimits } from "../inbox-limits.ts";
import { storeMessage } from "./receive-message.ts";

interface JudgeDependencies extends LimitedDependencies {
  readonly post: Post;
  readonly replyAddress: string;
  /** Address from which the site sends its emails; undefined without a mail server. */
  readonly readOwnSender: (queries: Queries) => Promise<string | undefined>;
}

/** People write fewer emails. Two programs that answer each other exceed this limit. */
const limit = { name: "team-replies", attempts: 60, windowMs: 60 * 60_000 };

const shortened = "[The rest of this email is left out.]";

/**
 * Turns an answer to an email that the team has written into a message, as if it came from the
 * contact form: like there, anybody can name any address as the sender. `others` decides about all
 * other emails.
 */
export function judgeTeamReplies(dependencies: JudgeDependencies, others: JudgeMail): JudgeMail {
  const { secret, replyAddress, clock, post, readOwnSender } = dependencies;
  return async (tx, mail, mailId) => {
    const facts = { secret, replyAddress, now: clock() };
    if (!isReplyToTeam(mail.recipients, facts)) return others(tx, mail, mailId);
    const { sender, subject, attachments } = mail;
    if (mail.reason !== null) return { state: "dropped", reason: mail.reason };
    if (sender === "" || mail.isUnparsed) return { state: "dropped", reason: "unreadable" };
    const own = await readOwnSender(tx);
    const isOwn = [own, replyAddress].some(
      (address) => address !== undefined && normalEmail(address) === normalEmail(sender),
    );
    if (isOwn) return { state: "dropped", reason: "own" };
    if (!(await isWithinLimit(tx, limiterOf(dependencies), limit))) {
      return { state: "dropped", reason: "too-many" };
    }
    const note =
      attachments === 0 ? "" : `[The email had ${attachments} attachments, which are left out.]`;
    await storeMessage(tx, post, {
      name: "",
      email: sender,
      number: "",
      subject: subject.slice(0, messageLimits.subject),
      message: joined(mail.text, note),
    });
    return { state: "added", reason: null };
  };
}

function joined(text: string, note: string): string {
  const parts = (body: string) => [body, note].filter((part) => part !== "").join("\n\n");
  const whole = parts(text);
  if (whole.length <= messageLimits.message) return whole;
  const room = messageLimits.message - parts(`\n\n${shortened}`).length;
  // A cut in the middle of a surrogate pair leaves half a character.
  const cut = text.slice(0, room).replace(/[\ud800-\udbff]$/, "");
  return parts(`${cut}\n\n${shortened}`);
}
