import { durationInWords } from "../../platform/metrics/amounts-in-words.ts";
import { mostCounted, type QueueLength } from "../../platform/metrics/queue-length.ts";
import type { InstallationStatus } from "./read-status.ts";
import type { StatusCheck } from "./status-check.ts";

const minute = 60_000;
/** What a worker does at once has waited too long after this. */
const tooLongMs = 10 * minute;

type QueueStatus = Pick<InstallationStatus, "at" | "queues" | "hasMailServer">;

/** Mail, payments, refunds and pictures: what waits, and what was given up. */
export function checkQueues({ at, queues, hasMailServer }: QueueStatus): readonly StatusCheck[] {
  const isLate = ({ oldestAt }: QueueLength) => oldestAt !== null && at - oldestAt > tooLongMs;
  const waiting = (queue: QueueLength) => lengthInWords(queue, at);
  const failed = queues["failed-mail"].count;
  const refused = queues["given-up-refunds"].count;
  const broken = queues["failed-pictures"].count;
  return [
    {
      name: "Mail waiting",
      value: waiting(queues.mail),
      advice: mailAdvice(queues.mail.count > 0, isLate(queues.mail), hasMailServer),
      screen: { label: "See the waiting mail", path: "/outbox?state=waiting" },
    },
    {
      name: "Mail that failed",
      value: failed === 0 ? "None" : `${numberOf(queues["failed-mail"])} given up`,
      advice:
        failed === 0
          ? null
          : "These mails were given up and reached nobody. See why, correct the address or the mail server, and send them again.",
      screen: { label: "See the failed mail", path: "/outbox?state=failed" },
    },
    {
      name: "Payments to verify",
      value: waiting(queues.notifications),
      advice: isLate(queues.notifications)
        ? "The payment provider has not confirmed them yet. Nothing is lost, and it is asked again by itself. Look whether the provider reports a fault, and whether this server can reach it."
        : null,
      screen: { label: "See the payments", path: "/payments" },
    },
    {
      name: "Payments to decide about",
      value: waiting(queues.reviews),
      advice:
        queues.reviews.count === 0
          ? null
          : "Money may have arrived that counts for no order until somebody decides. Accept, link, refund or dismiss each.",
      screen: { label: "Decide about them", path: "/payments" },
    },
    {
      name: "Refunds",
      value: refused === 0 ? waiting(queues.refunds) : `${refused} unclear`,
      advice: refundAdvice(refused, isLate(queues.refunds)),
      screen: { label: "See the payments", path: "/payments" },
    },
    {
      name: "Pictures",
      value: broken === 0 ? waiting(queues.pictures) : `${broken} failed`,
      advice:
        broken === 0
          ? null
          : "Not all sizes of these pictures could be made, so pages show others of theirs. Upload them again, or replace them.",
      screen: { label: "See the pictures", path: "/media-library" },
    },
  ];
}

function mailAdvice(isWaiting: boolean, isLate: boolean, hasMailServer: boolean): string | null {
  if (!isWaiting) return null;
  if (!hasMailServer) {
    return "No mail server is set up, so nobody gets these mails. Start Furrow with SMTP_URL and MAIL_FROM, and they leave by themselves.";
  }
  if (!isLate) return null;
  return "The mail server has not taken them yet, and they are tried again by themselves. Open one to see what it answers, and test the mail.";
}

function refundAdvice(refused: number, isLate: boolean): string | null {
  if (refused > 0) {
    return "For days the provider did not say whether these refunds were done. Look at the provider, then ask for them again on the page of the order.";
  }
  if (!isLate) return null;
  return "The provider has not answered yet, and is asked again by itself, with the same key. Look whether it reports a fault.";
}

function numberOf({ count }: QueueLength): string {
  return count >= mostCounted ? `${mostCounted.toLocaleString("en-US")} or more` : `${count}`;
}

function lengthInWords(queue: QueueLength, now: number): string {
  if (queue.oldestAt === null) return "None";
  const first = queue.count === 1 ? "" : ", the first";
  return `${numberOf(queue)} waiting${first} for ${durationInWords(now - queue.oldestAt)}`;
}
