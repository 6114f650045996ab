import { dirname, join } from "node:path";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import { editScreens } from "#content/model/screens.ts";
import { confirmAddress, openSiteDatabase } from "../databases/site-database.ts";
import { insertWaitingMailIn } from "../mail/waiting-mail.ts";
import type { ActorName } from "../rights/authorisation-table.ts";
import type { FurrowServer } from "../servers/furrow-server.ts";
import {
  addOwnPages,
  adminOf,
  logIn,
  orderBy,
  register,
  WebClient,
} from "../servers/web-client.ts";
import { insertSiteCheckIn } from "../websites/stored-site-check.ts";
import { intents, type Outcome } from "./page-table.ts";
import { storeBackup } from "./stored-backup.ts";

type Clients = Readonly<Record<ActorName, WebClient>>;

export type PageSite = Awaited<ReturnType<typeof openPageSite>>;

/**
 * A running site with one record of each kind that pages need, and a client for each kind of actor.
 */
export async function openPageSite(furrow: FurrowServer) {
  const { url } = furrow;
  const file = join(furrow.dataDirectory, "furrow.db");
  const admin = await adminOf(furrow);
  const people: Clients = {
    visitor: new WebClient(url),
    customer: await register(url, "customer@example.com"),
    "another customer": await register(url, "another@example.com"),
    admin,
    "removed admin": await removedAdmin(furrow, admin),
  };
  await addOwnPages(admin);
  const parameters = await parametersOf(people, file);

  async function addressOf(path: string): Promise<string> {
    const named = path.replace("/*", "/nothing-there/at-all");
    if (!named.includes("/:recordId")) {
      return named.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? "unknown");
    }
    const screen = editScreens.find((one) => `${one.path}/:recordId` === path);
    const { calls }: Block = screen?.block ?? blocks.banner;
    const list = calls[0]?.list[0] ?? "";
    return named.replace(":recordId", await firstId(admin, list));
  }

  return {
    /** Address of a page, with an id of the site for each parameter of its path. */
    addressOf,
    /** Result of a page for an actor: a status, or the target of a redirect. */
    async outcome(
      method: "GET" | "POST",
      path: string,
      actor: ActorName,
      query = "",
    ): Promise<Outcome> {
      const form = new URLSearchParams({ nothing: "1", intent: intents[path] ?? "" });
      const body = method === "GET" ? {} : { body: form };
      const address = await addressOf(path);
      const asked = query === "" ? address : `${address}?${query}`;
      const { cookie } = people[actor];
      const headers = { origin: url, ...(cookie !== "" && { cookie }) };
      const answer = await fetch(url + asked, { method, headers, redirect: "manual", ...body });
      await answer.arrayBuffer();
      const target = answer.headers.get("location") ?? "";
      // When a signed-out user sends a form, the login leads back to the page of the form with
      // `?unsent`, which shows a notice.
      const unsent = `${asked}${query === "" ? "?" : "&"}unsent`;
      const leadsBackTo = method === "GET" ? [asked] : [asked, unsent];
      const logins = leadsBackTo.map((path) => `/login?from=${encodeURIComponent(path)}`);
      if (logins.includes(target)) return "login";
      return target.startsWith("/") ? (target as `/${string}`) : answer.status;
    },
    /** All rows of all tables except sessions and attempt counters. */
    everythingStored(): Record<string, unknown[]> {
      const database = openSiteDatabase(file, { readOnly: true });
      try {
        const tables = database
          .prepare(
            "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
          )
          .all()
          .map(({ name }) => String(name))
          .filter((name) => !["session", "rateLimit", "rate_limits"].includes(name));
        return Object.fromEntries(
          tables.map((name) => [name, database.prepare(`select * from "${name}"`).all()]),
        );
      } finally {
        database.close();
      }
    },
  };
}

/** A former admin. The removal has ended the session, so the person logs in again. */
async function removedAdmin(furrow: FurrowServer, admin: WebClient): Promise<WebClient> {
  const userEmail = "removed@example.com";
  const person = await register(furrow.url, userEmail);
  confirmAddress(furrow.dataDirectory, userEmail);
  const { _id } = await admin.call<AnyRecord>("POST", "/add-user", { userEmail });
  const { status } = await person.see("/admin");
  if (status !== 200) throw new Error(`The admin page answers ${status}.`);
  await admin.call("DELETE", `/users/${_id}`);
  return logIn(furrow.url, userEmail);
}

async function firstId(client: WebClient, list: string): Promise<string> {
  const [first] = await client.call<AnyRecord[]>("GET", list);
  if (first === undefined) throw new Error(`There is nothing in ${list}.`);
  return first._id;
}

async function parametersOf(
  { visitor, customer, admin }: Clients,
  file: string,
): Promise<Readonly<Record<string, string>>> {
  const orderId = await orderBy(customer);
  const message = { email: "ada@example.com", message: "Hello" };
  const sent = await visitor.call<AnyRecord>("POST", "/add-message", message);
  const session = await customer.call<{ user: { id: string } }>("GET", "/auth/get-session");
  const { text: outbox } = await admin.see("/outbox");
  return {
    picture: "home-drawn.png",
    file: "192.png",
    pattern: "lines.svg",
    packageId: await firstId(visitor, "/pricings"),
    orderId,
    month: new Date().toISOString().slice(0, 7),
    token: "unknown",
    messageId: sent._id,
    userId: await firstId(admin, "/users"),
    accountId: session.user.id,
    name: storeBackup(dirname(file)),
    receivedId: insertWaitingMailIn(file, orderId),
    ...(await insertSiteCheckIn(file)),
    mailId: /\/outbox\/([\w-]{36})/.exec(outbox)?.[1] ?? "unknown",
  };
}
