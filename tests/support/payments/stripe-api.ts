import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface StripeAsked {
  /** Method and path, such as "POST /v1/refunds". */
  readonly call: string;
  readonly query: URLSearchParams;
  readonly form: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

/** A status with a body and headers, or a connection without a response. */
export type StripeSays =
  | readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]
  | "silence"
  | "hang up";

const emptyList = { object: "list", data: [], has_more: false };

/**
 * Starts an HTTP server in place of Stripe's interface. The server sends scripted responses in
 * order; a list of refunds is empty unless a test scripts it.
 */
export async function openStripeApi() {
  const asked: StripeAsked[] = [];
  const script: StripeSays[] = [];
  const refunds: StripeSays[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams: query } = new URL(request.url ?? "", "http://localhost");
      const call = `${request.method} ${pathname}`;
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      asked.push({ call, query, form, headers: request.headers });
      const isList = call === "GET /v1/refunds";
      const says = (isList ? refunds : script).shift() ?? [200, isList ? emptyList : {}];
      if (says === "silence") return;
      if (says === "hang up") return response.destroy();
      const [status, body, headers] = says;
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    will: (...says: readonly StripeSays[]) => script.push(...says),
    willList: (...says: readonly StripeSays[]) => refunds.push(...says),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type StripeApi = Awaited<ReturnType<typeof openStripeApi>>;

/** An answer with an error, which Stripe's package does not repeat. */
export function stripeRefusal(status: number, error: object = {}): StripeSays {
  const type = status === 401 ? "authentication_error" : "invalid_request_error";
  return [status, { error: { type, ...error } }, { "stripe-should-retry": "false" }];
}
