import type { Services } from "#compose.ts";
import { listOrderAccess } from "#orders/links/order-access.ts";
import type { Order } from "#orders/order.ts";
import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { linkWords } from "./link-words.ts";

export type PersonWithAccessView = Awaited<ReturnType<typeof peopleWithAccess>>[number];

/** People who can open an order, with their links; for the customer's page and the panel. */
export async function peopleWithAccess(
  services: Services,
  actor: Actor,
  order: Order,
  reader: DateReader,
) {
  const people = await listOrderAccess(services, actor, order.id);
  return people.map(({ accountId, email, links, mayEnd }) => ({
    accountId,
    email,
    isYou: isSignedIn(actor) && actor.accountId === accountId,
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
