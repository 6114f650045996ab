import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addPerson, storeCompany } from "#companies/company-people.server.ts";
import { compose, type Services } from "#compose.ts";
import { readConfiguration } from "#platform/configuration.ts";
import { newId } from "#platform/ids.ts";
import { createLog, type Log } from "#platform/metrics/log.ts";
import type { CompanyRights } from "#policy/company.ts";
import { publicPageNames } from "#seo/public-pages.ts";
import { createRootAppWithApi } from "#server/root-app-with-api.ts";
import { copyMigratedFile } from "../databases/migrated-file.ts";
import { restOrder, restPayment } from "../orders/rest-order.ts";
import { cheapHashCost } from "../rights/cheap-hashes.ts";
import { pagePaths } from "../screens/page-paths.ts";
import { timed } from "../times.ts";

export const testAdmin = {
  email: "owner@example.com",
  password: "a long and rather dull password",
};
const publicUrl = "http://localhost:3000";

/**
 * Sends calls as a visitor or a signed-in user, with the cookie and origin of a browser on the
 * site.
 */
export interface Caller {
  call(method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Response>;
  /** Sends bytes unchanged, with a Content-Length. */
  sendBytes(
    method: string,
    path: string,
    bytes: Uint8Array,
    headers?: HeadersInit,
  ): Promise<Response>;
}

export interface TestSite extends Caller {
  readonly services: Services;
  /** Sends any request, without a cookie or an origin. */
  raw(path: string, init?: RequestInit): Promise<Response>;
  register(email: string): Promise<Caller>;
  signIn(email: string, password: string): Promise<Caller>;
  /** A program with an API key, without a cookie. */
  withKey(key: string): Caller;
  admin(): Promise<Caller>;
  /** For requests that a `Caller` cannot send. */
  cookieOfAdmin(): Promise<string>;
  close(): Promise<void>;
}

type Sections = Pick<Parameters<typeof compose>[0], "sectionKinds" | "contentOfPages">;

/** For a program without Vite, which cannot load the components of sections. */
export const noSections: Sections = {
  sectionKinds: new Map(),
  contentOfPages: Object.fromEntries(
    publicPageNames.map((page): [string, readonly []] => [page, []]),
  ) as unknown as Sections["contentOfPages"],
};

async function allSections(): Promise<Sections> {
  const { sectionKinds } = await import("#app/landing/kinds/section-kinds.ts");
  const { contentOfPages } = await import("#app/landing/content-of-pages.ts");
  return { sectionKinds, contentOfPages };
}

/** The whole server except its pages, with a new SQLite file and the demonstration content. */
export function openSite(
  settings: Record<string, string> = {},
  log = createLog("silent"),
  sections?: Sections,
): Promise<TestSite> {
  return timed("server start", () => open(settings, log, sections));
}

async function open(
  settings: Record<string, string>,
  log: Log,
  sections: Sections | undefined,
): Promise<TestSite> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-site-"));
  copyMigratedFile(join(directory, "furrow.db"));
  const configuration = readConfiguration({
    DATA_DIR: directory,
    ADMIN_EMAIL: testAdmin.email,
    ADMIN_PASSWORD: testAdmin.password,
    RATE_LIMIT_FACTOR: "1000",
    ALLOW_PRIVATE_MAIL_SERVER: "yes",
    ...settings,
  });
  const furrow = await compose({
    configuration,
    log,
    ownUrl: publicUrl,
    pagePaths,
    ...(sections ?? (await allSections())),
    hashCost: cheapHashCost,
  });
  const app = createRootAppWithApi(furrow.services);
  const raw = async (path: string, init?: RequestInit) => app.request(`${publicUrl}${path}`, init);

  const callerWith = (cookie: string | undefined, own: Record<string, string> = {}): Caller => ({
    call: (method, path, body, headers) =>
      raw(path, {
        method,
        headers: {
          origin: publicUrl,
          ...(cookie === undefined ? {} : { cookie }),
          ...own,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...Object.fromEntries(new Headers(headers)),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    sendBytes: (method, path, bytes, headers) =>
      raw(path, {
        method,
        headers: {
          origin: publicUrl,
          ...(cookie === undefined ? {} : { cookie }),
          ...own,
          "content-length": String(bytes.length),
          ...Object.fromEntries(new Headers(headers)),
        },
        body: new Uint8Array(bytes),
      }),
  });
  const visitor = callerWith(undefined);

  async function cookieFor(path: string, email: string, password: string): Promise<string> {
    const answer = await visitor.call("POST", path, { email, password });
    if (!answer.ok) throw new Error(`${path} for ${email}: ${await answer.text()}`);
    const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    return cookie.join("; ");
  }
  const enter = async (path: string, email: string, password: string) =>
    callerWith(await cookieFor(path, email, password));

  return {
    ...visitor,
    services: furrow.services,
    raw,
    register: (email) => enter("/api/auth/sign-up/email", email, "hedgerow and barley"),
    signIn: (email, password) => enter("/api/auth/sign-in/email", email, password),
    withKey: (key) => callerWith(undefined, { authorization: `Bearer ${key}` }),
    admin: () => enter("/api/auth/sign-in/email", testAdmin.email, testAdmin.password),
    cookieOfAdmin: () => cookieFor("/api/auth/sign-in/email", testAdmin.email, testAdmin.password),
    async close() {
      await furrow.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Places an order as a customer, and pays it if an admin is given. Returns its id. */
export async function orderBy(customer: Caller, admin?: Caller): Promise<string> {
  const { _id } = await (await customer.call("POST", "/api/new-order", restOrder)).json();
  const key = { "idempotency-key": `paid-${_id}` };
  await admin?.call("POST", `/api/order/${_id}/payments`, restPayment(), key);
  return _id;
}

export async function accountIdOf(caller: Caller): Promise<string> {
  return (await (await caller.call("GET", "/api/auth/get-session")).json()).user.id;
}

/** Registers a person, and adds them to the company of a customer. */
export async function colleagueOf(
  site: TestSite,
  customer: Caller,
  rights: CompanyRights,
): Promise<Caller> {
  const colleague = await site.register(`${newId()}@example.com`);
  const [founder, accountId] = [await accountIdOf(customer), await accountIdOf(colleague)];
  await site.services.database.write(async (tx) => {
    const companyId = await storeCompany(tx, founder, 1);
    await addPerson(tx, { companyId, accountId, rights, invitedBy: founder, at: 2 });
  });
  return colleague;
}
