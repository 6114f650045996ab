import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { isPlainText } from "#platform/texts/plain-text.ts";
import type { Clock } from "#platform/time/clock.ts";

/** Limit for a response of PayPal; real responses are many times smaller. */
const mostBytes = 512 * 1024;

/** Throws when the body exceeds the limit. */
async function readAnswer(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new Error("PayPal's answer has no end.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const word = z.string().max(200).refine(isPlainText);
const refusal = z.object({
  name: word.optional(),
  debug_id: word.optional(),
  details: z.array(z.object({ issue: word.optional() })).optional(),
});

interface RefusalFacts {
  readonly issue: string;
  /** Id of the failure. PayPal's support asks for this id. */
  readonly debugId?: string | undefined;
}

/** A failed response. `issue` is PayPal's code for the reason. */
export class PaypalRefusal extends Error {
  readonly status: number;
  readonly issue: string;

  constructor(status: number, facts: RefusalFacts | string) {
    const { issue, debugId } = typeof facts === "string" ? { issue: facts } : facts;
    super(`PayPal answered ${status}: ${issue}${debugId ? ` (debug id ${debugId})` : ""}.`);
    this.name = "PaypalRefusal";
    this.status = status;
    this.issue = issue;
  }
}

/** Reads only PayPal's codes from a response, because other fields can contain personal data. */
function refusalIn(body: Buffer): RefusalFacts {
  try {
    const { name, details, debug_id } = refusal.parse(JSON.parse(body.toString()));
    return { issue: details?.[0]?.issue ?? name ?? "no reason given", debugId: debug_id };
  } catch {
    return { issue: "no reason that can be read" };
  }
}

/**
 * The client renews a token this long before the token expires, so that no token expires during a
 * call.
 */
const spareMs = 60_000;

const usualTries = 3;
const firstPauseMs = 300;
const timeoutMs = 12_000;

interface PaypalClientOptions {
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
  /** How often a call is tried in all; less often when somebody waits for it. */
  readonly mostTries?: number;
}

interface PaypalCall {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: Buffer;
  /**
   * The client repeats a failed call, so each call that changes something needs a key. PayPal
   * executes a call once per key, and answers a repeated call with the first response.
   */
  readonly idempotencyKey?: string;
}

export interface PaypalClient {
  /**
   * Returns the body of a 2xx response. Throws a PaypalRefusal when PayPal refuses, and another
   * error when PayPal cannot be reached in time. Neither error contains a secret.
   */
  request(call: PaypalCall, signal?: AbortSignal): Promise<Buffer>;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().min(0) });

export function createPaypalClient(options: PaypalClientOptions): PaypalClient {
  const { apiUrl, clientId, clientSecret, clock, mostTries = usualTries } = options;
  /** The token stays in memory, so each process fetches a token of its own. */
  let current: { readonly token: string; readonly until: number } | undefined;
  let fetching: Promise<string> | undefined;

  /** Simultaneous calls share one request for a token. */
  async function accessToken(): Promise<string> {
    if (current !== undefined && clock() < current.until) return current.token;
    fetching ??= fetchToken().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  async function fetchToken(): Promise<string> {
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
      throw new PaypalRefusal(401, "client ID and secret are not an account");
    }
    if (response.status !== 200) throw new PaypalRefusal(response.status, refusalIn(body));
    const { access_token, expires_in } = tokenAnswer.parse(JSON.parse(body.toString()));
    current = { token: access_token, until: clock() + expires_in * 1000 - spareMs };
    return access_token;
  }

  async function send({ method, path, body, idempotencyKey }: PaypalCall, signal: AbortSignal) {
    const token = await accessToken();
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
    // Forgets the token, because PayPal can revoke a token before the token expires.
    if (response.status === 401 && current?.token === token) current = undefined;
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
        // The pause is random, so that calls that failed together are not repeated together.
        const pauseMs = firstPauseMs * 2 ** (tries - 1) * (1 + Math.random());
        await pause(pauseMs, undefined, { signal: within });
      }
    },
  };
}

/** True when the call can succeed if the client repeats the call. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof PaypalRefusal)) return true;
  return error.status === 401 || error.status === 429 || error.status >= 500;
}

/** 200 for a call that succeeded, and 0 if there was no answer. Never throws. */
export async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    return error instanceof PaypalRefusal ? error.status : 0;
  }
}
