import type { OpenApiDocument } from "#api/docs/openapi-document.ts";
import {
  type AddressPart,
  type FuzzActor,
  type FuzzBody,
  type FuzzRequest,
  spellings,
} from "./fuzz-request.ts";
import { type RawAnswer, type RawRequest, sendRaw } from "./send-raw.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A record seen in a response, with its block if the record is content. */
interface KnownRecord {
  readonly _id: string;
  readonly block?: string;
}

export interface Exchange {
  readonly sent: RawRequest;
  readonly answer: RawAnswer;
}

const customer: Credentials = { email: "fuzzed@example.com", password: "hedgerow and barley" };
const mostKnown = 200;
const tooLargeBytes = 300 * 1024;

export type FuzzedSite = Awaited<ReturnType<typeof openFuzzedSite>>;

/** A running server with signed-in actors and the records seen in its responses. */
export async function openFuzzedSite(origin: string, admin: Credentials) {
  const document = await readJson<OpenApiDocument>(`${origin}/api/openapi.json`);
  const [{ url: publicUrl } = { url: origin }] = document.servers;
  const cookies: Partial<Record<FuzzActor, string>> = {};
  const known = new Map<string, KnownRecord[]>();

  async function signIn(path: string, { email, password }: Credentials): Promise<string> {
    const answer = await fetch(`${origin}/api/auth/${path}/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: publicUrl },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`Nobody can sign in to be fuzzed: ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  }

  async function cookieOf(actor: FuzzActor): Promise<string | undefined> {
    if (actor === "visitor") return undefined;
    const cookie =
      cookies[actor] ?? (await signIn("sign-in", actor === "admin" ? admin : customer));
    cookies[actor] = cookie;
    return cookie;
  }

  function remember(tag: string, text: string): void {
    if (!text.startsWith("[{") && !text.startsWith('{"_id"')) return;
    const records = known.get(tag) ?? [];
    for (const record of [JSON.parse(text)].flat() as KnownRecord[]) {
      if (typeof record._id === "string") records.unshift(record);
    }
    known.set(tag, records.slice(0, mostKnown));
  }

  /** Reads every list as an admin, so that later requests can contain ids of existing records. */
  async function lookAround(): Promise<void> {
    const cookie = (await cookieOf("admin")) ?? "";
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (get === undefined || path.includes("{id}")) continue;
      const target = path.replace("{block}", "service-item");
      const answer = await fetch(`${origin}${target}`, { headers: { cookie } });
      remember(get.tags[0] ?? "", await answer.text());
    }
  }

  function filledIn(request: FuzzRequest, name: string, part: AddressPart): string {
    if (typeof part === "string") return part;
    const records = known.get(request.tag) ?? [];
    const record = records[part.known % Math.max(1, records.length)];
    return encodeURIComponent((name === "block" ? record?.block : record?._id) ?? "unknown");
  }

  function targetOf(request: FuzzRequest): string {
    const path = request.parts.reduce(
      (text, [name, part]) => text.replace(`{${name}}`, () => filledIn(request, name, part)),
      request.path,
    );
    const query = request.query.map(([name, part]) => `${name}=${filledIn(request, name, part)}`);
    return `${spellings[request.spelling](path)}${query.length > 0 ? "?" : ""}${query.join("&")}`;
  }

  async function rawOf(request: FuzzRequest): Promise<RawRequest> {
    const cookie = await cookieOf(request.actor);
    const { type, bytes, chunked } = bytesOf(request.body);
    const headers = {
      ...Object.fromEntries(request.headers),
      origin: publicUrl,
      ...(cookie === undefined ? {} : { cookie }),
      ...(type === null ? {} : { "content-type": type }),
    };
    const { method } = request;
    return { method, target: targetOf(request), headers, body: bytes, chunked };
  }

  await signIn("sign-up", customer);
  await placeOrder(origin, publicUrl, (await cookieOf("customer")) ?? "");
  await lookAround();
  return {
    origin,
    document,
    /**
     * Sends a request. If the response signs the actor out, the actor signs in again for the next
     * request. Throws if there is no response.
     */
    async send(request: FuzzRequest): Promise<Exchange> {
      const sent = await rawOf(request);
      const answer = await sendRaw(origin, sent);
      const isOut = answer.status === 401 && !request.path.includes("/auth/");
      if (isOut || request.path.endsWith("/sign-out")) delete cookies[request.actor];
      if (answer.status < 300 && request.actor === "admin") remember(request.tag, answer.text);
      return { sent, answer };
    },
    rawOf,
  };
}

function bytesOf(body: FuzzBody): { type: string | null; bytes: Buffer | null; chunked: boolean } {
  if (body.kind === "none") return { type: null, bytes: null, chunked: false };
  if (body.kind === "text") {
    return { type: body.type, bytes: Buffer.from(body.text), chunked: false };
  }
  const bytes = Buffer.alloc(tooLargeBytes, '{"a":"b",');
  return { type: body.type, bytes, chunked: body.chunked };
}

async function placeOrder(origin: string, publicUrl: string, cookie: string): Promise<void> {
  const answer = await fetch(`${origin}/api/new-order`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: publicUrl, cookie },
    body: JSON.stringify({
      packageName: "Basic",
      customerName: "Ada Field",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    }),
  });
  if (!answer.ok) throw new Error(`Nothing can be ordered: ${await answer.text()}`);
}

async function readJson<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
  return (await answer.json()) as T;
}
