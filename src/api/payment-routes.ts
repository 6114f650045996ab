import type { Hono } from "hono";
import { notifyPath } from "../payments/paypal-standard/endpoints.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";

/** Where payment providers report. Answered as soon as the message is on disk, whatever it says. */
export function paymentRoutes(api: Hono<ApiContext>, { payments }: ApiDependencies): void {
  api.post(notifyPath.replace(/^\/api/, ""), async (c) => {
    const raw = new Uint8Array(await c.req.arrayBuffer());
    await payments.receive(raw, c.req.header("content-type"));
    return c.body(null, 200);
  });
}
