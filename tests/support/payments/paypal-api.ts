import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import timers from "node:timers/promises";
import { createPaypalClient } from "#payments/paypal-rest/paypal-client.ts";
import type { Clock } from "#platform/time/clock.ts";

interface PaypalAsked {
  readonly method: string;
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** A status with a body, or a connection without a response. */
export type PaypalSays = readonly [status: number, body: unknown] | "silence" | "hang up";

export const paypalAccount = { clientId: "client-of-ours", clientSecret: "hush-hush-hush" };

const { setTimeout: pause } = timers;

/** Replaces the pauses after which PayPal's client repeats a call. */
function setPause(replacement: typeof pause): void {
  timers.setTimeout = replacement;
  syncBuiltinESMExports();
}

/** Makes all pauses of the process short. Returns a function that ends this. */
export function shortenPauses(): () => void {
  setPause((ms, ...others) => pause(Math.min(ms ?? 1, 5), ...others));
  return () => setPause(pause);
}

/**
 * Starts an HTTP server in place of PayPal's API. The server sends scripted responses in order.
 * Until it closes, all pauses of the process are short.
 */
export async function openPaypalApi() {
  const asked: PaypalAsked[] = [];
  const script: PaypalSays[] = [];
  const tokens: PaypalSays[] = [];
  let issued = 0;
  const endShortPauses = shortenPauses();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      asked.push({ method, path, headers, body: Buffer.concat(chunks) });
      const token = { access_token: `token-${issued + 1}`, expires_in: 32_400 };
      const isToken = path === "/v1/oauth2/token";
      if (isToken) issued++;
      const says = isToken ? (tokens.shift() ?? [200, token]) : (script.shift() ?? [200, {}]);
      if (says === "silence") return;
      if (says === "hang up") return response.destroy();
      const [status, body] = says;
      response.writeHead(status, { "content-type": "application/json", location: "/elsewhere" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    apiUrl,
    asked,
    calls: () => asked.filter(({ path }) => path !== "/v1/oauth2/token"),
    issued: () => issued,
    /** Adds responses for the next calls. Without a response, a call gets an empty object. */
    will: (...says: readonly PaypalSays[]) => script.push(...says),
    willIssue: (...says: readonly PaypalSays[]) => tokens.push(...says),
    client: (clock: Clock = () => Date.now()) =>
      createPaypalClient({ apiUrl, ...paypalAccount, clock }),
    async close() {
      endShortPauses();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PaypalApi = Awaited<ReturnType<typeof openPaypalApi>>;

export function refusalOf(issue: string, status = 422): PaypalSays {
  return [status, { name: "UNPROCESSABLE_ENTITY", debug_id: "d3bug", details: [{ issue }] }];
}
