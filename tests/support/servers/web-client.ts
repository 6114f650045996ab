import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import { restOrder, restPayment } from "../orders/rest-order.ts";
import type { FurrowServer, FurrowSite } from "./furrow-server.ts";

export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export class WebClient {
  readonly url: string;
  readonly cookie: string;

  constructor(url: string, cookie = "") {
    this.url = url;
    this.cookie = cookie;
  }

  /**
   * A client with this client's cookies and with `cookie`, for this client's server or the server
   * at `url`.
   */
  with({ url = this.url, cookie = "" }): WebClient {
    return new WebClient(url, [this.cookie, cookie].filter(Boolean).join("; "));
  }

  async see(path: string): Promise<SeenPage> {
    const answer = await this.#fetch(path);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** Sends JSON, or bytes unchanged; returns the response. Throws if the request fails. */
  async call<T>(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const isBytes = body instanceof Uint8Array;
    const answer = await this.#fetch(`/api${path}`, {
      method,
      headers: {
        ...headers,
        origin: this.url,
        "content-type": isBytes ? "application/octet-stream" : "application/json",
      },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie !== "") headers.set("cookie", this.cookie);
    return fetch(`${this.url}${path}`, { ...init, headers, redirect: "manual" });
  }
}

export function adminOf({ url, adminEmail, adminPassword }: FurrowSite): Promise<WebClient> {
  return enter(url, "/sign-in/email", adminEmail, adminPassword);
}

export function register(url: string, email: string): Promise<WebClient> {
  return enter(url, "/sign-up/email", email, "hedgerow and barley");
}

/** Opens another session of an account of `register`. */
export function logIn(url: string, email: string): Promise<WebClient> {
  return enter(url, "/sign-in/email", email, "hedgerow and barley");
}

/** Places an order as a customer, and pays it if an admin is given. Returns its id. */
export async function orderBy(
  customer: WebClient,
  admin?: WebClient,
  otherwise: { readonly packageName?: string; readonly packagePrice?: string } = {},
): Promise<string> {
  const form = { ...restOrder, ...otherwise };
  const { _id } = await customer.call<{ _id: string }>("POST", "/new-order", form);
  const key = { "idempotency-key": `paid-${_id}` };
  const usual = restPayment();
  const payment = { ...usual, amount: otherwise.packagePrice ?? usual.amount };
  await admin?.call("POST", `/order/${_id}/payments`, payment, key);
  return _id;
}

export interface Viewers {
  readonly visitor: WebClient;
  readonly customer: WebClient;
  readonly admin: WebClient;
}

export async function viewersOf(furrow: FurrowServer): Promise<Viewers> {
  return {
    visitor: new WebClient(furrow.url),
    admin: await adminOf(furrow),
    customer: await register(furrow.url, "ada@example.com"),
  };
}

export async function firstRecord(admin: WebClient, block: Block): Promise<AnyRecord> {
  const [record] = await admin.call<AnyRecord[]>("GET", block.calls[0]?.list[0] ?? "");
  if (record === undefined) throw new Error(`${block.title} has no record.`);
  return record;
}

/** Adds a page and an article, which a new installation does not have. */
export async function addOwnPages(admin: WebClient): Promise<void> {
  for (const block of [blocks.pages, blocks.articles] as Block[]) {
    await admin.call("POST", block.calls[0]?.create ?? "", block.example);
  }
}

/** Publishes a record with changed texts; returns its id. */
export async function publishChange(
  admin: WebClient,
  block: Block,
  change: Readonly<Record<string, string>>,
): Promise<string> {
  const { _id, ...values } = await firstRecord(admin, block);
  await admin.call("PUT", `${block.calls[0]?.update}/${_id}`, { ...values, ...change });
  return _id;
}

async function enter(url: string, path: string, email: string, password: string) {
  const answer = await fetch(`${url}/api/auth${path}`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${path} for ${email}: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return new WebClient(url, cookies.join("; "));
}
