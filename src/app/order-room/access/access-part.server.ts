import { listOrderAccess } from "#orders/links/order-access.ts";
import { longDateOf } from "#platform/time/dates.ts";
import type { RoomReading } from "../room-part.ts";
import { linkWords } from "./link-words.ts";

export type PersonWithAccessView = Awaited<ReturnType<typeof peopleWithAccess>>[number];

/** People who can open an order, with their links. */
async function peopleWithAccess({ services, actor, order, reader }: RoomReading) {
  const people = await listOrderAccess(services, actor, order.id);
  return people.map(({ accountId, email, links, mayEnd }) => ({
    accountId,
    email,
    isYou: actor.accountId === accountId,
    mayEnd: mayEnd && links.length > 0,
    links: links.map(({ purpose, count, expiresAt, lastUsedAt }) => ({
      purpose,
      opens: linkWords[purpose].opens,
      count,
      until: longDateOf(expiresAt, reader),
      used: lastUsedAt === null ? "not used yet" : `last used on ${longDateOf(lastUsedAt, reader)}`,
    })),
  }));
}

export const teamAccess = { read: peopleWithAccess };

export const customerAccess = { read: peopleWithAccess };
