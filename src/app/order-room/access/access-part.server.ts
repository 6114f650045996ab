import { redirect } from "react-router";
import { fields, intent } from "#app/intents.server.ts";
import { customerNames } from "#orders/customer-names.ts";
import { endLinks, listOrderAccess } from "#orders/links/order-access.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { type CustomerForm, roomPath, type TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";
import { linkWords } from "./link-words.ts";

export type PersonWithAccessView = Awaited<ReturnType<typeof peopleWithAccess>>[number];

/** People who can open an order, with their links. */
async function peopleWithAccess({ services, actor, order, reader }: RoomReading) {
  const people = await listOrderAccess(services, actor, order.id);
  const nameOf = await customerNames(
    services,
    actor,
    order,
    people.map(({ accountId }) => accountId),
  );
  return people.map(({ accountId, email, links, mayEnd }) => ({
    accountId,
    /** "" for a person without a saved name. */
    name: nameOf(accountId) === email ? "" : nameOf(accountId),
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

export const teamAccess = {
  read: peopleWithAccess,
  intents: {
    "end-links": intent(
      fields("person"),
      async ({ services, actor, orderId }: TeamForm, { person = "" }) => {
        await endLinks(services, actor, orderId, person);
        return { said: "Links are Revoked" };
      },
    ),
  },
};

export const customerAccess = {
  read: peopleWithAccess,
  intents: {
    "end-links": intent(fields("person"), async (sent: CustomerForm, { person = "" }) => {
      await endLinks(sent.services, sent.actor, sent.orderId, person);
      return redirect(roomPath(sent, "#order-access"), 303);
    }),
  },
};
