import type { Hono } from "hono";
import type { ApiContext, ApiDependencies } from "./api-app.ts";

/** Where payment providers report. Answered as soon as the message is on disk, whatever it says. */
export function paymentRoutes(api: Hono<ApiContext>, { payments }: ApiDependencies): void {
  const { path } = payments.provider.notifications;
  api.post(path.replace(/^\/api/, ""), async (c) => {
    const raw = new Uint8Array(await c.req.arrayBuffer());
    await payments.receive(raw, c.req.raw.headers);
    return c.body(null, 200);
  });
}
