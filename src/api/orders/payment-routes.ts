import type { Hono } from "hono";
import { z } from "zod";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";

/**
 * Receives notifications of payment providers; answers as soon as one is on disk, before it is
 * verified.
 */
export function paymentRoutes(api: Hono<ApiContext>, { payments }: ApiDependencies): void {
  for (const { provider, receive } of payments.all) {
    const { path, mediaType } = provider.notifications;
    const call = describeCall({
      tag: "Payments",
      summary: "Where the payment provider reports; for nobody else",
      who: "everyone",
      body: { types: [mediaType], schema: z.unknown() },
      answer: {},
      // 503 when too many wait for verification; the provider sends it again.
      refusals: [503],
    });
    api.post(path.replace(/^\/api/, ""), call, async (c) => {
      await receive(new Uint8Array(await c.req.arrayBuffer()), c.req.raw.headers);
      return c.body(null, 200);
    });
  }
}
