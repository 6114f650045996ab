import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { FurrowSite } from "../tests/support/servers/furrow-server.ts";
import { worstLines, worstMails, worstTables, worstZips } from "../tests/support/worst-inputs.ts";
import { savingAsAdmin } from "./banner-saving.ts";
import { paidOrders } from "./paid-orders.ts";

export interface FedInput {
  readonly kind: "table" | "zip" | "mail" | "line";
  /** Key in `worst-inputs.ts`. */
  readonly title: string;
}

export interface FedServer extends FurrowSite {
  /** For the path that takes emails. */
  readonly secret: string;
}

const atOnce = 4;
const inputs = 8;
/** As long as the longest line that an import accepts. */
const lineLength = 30_000_000;

interface Sending {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The worst input. */
  readonly bytes: Uint8Array;
  readonly bodyOf: (bytes: Uint8Array) => BodyInit;
}

const { server, input } = workerData as { readonly server: FedServer; readonly input: FedInput };

async function sendingOf({ kind, title }: FedInput): Promise<Sending> {
  if (kind === "mail") {
    const bytes = worstMails[title]?.() ?? new Uint8Array();
    const headers = { authorization: `Bearer ${server.secret}`, "content-type": "message/rfc822" };
    return { path: "/api/incoming-mail", headers, bytes, bodyOf: plain };
  }
  const { headers: asJson } = await savingAsAdmin(server);
  const { origin = "", cookie = "" } = asJson;
  if (kind === "line") {
    const bytes = new TextEncoder().encode(worstLines[title]?.(lineLength));
    const headers = { origin, cookie, "content-type": "application/x-ndjson" };
    return { path: "/api/content/import?dry-run", headers, bytes, bodyOf: plain };
  }
  const [order = ""] = (await paidOrders(server, 1)).ids;
  const bytes = (kind === "table" ? worstTables : worstZips)[title]?.() ?? new Uint8Array();
  const name = kind === "table" ? "a.csv" : "a.zip";
  const bodyOf = (content: Uint8Array) => {
    const form = new FormData();
    form.set("file", new File([content as BlobPart], name));
    return form;
  };
  const month = new Date().toISOString().slice(0, 7);
  return { path: `/month-reports/${order}/${month}`, headers: { origin, cookie }, bytes, bodyOf };
}

const plain = (bytes: Uint8Array) => new Blob([bytes as BlobPart]);

async function send({ path, headers, bodyOf }: Sending, bytes: Uint8Array): Promise<void> {
  const body = bodyOf(bytes);
  const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  // Every input is refused or taken, and some are asked to come again.
  const expected = [200, 400, 413, 503];
  if (!expected.includes(answer.status)) throw new Error(`${path} answers ${answer.status}.`);
}

const sending = await sendingOf(input);
// The first request loads the code of its page, which is not measured here.
await send(sending, sending.bytes.subarray(0, 1000));
if (parentPort !== null) await once(parentPort, "message");
parentPort?.postMessage("begun");
let left = inputs;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (left-- > 0) await send(sending, sending.bytes);
  }),
);
parentPort?.postMessage("done");
