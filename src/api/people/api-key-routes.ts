import type { Hono } from "hono";
import { z } from "zod";
import { apiKeyForm, keyDays } from "#access/api-keys/api-key-form.ts";
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from "#access/api-keys/api-keys.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { withKey } from "../orders/order-routes.ts";

const apiKey = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: "The first characters of the key" }),
    role: z.string().nullable().meta({ description: "Null for the rights of a customer" }),
    isReadOnly: z.boolean(),
    createdAt: z.string(),
    expiresAt: z.string(),
    lastUsedAt: z.string().nullable().meta({ description: "To the hour" }),
  })
  .meta({ id: "ApiKey" });

const shared = { tag: "API keys", who: "signed in", withoutKeys: true } as const;

/** An API key manages no API keys, so these calls need a session. */
export function apiKeyRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/api-keys", {
    ...shared,
    summary: "Your API keys that are neither revoked nor expired",
    answer: { schema: z.array(apiKey) },
    run: async ({ actor }) => (await listApiKeys(services, actor)).map(shown),
  });
  addCall(api, "POST", "/api-keys", {
    ...shared,
    summary: "Creates an API key, which only this response contains",
    detail: `Needs a confirmation. Without role, the key has your role. Keys end after ${keyDays.join(", ")} days.`,
    headers: z.object({ "Idempotency-Key": z.string() }),
    body: {
      schema: apiKeyForm.omit({ key: true }),
      example: { name: "Accounting export", access: "read", days: 90 },
    },
    answer: { status: 201, schema: apiKey.extend({ key: z.string() }).meta({ id: "NewApiKey" }) },
    refusals: [409],
    run: async ({ context, actor, body }) => {
      const created = await createApiKey(services, actor, withKey(context, body));
      return { ...shown(created), key: created.secret };
    },
  });
  addCall(api, "DELETE", "/api-keys/:id", {
    ...shared,
    summary: "Revokes an API key of yours or, for admins, of anybody",
    answer: { schema: z.strictObject({ revoked: z.literal(true) }) },
    run: async ({ actor, id }) => {
      await revokeApiKey(services, actor, id);
      return { revoked: true };
    },
  });
}

function shown({ id, name, prefix, role, isReadOnly, ...times }: ApiKey) {
  return {
    _id: id,
    name,
    prefix,
    role,
    isReadOnly,
    createdAt: isoTime(times.createdAt),
    expiresAt: isoTime(times.expiresAt),
    lastUsedAt: times.lastUsedAt === null ? null : isoTime(times.lastUsedAt),
  };
}
