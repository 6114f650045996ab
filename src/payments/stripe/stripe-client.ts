import type { Stripe } from "stripe";

const mostMs = 12_000;
/** A page of a hundred events, which Stripe indents, can be larger than half a megabyte. */
const mostBytes = 4 * 1024 * 1024;

interface StripeClientOptions {
  /** Origin and path below which Stripe's interface begins, such as "https://api.stripe.com". */
  readonly apiUrl: string;
  readonly secretKey: string;
  /** How often a call that failed on the way is repeated; fewer when somebody waits for it. */
  readonly repeats?: number;
  readonly timeoutMs?: number;
}

/**
 * Returns a function that loads Stripe's package at the first call. The package repeats calls that
 * failed on the way, with the idempotency keys that it is given.
 */
export function createStripeClient({
  apiUrl,
  secretKey,
  repeats = 2,
  timeoutMs = mostMs,
}: StripeClientOptions): () => Promise<Stripe> {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= import("stripe").then(
      ({ default: Client }) =>
        new Client(secretKey, {
          httpClient: Client.createFetchHttpClient(fetchBelow(apiUrl)),
          timeout: timeoutMs,
          maxNetworkRetries: repeats,
          telemetry: false,
        }),
    );
    return client;
  };
}

const stripeOrigin = "https://api.stripe.com";

/** Sends a call for Stripe to `apiUrl`, reads at most `mostBytes`, and follows no redirect. */
function fetchBelow(apiUrl: string) {
  return async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const address = String(url instanceof Request ? url.url : url);
    if (!address.startsWith(`${stripeOrigin}/`)) throw new Error("Stripe is called elsewhere.");
    const response = await fetch(apiUrl + address.slice(stripeOrigin.length), {
      ...init,
      redirect: "manual",
    });
    // The package would read the body of a redirect as the answer.
    if (response.status >= 300 && response.status < 400) throw new Error("Stripe redirects calls.");
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > mostBytes) throw new Error("Stripe’s answer has no end.");
      chunks.push(chunk);
    }
    const { status, headers } = response;
    return new Response(new Blob(chunks), { status, headers });
  };
}
