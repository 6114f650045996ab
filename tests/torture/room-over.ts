import { judgeReplies } from "#conversation/mail/judge-reply.ts";
import { orderNewsJobs } from "#conversation/news/order-news.server.ts";
import { orderLifecycle } from "#lifecycle/order-lifecycle.ts";
import type { Database, DatabaseAddress } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { systemClock } from "#platform/time/clock.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { briefJobs } from "#work/brief/brief-reminders.ts";
import { deliveryJobs } from "#work/deliveries/delivery-by-time.ts";
import { orderCompleteJobs } from "#work/next-month/tell-of-completion.ts";
import { postFor } from "../support/mail/post.ts";
import { ada, anyAccount } from "../support/orders/shop.ts";
import { parseHere } from "../support/parse-here.ts";

export interface RoomSettings {
  readonly address: DatabaseAddress;
  readonly imapUrl: string;
}

export const replyAddress = "reply@example.org";

/** Dependencies of the order room, whose emails can be answered. The caller closes the database. */
export function roomOver(database: Database) {
  const clock = systemClock;
  const post = postFor({ ownerEmail: "own@example.com", replyAddress });
  const { secret, configuration } = post;
  const judgeMail = judgeReplies({
    post,
    clock,
    secret,
    configuration,
    replyAddress,
    findSender: async () => ada as SignedInActor,
    readOwnSender: async () => undefined,
    readAuthservId: async () => undefined,
  });
  return {
    database,
    clock,
    post,
    secret,
    configuration,
    judgeMail,
    lifecycle: orderLifecycle,
    bucket: undefined,
    log: createLog("error"),
    publicUrl: post.publicUrl,
    parse: parseHere,
    lockActorAccount: anyAccount,
    nameFromOrder: async () => {},
    clientAddress: "203.0.113.7",
    handlers: {
      ...deliveryJobs(post),
      ...orderCompleteJobs(post),
      ...briefJobs,
      ...orderNewsJobs(post),
    },
  };
}
