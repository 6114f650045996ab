import { insertUserRecord } from "#access/admins/user-records.ts";
import type { OpenApiDocument } from "#api/docs/openapi-document.ts";
import type { Block } from "#content/model/define.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { notifyPath } from "#payments/paypal-standard/paypal-standard.ts";
import { addDays } from "#platform/time/calendar.ts";
import type { StaffRole, TeamRole } from "#policy/roles.ts";
import { seller } from "../invoices/invoicing.ts";
import { insertWaitingMail } from "../mail/waiting-mail.ts";
import { multipart } from "../orders/private-files.ts";
import { restOrder, restPayment } from "../orders/rest-order.ts";
import { storeAccount } from "../payments/payment-accounts.ts";
import { photo } from "../pictures.ts";
import { accountIdOf, type Caller, openSite, orderBy, type TestSite } from "../servers/site.ts";
import { verified } from "./access.ts";
import type { ActorName } from "./authorisation-table.ts";
import { staffRoles } from "./role-table.ts";

const dayFromNow = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);

type Json = Record<string, unknown>;

export type MatrixSite = Awaited<ReturnType<typeof openMatrixSite>>;

const formType = { "content-type": "application/x-www-form-urlencoded" };

/** A site with one record of each kind that calls need, and a caller for each kind of actor. */
export async function openMatrixSite(settings: Record<string, string> = {}) {
  const site = await openSite(settings);
  await connectTestAccounts(site);
  const admin = await site.admin();
  const callers: Readonly<Record<ActorName, Caller>> = {
    visitor: site,
    customer: await site.register("customer@example.com"),
    "another customer": await site.register("other@example.com"),
    admin,
    "removed admin": await removedAdmin(site, admin),
  };
  const staff = Object.fromEntries(
    await Promise.all(staffRoles.map(async (role) => [role, await staffCaller(site, role)])),
  ) as Readonly<Record<StaffRole, Caller>>;
  const document: OpenApiDocument = await (await site.call("GET", "/api/openapi.json")).json();
  const archive = await (await admin.call("GET", "/api/content/export")).arrayBuffer();
  const presentLook = await (await admin.call("GET", "/api/look-file")).text();
  // Another look, so that the import changes something.
  const lookFile = new TextEncoder().encode(presentLook.replace('"Field"', '"Print"'));
  const ids = await oneOfEverything(site, callers);
  const picture = await photo(40, 30);
  const anotherPicture = await photo(50, 30);
  let people = 0;
  let coupons = 100;
  const nextCode = () => {
    coupons += 1;
    return `MATRIX${coupons}`;
  };

  /** Body for a call whose example in the OpenAPI document does not fit this site. */
  async function otherBody(call: string): Promise<Json | undefined> {
    switch (call) {
      case "POST /api/auth/sign-up/email":
        people += 1;
        return { email: `person-${people}@example.com`, password: "hedgerow and barley" };
      case "POST /api/auth/sign-in/email":
        return { email: "customer@example.com", password: "hedgerow and barley" };
      case "POST /api/accounts/{id}/company/merging":
      case "PUT /api/order/{id}/company":
        return { email: "customer@example.com", understood: "yes" };
      case "POST /api/offer":
        return { ...exampleOf(document, call), lastDay: dayFromNow(30) };
      case "PUT /api/offer/{id}":
        return { title: "A talk", price: "80", lastDay: dayFromNow(30), points: [], version: 1 };
      case "POST /api/coupon":
      case "PUT /api/coupon/{id}":
        return { ...exampleOf(document, call), code: nextCode() };
      case "PUT /api/upadete-users/{id}":
        return { userEmail: "another-colleague@example.com" };
      case "POST /api/order/{id}/outside-refunds":
      case "POST /api/order/{id}/refunds":
        return { ...exampleOf(document, call), transactionId: "key-of-payments", amount: "49.00" };
      case "POST /api/subscription/{id}/plan":
        return { packageId: ids.plan, packagePrice: "499" };
      case "POST /api/subscriptions/prices":
        return { ...exampleOf(document, call), subscriptions: [ids["subscription/"]] };
      case "PUT /api/order/{id}/brief":
      case "POST /api/order/{id}/brief/sending":
        return { answers: {} };
      case "POST /api/order/{id}/site-checks":
        return { website: "website-of-ada.example" };
      case "POST /api/content/{block}/draft":
      case "PUT /api/content/{block}/{id}/draft":
        return { values: { serviceTitle: "Sown" } };
      default:
        return undefined;
    }
  }

  /** Id of the first record of each list, cached until the next write. */
  const firstIds = new Map<string, Promise<string>>();
  function firstOf(list: string): Promise<string> {
    const first = firstIds.get(list) ?? idOfFirst(admin, list);
    firstIds.set(list, first);
    return first;
  }

  /** Id of the first message, password or file of the order; an unknown id before the first one. */
  async function firstOfOrder(kind: "messages" | "passwords" | "files"): Promise<string> {
    const answer = await admin.call("GET", `/api/order/${ids["order/"]}/${kind}`);
    const found = (await answer.json()) as Record<string, { _id: string }[]>;
    return found[kind]?.[0]?._id ?? "unknown";
  }

  /** Adds a file to the order, which must be paid; an earlier call of the table pays the order. */
  async function addFile(): Promise<void> {
    const { bytes, type } = await multipart([["file", new File(["Barley"], "brief.txt")]]);
    await callers.customer.sendBytes("POST", `/api/order/${ids["order/"]}/files`, bytes, {
      "content-type": type,
      "idempotency-key": "file-of-matrix",
    });
  }

  /** Id of the API key that the admin has created by an earlier call of the table. */
  async function keyOfAdmin(): Promise<string> {
    const keys = (await (await admin.call("GET", "/api/api-keys")).json()) as { _id: string }[];
    return keys[0]?._id ?? "unknown";
  }

  async function idFor(path: string, block: Block | null): Promise<string> {
    if (block !== null) return firstOf(block.calls[0]?.list[0] ?? "");
    if (path.startsWith("/api/content/trash/")) return idInTrash(admin);
    if (path.startsWith("/api/settings/payments/accounts/")) return paymentAccountOf(site);
    if (path.startsWith("/api/content/")) return firstOf("/service-items");
    const known = Object.entries(ids).find(([part]) => path.startsWith(`/api/${part}`));
    if (known === undefined) throw new Error(`Nothing is known that stands in ${path}.`);
    return known[1];
  }

  async function addressOf(path: string, block: Block | null): Promise<string> {
    const messageId = path.includes("{messageId}") ? await firstOfOrder("messages") : "";
    const passwordId = path.includes("{passwordId}") ? await firstOfOrder("passwords") : "";
    if (path.includes("{fileId}")) await addFile();
    const fileId = path.includes("{fileId}") ? await firstOfOrder("files") : "";
    if (path === "/api/api-keys/{id}") return `/api/api-keys/${await keyOfAdmin()}`;
    if (!path.includes("{id}")) return path.replace("{block}", "service-item");
    const address = path
      .replace("{block}", "service-item")
      .replace("{version}", ids.version)
      .replace("{number}", path.endsWith("/changes") ? "1" : "2")
      .replace("{messageId}", () => messageId)
      .replace("{passwordId}", () => passwordId)
      .replace("{fileId}", () => fileId)
      .replace("{accountId}", () => ids["accounts/"]);
    return address.replace("{id}", await idFor(path, block));
  }

  function send(caller: Caller, call: string, address: string, body: Json | undefined) {
    const [method = ""] = call.split(" ");
    if (/\/webhook(-test)?$/.test(call)) return caller.call(method, address, { id: "T3" });
    if (/\/ipn(-test)?$/.test(call)) {
      return caller.sendBytes(method, address, new TextEncoder().encode("txn_id=T2"), formType);
    }
    if (call === "POST /api/content/import") {
      return caller.sendBytes(method, address, new Uint8Array(archive), {
        "content-type": "application/x-ndjson",
      });
    }
    if (call === "POST /api/look-file") {
      const type = { "content-type": "application/json" };
      return caller.sendBytes(method, address, lookFile, type);
    }
    if (call === "POST /api/media" || call.endsWith("/file")) {
      const bytes = call.endsWith("/file") ? anotherPicture : picture;
      return caller.sendBytes(method, address, bytes, { "content-type": "image/jpeg" });
    }
    const key = `key-of-${address.split("/").at(-1)}`;
    return caller.call(method, address, body, { "idempotency-key": key });
  }

  async function answerOf(
    call: string,
    actor: ActorName | StaffRole | Caller,
    block: Block | null,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const [, path = ""] = call.split(" ");
    const example = (await otherBody(call)) ?? exampleOf(document, call);
    const isChange = block !== null && call.startsWith("PUT ");
    const body = isChange ? { ...example, ...otherText(block) } : example;
    const caller = typeof actor === "string" ? { ...callers, ...staff }[actor] : actor;
    const answer = await send(caller, call, await addressOf(path, block), body);
    // Reads the whole response, because the server would otherwise continue to stream a list.
    // Cancels a stream of events, because it has no end.
    const isEndless = answer.headers.get("content-type") === "text/event-stream";
    if (isEndless) await answer.body?.cancel();
    const text = isEndless ? "" : await answer.text();
    if (answer.ok && !call.startsWith("GET ")) firstIds.clear();
    return { status: answer.status, text };
  }

  return {
    site,
    orderId: ids["order/"],
    close: () => site.close(),
    /** Sends a call with a body that is valid on this site. */
    answerOf,
    async statusOf(...asked: Parameters<typeof answerOf>): Promise<number> {
      return (await answerOf(...asked)).status;
    },
    /** An API key of the admin with the rights of a role. */
    async keyOfAdmin(role: TeamRole, access: "all" | "read") {
      const form = { name: `${role} ${access}`, role, access };
      const headers = { "idempotency-key": `key-of-${role}-${access}` };
      const answer = await admin.call("POST", "/api/api-keys", form, headers);
      const { key } = (await answer.json()) as { key: string };
      return { role, access, caller: site.withKey(key) };
    },
    /** True for a call that refuses API keys. */
    needsSession(call: string): boolean {
      const [method = "", path = ""] = call.split(" ");
      const { security } = document.paths[path]?.[method.toLowerCase()] ?? {};
      return !JSON.stringify(security ?? []).includes("apiKey");
    },
    describedCalls(): string[] {
      return Object.entries(document.paths)
        .flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
        )
        .toSorted();
    },
    async listed(actor: ActorName, path: string): Promise<unknown[]> {
      return (await callers[actor].call("GET", path)).json();
    },
    async problemsOf(actor: ActorName, paths: readonly string[]): Promise<Json[]> {
      const answers = paths.map(async (path) => (await callers[actor].call("GET", path)).json());
      return Promise.all(answers);
    },
    /** All rows of all tables except sessions, attempt counters and encoded pictures. */
    async everythingStored(): Promise<Json> {
      const { read } = site.services.database;
      const tables = (await read.introspection.getTables()).filter(
        ({ name }) =>
          !["session", "rateLimit", "rate_limits", "media_variants", "missing_pages"].includes(
            name,
          ),
      );
      const rows = tables.map(async ({ name }) => [
        name,
        await read
          .selectFrom(name as "orders")
          .selectAll()
          .execute(),
      ]);
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}

function exampleOf({ paths }: OpenApiDocument, call: string): Json | undefined {
  const [method = "", path = ""] = call.split(" ");
  const content = paths[path]?.[method.toLowerCase()]?.requestBody?.content;
  return content?.["application/json"]?.example as Json | undefined;
}

/** Another text for one field of a record, so that a change of the record changes something. */
function otherText({ fields, seed }: Block): Json {
  const name = Object.keys(fields).find((each) =>
    ["text", "paragraph", "email"].includes(fields[each]?.kind ?? ""),
  );
  return name === undefined ? {} : { [name]: `2${seed[0]?.[name]}` };
}

async function idOfFirst(admin: Caller, list: string): Promise<string> {
  const records = (await (await admin.call("GET", `/api${list}`)).json()) as { _id: string }[];
  const [first] = records;
  if (first === undefined) throw new Error(`There is nothing in ${list}.`);
  return first._id;
}

/** Id of the first deleted service item; an unknown id if the trash has none. */
async function idInTrash(admin: Caller): Promise<string> {
  const trash = (await (await admin.call("GET", "/api/content/trash")).json()) as {
    _id: string;
    block: string;
  }[];
  return trash.find(({ block }) => block === "service-item")?._id ?? "nothing-there";
}

/** Registers a person of the team with the role. */
async function staffCaller(site: TestSite, role: StaffRole): Promise<Caller> {
  const email = `${role.toLowerCase()}@example.com`;
  const caller = await site.register(email);
  const { internalAdapter } = await site.services.access.authentication.$context;
  const account = await internalAdapter.findUserByEmail(email);
  await verified(site.services, account?.user.id ?? "");
  await site.services.database.write((tx) => insertUserRecord(tx, email, 1, role));
  return caller;
}

/** A former admin. The removal has ended the session, so the person logs in again. */
async function removedAdmin(site: TestSite, admin: Caller): Promise<Caller> {
  const email = "formerly@example.com";
  const caller = await site.register(email);
  const { internalAdapter } = await site.services.access.authentication.$context;
  const account = await internalAdapter.findUserByEmail(email);
  await verified(site.services, account?.user.id ?? "");
  const record = await site.services.database.write((tx) => insertUserRecord(tx, email, 1));
  const asAdmin = await caller.call("GET", "/api/messages");
  const removed = await admin.call("DELETE", `/api/users/${record._id}`);
  if (!asAdmin.ok || !removed.ok) throw new Error("Nobody was an admin and then was none.");
  return site.signIn(email, "hedgerow and barley");
}

/** Ids of new records, by the path segment before the id. */
async function oneOfEverything(site: TestSite, { admin, customer }: Record<ActorName, Caller>) {
  const made = async (caller: Caller, path: string, body: Json): Promise<string> =>
    (await (await caller.call("POST", path, body)).json())._id;
  // The first cycle of the subscription gets an invoice.
  await admin.call("PUT", "/api/settings", { invoicing: seller });
  const orderId = await orderBy(customer);
  const subscriptionId = await subscriptionOf(customer, admin);
  const message = { email: "ada@example.com", message: "Hello" };
  const upload = await admin.sendBytes("POST", "/api/media", await photo(60, 30), {
    "content-type": "image/jpeg",
  });
  const picture = (await upload.json()) as PictureFile;
  const userId = await made(admin, "/api/add-user", { userEmail: "somebody@example.com" });
  return {
    "message/": await made(site, "/api/add-message", message),
    "users/": userId,
    "accounts/": await accountIdOf(customer),
    "my-company/people/": await accountIdOf(customer),
    "my-company/invitations/": "unknown",
    "upadete-users/": userId,
    "order/": orderId,
    "subscription/": subscriptionId,
    "offer/": await made(admin, "/api/offer", {
      email: "offered@example.com",
      title: "A talk",
      price: "90",
      lastDay: dayFromNow(30),
    }),
    "statement/": "unknown",
    "month/": "2020-01",
    "coupon/": await made(admin, "/api/coupon", { code: "ANYBODY", kind: "percent", value: "5" }),
    "invoice/": await firstInvoice(site),
    "order-status/": orderId,
    "order-cancelled/": orderId,
    "payments/reviews/": await reviewOf(site),
    "received-emails/": await insertWaitingMail(site.services.database, orderId),
    "media-files/": picture._id,
    version: picture.version,
    plan: await premiumPlan(site),
  };
}

async function firstInvoice({ services: { database } }: TestSite): Promise<string> {
  const invoices = database.read.selectFrom("invoices").select("id").orderBy("id");
  return (await invoices.executeTakeFirstOrThrow()).id;
}

/** A subscription of the customer whose first cycle is paid. */
async function subscriptionOf(customer: Caller, admin: Caller): Promise<string> {
  const form = { ...restOrder, packageName: "Premium" };
  const order = await (await customer.call("POST", "/api/new-order", form)).json();
  const payment = { ...restPayment(), amount: "499.00" };
  const key = { "idempotency-key": "first-cycle" };
  await admin.call("POST", `/api/order/${order._id}/payments`, payment, key);
  return order.subscription._id;
}

async function premiumPlan(site: TestSite): Promise<string> {
  const plans = (await (await site.call("GET", "/api/pricings")).json()) as readonly {
    _id: string;
    packageName: string;
  }[];
  return plans.find(({ packageName }) => packageName === "Premium")?._id ?? "unknown";
}

/** Accounts whose notifications arrive at the addresses of test mode. */
async function connectTestAccounts({ services: { database, secret } }: TestSite): Promise<void> {
  for (const kind of ["stripe", "paypal", "paypal-standard"] as const) {
    await storeAccount(database, { kind, mode: "test", state: "off", secret });
  }
}

/** The account that an earlier call of the table has connected, or one that was disconnected. */
async function paymentAccountOf({ services: { database } }: TestSite): Promise<string> {
  const accounts = database.read.selectFrom("payment_accounts").select("id");
  return (await accounts.orderBy("state", "desc").executeTakeFirstOrThrow()).id;
}

/** Stores a notification that needs a review; returns its id. */
async function reviewOf({ services }: TestSite): Promise<string> {
  const { payments, database } = services;
  const headers = new Headers(formType);
  await payments.receiveAt(notifyPath, Buffer.from("txn_id=T1&mc_gross=149.00"), headers);
  return database.write(async (tx) => {
    const row = await tx
      .updateTable("payment_notifications")
      .set({ state: "unanswered", due_at: null, outcome: "review", outcome_reason: "?" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  });
}
