import { z } from "zod";
import type { ReceivedNotification } from "../payment-provider.ts";
import { type PaypalClient, PaypalRefusal } from "./paypal-client.ts";

/** Request fields for the headers of a webhook. */
const fieldOfHeader = {
  "paypal-auth-algo": "auth_algo",
  "paypal-cert-url": "cert_url",
  "paypal-transmission-id": "transmission_id",
  "paypal-transmission-sig": "transmission_sig",
  "paypal-transmission-time": "transmission_time",
} as const;

export const signatureHeaders = Object.keys(fieldOfHeader);

const verdict = z.object({ verification_status: z.enum(["SUCCESS", "FAILURE"]) });

/**
 * Verifies with PayPal that it signed exactly these bytes for our webhook. Throws for any response
 * but its two results.
 */
export async function verifyWebhook(
  client: PaypalClient,
  webhookId: string,
  { raw, headers }: ReceivedNotification,
  signal: AbortSignal,
): Promise<"verified" | "invalid"> {
  // Bytes that are not one JSON value could inject fields into the request.
  if (!isJson(raw) || signatureHeaders.some((name) => !headers[name])) return "invalid";
  const signed = Object.entries(fieldOfHeader).map(([name, field]) => [field, headers[name]]);
  const question = JSON.stringify({ webhook_id: webhookId, ...Object.fromEntries(signed) });
  // The event is embedded as raw bytes, because its signature covers exactly these bytes.
  const body = Buffer.concat([
    Buffer.from(`${question.slice(0, -1)},"webhook_event":`),
    raw,
    Buffer.from("}"),
  ]);
  try {
    const path = "/v1/notifications/verify-webhook-signature";
    const answer = await client.request({ method: "POST", path, body }, signal);
    const { verification_status } = verdict.parse(JSON.parse(answer.toString()));
    return verification_status === "SUCCESS" ? "verified" : "invalid";
  } catch (error) {
    // PayPal rejects requests with malformed headers, which forgeries have.
    const isRefused = error instanceof PaypalRefusal && [400, 422].includes(error.status);
    if (isRefused) return "invalid";
    throw error;
  }
}

function isJson(raw: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw));
    return true;
  } catch {
    return false;
  }
}
