import { dirname, join } from "node:path";
import { editScreens } from "#content/model/screens.ts";
import { newPerson } from "../browser/journey.ts";
import { openSiteDatabase } from "../databases/site-database.ts";
import { insertWaitingMailIn } from "../mail/waiting-mail.ts";
import type { ActorName } from "../rights/authorisation-table.ts";
import type { FurrowServer } from "../servers/furrow-server.ts";
import { insertSiteCheckIn } from "../websites/stored-site-check.ts";
import { intents, type Outcome } from "./page-table.ts";
import { storeBackup } from "./stored-backup.ts";

type Session = (path: string, init?: RequestInit) => Promise<Response>;

export type PageSite = Awaited<ReturnType<typeof openPageSite>>;

/**
 * A running site with one record of each kind that pages need, and a client for each kind of actor.
 */
export async function openPageSite(furrow: FurrowServer) {
  const { url } = furrow;
  const file = join(furrow.dataDirectory, "furrow.db");
  const admin = { email: furrow.adminEmail, password: furrow.adminPassword };
  const people: Readonly<Record<ActorName, Session>> = {
    visitor: sessionWith(url, ""),
    customer: await enter(url, "sign-up", newPerson()),
    "another customer": await enter(url, "sign-up", newPerson()),
    admin: await enter(url, "sign-in", admin),
    "removed admin": await removedAdmin(furrow, file),
  };
  const parameters = await parametersOf(people, file);

  async function addressOf(path: string): Promise<string> {
    const named = path.replace("/*", "/nothing-there/at-all");
    if (!named.includes("/:recordId")) {
      return named.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? "unknown");
    }
    const screen = editScreens.find((one) => `${one.path}/:recordId` === path);
    const list = screen?.block.calls[0]?.list[0] ?? "";
    return named.replace(":recordId", await firstId(people.admin, `/api${list}`));
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
      const answer = await people[actor](asked, { method, ...body });
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

function sessionWith(url: string, cookie: string): Session {
  return (path, init = {}) =>
    fetch(`${url}${path}`, {
      redirect: "manual",
      ...init,
      headers: { origin: url, ...(cookie === "" ? {} : { cookie }), ...init.headers },
    });
}

async function enter(
  url: string,
  way: "sign-up" | "sign-in",
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Session> {
  const answer = await postJson(sessionWith(url, ""), `/api/auth/${way}/email`, {
    email,
    password,
  });
  return sessionWith(
    url,
    answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; "),
  );
}

async function postJson(session: Session, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const answer = await session(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer;
}

/** A former admin. The removal has ended the session, so the person logs in again. */
async function removedAdmin(furrow: FurrowServer, file: string): Promise<Session> {
  const person = newPerson();
  const session = await enter(furrow.url, "sign-up", person);
  const database = openSiteDatabase(file);
  database.prepare(`update "user" set emailVerified = 1 where email = ?`).run(person.email);
  database.close();
  const owner = { email: furrow.adminEmail, password: furrow.adminPassword };
  const admin = await enter(furrow.url, "sign-in", owner);
  const added = await postJson(admin, "/api/add-user", { userEmail: person.email });
  const { _id } = (await added.json()) as { _id: string };
  const asAdmin = await session("/admin");
  const removed = await admin(`/api/users/${_id}`, { method: "DELETE" });
  if (!asAdmin.ok || !removed.ok) throw new Error("Nobody was an admin and then was none.");
  return enter(furrow.url, "sign-in", person);
}

async function firstId(session: Session, list: string): Promise<string> {
  const [first] = (await (await session(list)).json()) as { _id: string }[];
  if (first === undefined) throw new Error(`There is nothing in ${list}.`);
  return first._id;
}

async function parametersOf(
  { visitor, customer, admin }: Record<ActorName, Session>,
  file: string,
): Promise<Readonly<Record<string, string>>> {
  const order = await postJson(customer, "/api/new-order", {
    packageName: "Basic",
    customerName: "Ada Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  });
  const message = { email: "ada@example.com", message: "Hello" };
  const sent = await postJson(visitor, "/api/add-message", message);
  const session = await (await customer("/api/auth/get-session")).json();
  const outbox = await (await admin("/outbox")).text();
  const { _id: orderId } = (await order.json()) as { _id: string };
  return {
    picture: "home-drawn.png",
    file: "192.png",
    packageId: await firstId(visitor, "/api/pricings"),
    orderId,
    month: new Date().toISOString().slice(0, 7),
    token: "unknown",
    messageId: (await sent.json())._id,
    userId: await firstId(admin, "/api/users"),
    accountId: session.user.id,
    name: storeBackup(dirname(file)),
    receivedId: insertWaitingMailIn(file, orderId),
    ...(await insertSiteCheckIn(file)),
    mailId: /\/outbox\/([\w-]{36})/.exec(outbox)?.[1] ?? "unknown",
  };
}
