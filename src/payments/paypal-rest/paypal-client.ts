import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Clock } from "../../platform/time/clock.ts";
import { createAccessToken } from "./access-token.ts";
import { PaypalRefusal, refusalIn } from "./paypal-refusal.ts";
import { readAnswer } from "./read-answer.ts";

const mostTries = 3;
const firstPauseMs = 300;
const timeoutMs = 12_000;

interface PaypalClientOptions {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
}

export interface PaypalCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: Buffer;
  /**
   * PayPal does a call with the same key once and answers it the same again. Every call is tried
   * again after a failure, so whatever changes something has one.
   */
  readonly idempotencyKey?: string;
}

export interface PaypalClient {
  /**
   * The body of a 2xx answer. Throws a PaypalRefusal where PayPal says no, and another error when
   * it cannot be reached in time. Neither holds anything secret.
   */
  request(call: PaypalCall, signal?: AbortSignal): Promise<Buffer>;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().min(0) });

/** Calls PayPal's REST API as the account of these credentials. */
export function createPaypalClient(options: PaypalClientOptions): PaypalClient {
  const { apiUrl, clientId, clientSecret, clock } = options;
  const accessToken = createAccessToken(fetchToken, clock);

  async function fetchToken() {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const response = await fetch(`${apiUrl}/v1/oauth2/token`, {
      method: "POST",
      body: "grant_type=client_credentials",
      headers: {
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readAnswer(response);
    if (response.status === 401) {
      throw new PaypalRefusal(401, "PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are not an account");
    }
    if (response.status !== 200) throw new PaypalRefusal(response.status, refusalIn(body));
    const { access_token, expires_in } = tokenAnswer.parse(JSON.parse(body.toString()));
    return { token: access_token, expiresInSeconds: expires_in };
  }

  async function send({ method, path, body, idempotencyKey }: PaypalCall, signal: AbortSignal) {
    const token = await accessToken.get();
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        prefer: "return=representation",
        ...(idempotencyKey !== undefined && { "paypal-request-id": idempotencyKey }),
      },
      ...(body !== undefined && { body: new Uint8Array(body) }),
      redirect: "manual",
      signal,
    });
    if (response.status === 401) accessToken.forget(token);
    const answer = await readAnswer(response);
    if (response.ok) return answer;
    throw new PaypalRefusal(response.status, refusalIn(answer));
  }

  return {
    async request(call, signal = new AbortController().signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      for (let tries = 1; ; tries++) {
        try {
          return await send(call, within);
        } catch (error) {
          if (tries === mostTries || within.aborted || !isPassing(error)) throw error;
        }
        // By chance up to twice as long, so that what failed together is not tried together.
        const pauseMs = firstPauseMs * 2 ** (tries - 1) * (1 + Math.random());
        await pause(pauseMs, undefined, { signal: within });
      }
    },
  };
}

/** Whether the same call may succeed in a moment. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof PaypalRefusal)) return true;
  return error.status === 401 || error.status === 429 || error.status >= 500;
}
