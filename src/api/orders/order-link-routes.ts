import type { Hono } from "hono";
import { z } from "zod";
import { endLinks, listOrderAccess, type PersonWithAccess } from "#orders/links/order-access.ts";
import { isoTime } from "#platform/time/dates.ts";
import { linkPurposes } from "#policy/links.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const personSchema = z
  .strictObject({
    accountId: z.string(),
    email: z.string(),
    mayEnd: z.boolean().meta({ description: "Whether you may revoke the links of this person" }),
    links: z
      .array(
        z.strictObject({
          opens: z.enum(linkPurposes),
          count: z.int(),
          sentAt: z.iso.datetime().meta({ description: "Time of the newest of these links" }),
          expiresAt: z.iso.datetime(),
          lastUsedAt: z.iso.datetime().nullable(),
        }),
      )
      .meta({ description: "Links of emails that work without a login; never their addresses" }),
  })
  .meta({ id: "PersonWithAccess" });

const accessSchema = z.array(personSchema);

/** No answer contains a link: the database has only hashes. */
export function orderLinkRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const signedIn = { tag: "Orders", who: "signed in" } as const;
  addCall(api, "GET", "/order/:id/links", {
    ...signedIn,
    summary: "Who reaches an order: people with a login, and their links without one",
    answer: { schema: accessSchema },
    run: async ({ actor, id }) => (await listOrderAccess(services, actor, id)).map(shown),
  });
  addCall(api, "DELETE", "/order/:id/links/:accountId", {
    ...signedIn,
    summary: "Revokes the links of a person to an order at once",
    detail: "Your own links; those of others if you manage the people of the company.",
    answer: { schema: accessSchema },
    run: async ({ actor, id, accountId }) => {
      await endLinks(services, actor, id, accountId);
      return (await listOrderAccess(services, actor, id)).map(shown);
    },
  });
}

function shown({ accountId, email, mayEnd, links }: PersonWithAccess) {
  return {
    accountId,
    email,
    mayEnd,
    links: links.map(({ purpose, count, sentAt, expiresAt, lastUsedAt }) => ({
      opens: purpose,
      count,
      sentAt: isoTime(sentAt),
      expiresAt: isoTime(expiresAt),
      lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
    })),
  };
}
