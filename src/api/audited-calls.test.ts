import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries } from "../../tests/support/databases/audit-entries.ts";
import { insertWaitingMail } from "../../tests/support/mail/waiting-mail.ts";
import { multipart } from "../../tests/support/orders/private-files.ts";
import { formHeaders } from "../../tests/support/orders/shop.ts";
import { photo } from "../../tests/support/pictures.ts";
import { type Caller, openSite, type TestSite } from "../../tests/support/servers/site.ts";
import { blocks } from "../content/model/blocks.ts";
import type { AnyRecord, Block, BlockCalls } from "../content/model/define.ts";
import { createApi } from "./api-app.ts";

let site: TestSite;
let admin: Caller;
let customer: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  customer = await site.register("customer@example.com");
});
afterAll(() => site.close());

const methods = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Calls that are no change by an admin, and calls whose audit entries other files test. */
const elsewhere =
  /^\w+ \/(order\/:id\/deliveries\/:number\/|order\/:id\/brief$|order\/:id\/brief\/sending|auth\/|incoming-mail|my-company|company-invitation|payments\/paypal\/|new-order|order-|add-message|message|add-subscriber|subscriber|site-checks)/;

/** Routes called so far, as Hono declares them. */
const tried = new Set<string>();
const entries = () => auditEntries(site.services.database);

/** Sends a call and returns its audit entries. A refused call must leave no entry. */
async function trying(route: string, send: () => Promise<Response>) {
  tried.add(route);
  const before = await entries();
  const answer = await send();
  const left = (await entries()).slice(before.length);
  if (!answer.ok) expect(left).toEqual([]);
  return { status: answer.status, left, body: await answer.json() };
}

async function leavesOne(route: string, send: () => Promise<Response>) {
  const { status, left, body } = await trying(route, send);
  expect([route, status < 300, left.length]).toEqual([route, true, 1]);
  expect(left[0]?.before_json).not.toBe(left[0]?.after_json);
  return body;
}

const all = Object.values(blocks) as Block[];
const families = all.flatMap((block) =>
  block.calls.map((calls) => [calls.create, block, calls] as const),
);

/**
 * A changed value for one field of a record: the first text field or, in a block without text
 * fields, the picture.
 */
function otherText(block: Block, values: Readonly<Record<string, string>>) {
  const [name, { kind }] = Object.entries(block.fields).find(([, field]) =>
    ["text", "paragraph", "email"].includes(field.kind),
  ) ?? [block.labelField, { kind: "picture" }];
  return { [name]: kind === "picture" ? "/pictures/other.webp" : `2${values[name]}`.slice(0, 60) };
}

describe.each(families)("The block's calls at %s", (_name, block: Block, calls: BlockCalls) => {
  const { create, read, update, list } = calls;

  async function present(): Promise<AnyRecord> {
    const records = (await (await admin.call("GET", `/api${list[0]}`)).json()) as AnyRecord[];
    if (records[0] === undefined) throw new Error(`${block.title} has no record.`);
    return records[0];
  }

  test("write one audit entry for each change by an admin, and none for a refused call", async () => {
    const { _id, ...values } = await present();
    const changed = { ...values, ...otherText(block, values) };
    const before = (await entries()).length;
    expect((await customer.call("PUT", `/api${update}/${_id}`, changed)).status).toBe(403);
    expect((await customer.call("DELETE", `/api${read}/${_id}`)).status).toBe(403);
    expect((await entries()).length).toBe(before);
    const wrong = await trying(`PUT ${update}/:id`, () =>
      admin.call("PUT", `/api${update}/${_id}`, { ...changed, unknown: "x" }),
    );
    expect(wrong.status).toBe(400);
    await leavesOne(`PUT ${update}/:id`, () => admin.call("PUT", `/api${update}/${_id}`, changed));
    await leavesOne(`DELETE ${read}/:id`, () => admin.call("DELETE", `/api${read}/${_id}`));
    await leavesOne(`POST ${create}`, () => admin.call("POST", `/api${create}`, values));
  });
});

describe("The calls for drafts, imports, pictures, money and admins", () => {
  const send = (method: string, path: string, body?: unknown) => () =>
    admin.call(method, `/api${path}`, body);

  test("write one audit entry for each change of a draft or a record", async () => {
    const path = "/content/service-item";
    const rows = (await (await admin.call("GET", `/api${path}`)).json()) as AnyRecord[];
    const [first, second] = rows.map((row) => String(row._id));
    const label = blocks.serviceItems.labelField;
    const draft = (text: string) => ({ values: { [label]: text } });
    await leavesOne(
      "PUT /content/:block/:id/draft",
      send("PUT", `${path}/${first}/draft`, draft("A")),
    );
    await leavesOne(
      "POST /content/:block/:id/publish",
      send("POST", `${path}/${first}/publish`, {}),
    );
    await leavesOne(
      "PUT /content/:block/:id/draft",
      send("PUT", `${path}/${first}/draft`, draft("B")),
    );
    await leavesOne("DELETE /content/:block/:id/draft", send("DELETE", `${path}/${first}/draft`));
    await leavesOne(
      "POST /content/:block/:id/restore",
      send("POST", `${path}/${first}/restore`, { revision: 1 }),
    );
    await leavesOne(
      "POST /content/:block/:id/move",
      send("POST", `${path}/${first}/move`, { before: null }),
    );
    const copy = await leavesOne(
      "POST /content/:block/:id/duplicate",
      send("POST", `${path}/${second}/duplicate`),
    );
    await leavesOne("POST /content/publish-all", send("POST", "/content/publish-all"));
    await leavesOne("DELETE /service-item/:id", send("DELETE", `/service-item/${copy._id}`));
    await leavesOne(
      "POST /content/trash/:id/restore",
      send("POST", `/content/trash/${copy._id}/restore`),
    );
    await leavesOne("POST /content/:block/draft", send("POST", `${path}/draft`, draft("C")));
  });

  test("write one audit entry for an import and one for each record that it changes, and none for a dry run", async () => {
    const file = new Uint8Array(
      await (await admin.call("GET", "/api/content/export")).arrayBuffer(),
    );
    const sendFile =
      (query = "") =>
      () =>
        admin.sendBytes("POST", `/api/content/import${query}`, file, {
          "content-type": "application/x-ndjson",
        });
    const [first] = (await (await admin.call("GET", "/api/banner")).json()) as AnyRecord[];
    await admin.call("DELETE", `/api/banner/${first?._id}`);
    const dry = await trying("POST /content/import", sendFile("?dry-run"));
    expect([dry.status, dry.left]).toEqual([200, []]);
    const { left } = await trying("POST /content/import", sendFile());
    expect(left.map(({ action }) => action)).toEqual(["Put content back", "Import file"]);
  });

  test("write one audit entry for each change of a picture", async () => {
    const upload = (method: string, path: string, bytes: Uint8Array) => () =>
      admin.sendBytes(method, `/api${path}`, bytes, { "content-type": "image/jpeg" });
    const [one, two] = await Promise.all([photo(400, 300), photo(500, 300)]);
    const { _id, version } = await leavesOne("POST /media", upload("POST", "/media", one));
    const path = `/media-files/${_id}`;
    await leavesOne("PUT /media-files/:id", send("PUT", path, { alt: "A field", focalX: 0.2 }));
    await leavesOne("PUT /media-files/:id/file", upload("PUT", `${path}/file`, two));
    const former = send("POST", `${path}/file/${version}/restore`);
    await leavesOne("POST /media-files/:id/file/:version/restore", former);
    await leavesOne("DELETE /media-files/:id", send("DELETE", path));
    await leavesOne("POST /media-files/:id/restore", send("POST", `${path}/restore`));
  });

  test("write one audit entry for each manual payment or refund, and none for a refused or repeated call", async () => {
    const orderForm = {
      packageName: "Basic",
      packagePrice: "149",
      customerName: "Ada Field",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    };
    const { _id } = await (await customer.call("POST", "/api/new-order", orderForm)).json();
    const keyed = (path: string, key: string, body: unknown) => () =>
      admin.call("POST", `/api/order/${_id}${path}`, body, { "idempotency-key": key });
    const date = "2026-01-02";
    const wrong = await trying(
      "POST /order/:id/payments",
      keyed("/payments", "k1", { amount: "100", date, reference: "4711" }),
    );
    expect(wrong.status).toBe(400);
    const payment = { amount: "149", date, reference: "4711" };
    await leavesOne("POST /order/:id/payments", keyed("/payments", "k1", payment));
    const { user } = await (await admin.call("GET", "/api/auth/get-session")).json();
    const assign = send("PUT", `/order/${_id}/assignee`, { assignee: user.id });
    await leavesOne("PUT /order/:id/assignee", assign);
    expect((await trying("PUT /order/:id/assignee", assign)).left).toEqual([]);
    const rules = send("PUT", "/assignment-rules", {
      rules: [{ planId: "", assignees: [user.id] }],
    });
    await leavesOne("PUT /assignment-rules", rules);
    expect((await trying("PUT /assignment-rules", rules)).left).toEqual([]);
    const { user: owner } = await (await customer.call("GET", "/api/auth/get-session")).json();
    await leavesOne(
      "DELETE /order/:id/links/:accountId",
      send("DELETE", `/order/${_id}/links/${owner.id}`),
    );
    const { user: own } = await (await customer.call("GET", "/api/auth/get-session")).json();
    const to = (email: string) => ({ email, understood: "yes" });
    await site.register("moved@example.com");
    const move = send("PUT", `/order/${_id}/company`, to("moved@example.com"));
    await leavesOne("PUT /order/:id/company", move);
    expect((await trying("PUT /order/:id/company", move)).left).toEqual([]);
    await leavesOne(
      "PUT /order/:id/company",
      send("PUT", `/order/${_id}/company`, to("customer@example.com")),
    );
    const merging = "POST /accounts/:id/company/merging";
    const merge = (into: string) => send("POST", `/accounts/${own.id}/company/merging`, to(into));
    expect((await trying(merging, merge("customer@example.com"))).status).toBe(409);
    expect((await trying(merging, merge("nobody@example.com"))).status).toBe(400);
    const merged = await site.register("merged@example.com");
    await leavesOne(merging, merge("merged@example.com"));
    const { user: colleague } = await (await merged.call("GET", "/api/auth/get-session")).json();
    const takeOut = send("DELETE", `/accounts/${colleague.id}/company`);
    await leavesOne("DELETE /accounts/:id/company", takeOut);
    expect((await trying("DELETE /accounts/:id/company", takeOut)).status).toBe(409);
    const route = "POST /order/:id/messages";
    const message = await leavesOne(route, keyed("/messages", "k1", { text: "We start." }));
    const repeated = await trying(route, keyed("/messages", "k1", { text: "We start." }));
    expect([repeated.status, repeated.left]).toEqual([201, []]);
    await leavesOne(
      "PUT /order/:id/messages/:messageId",
      send("PUT", `/order/${_id}/messages/${message._id}`, {
        text: "We have started.",
        version: message.version,
      }),
    );
    const password = { label: "WordPress", password: "barley and hedgerow" };
    const { passwords } = await leavesOne(
      "POST /order/:id/passwords",
      keyed("/passwords", "k1", password),
    );
    const shown = await leavesOne(
      "POST /order/:id/passwords/:passwordId/showings",
      send("POST", `/order/${_id}/passwords/${passwords[0]._id}/showings`, { confirmed: true }),
    );
    expect(shown.password).toBe(password.password);
    // Admins cannot replace or delete passwords: the calls are refused, and leave no audit entry.
    for (const method of ["PUT", "DELETE"]) {
      const change = send(method, `/order/${_id}/passwords/${passwords[0]._id}`, {
        ...password,
        version: 1,
      });
      const { status, left } = await trying(`${method} /order/:id/passwords/:passwordId`, change);
      expect([status, left]).toEqual([404, []]);
    }
    const files = `/api/order/${_id}/files`;
    const { bytes, type } = await multipart([["file", new File(["Barley"], "map.txt")]]);
    const upload = (key: string) => () =>
      admin.sendBytes("POST", files, bytes, { "content-type": type, "idempotency-key": key });
    const file = await leavesOne("POST /order/:id/files", upload("k6"));
    expect((await trying("POST /order/:id/files", upload("k6"))).left).toEqual([]);
    await leavesOne("DELETE /order/:id/files/:fileId", () =>
      admin.call("DELETE", `${files}/${file._id}`),
    );
    await leavesOne(route, keyed("/messages", "k7", { text: "Which colours?", asks: true }));
    const close = "POST /order/:id/questions/close";
    const closing = send("POST", `/order/${_id}/questions/close`, { through: 1 });
    await leavesOne(close, closing);
    const closed = await trying(close, closing);
    expect([closed.status, closed.left]).toEqual([200, []]);
    const again = await trying("POST /order/:id/payments", keyed("/payments", "k1", payment));
    expect([again.status, again.left]).toEqual([201, []]);
    const refund = { transactionId: "k1", amount: "49", date, reference: "4712" };
    const path = "/outside-refunds";
    await leavesOne("POST /order/:id/outside-refunds", keyed(path, "k2", refund));
    const more = { ...refund, amount: "100.01" };
    expect((await trying(`POST /order/:id${path}`, keyed(path, "k3", more))).status).toBe(409);
    const call = { transactionId: "k1", amount: "1" };
    expect((await trying("POST /order/:id/refunds", keyed("/refunds", "k4", call))).status).toBe(
      409,
    );
    const { status, body } = await trying("POST /order/:id/refunds", () =>
      customer.call("POST", `/api/order/${_id}/refunds`, call, { "idempotency-key": "k5" }),
    );
    expect([status, body.detail]).toEqual([403, "You don't have any permission"]);
  });

  test("write one audit entry for adding demonstration orders, and one for removing them", async () => {
    for (const method of ["POST", "DELETE"] as const) {
      const route = `${method} /demonstration-orders`;
      const send = (caller: Caller) => () => caller.call(method, "/api/demonstration-orders");
      expect((await trying(route, send(customer))).status).toBe(403);
      await leavesOne(route, send(admin));
      expect((await trying(route, send(admin))).left).toEqual([]);
    }
  });

  test("write one audit entry for a delivery, and none for a repeated or refused one", async () => {
    const order = {
      customerName: "Ada",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    };
    const { _id } = await (
      await customer.call("POST", "/api/new-order", { ...order, packageName: "Basic" })
    ).json();
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer" };
    const keyed =
      (path: string, body: object, key: string, caller = admin) =>
      () =>
        caller.call("POST", `/api/order/${_id}${path}`, body, { "idempotency-key": key });
    const date = new Date().toISOString().slice(0, 10);
    await keyed("/payments", { ...payment, date }, "delivery-k1")();
    const points = Array.from({ length: 7 }, (_, index) => ({
      position: index + 1,
      kind: "text",
      value: "Done",
    }));
    const route = "POST /order/:id/deliveries";
    const delivery = keyed("/deliveries", { text: "All done", points }, "delivery-k2");
    await leavesOne(route, delivery);
    const again = await trying(route, delivery);
    expect([again.status, again.left]).toEqual([201, []]);
    const second = await trying(route, keyed("/deliveries", { text: "x", points }, "delivery-k3"));
    expect(second.status).toBe(409);
    const theirs = keyed("/deliveries", { text: "x", points }, "delivery-k4", customer);
    expect((await trying(route, theirs)).status).toBe(403);
  });

  test("write one audit entry for each decision about a brief, and none for a repeated or refused one", async () => {
    const order = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
    const form = { ...order, customerName: "Ada", packageName: "Basic" };
    const paidOrder = async (): Promise<string> => {
      const { _id } = await (await customer.call("POST", "/api/new-order", form)).json();
      const date = new Date().toISOString().slice(0, 10);
      const payment = { amount: "149", date, reference: "Transfer" };
      const key = { "idempotency-key": `brief-${_id}` };
      await admin.call("POST", `/api/order/${_id}/payments`, payment, key);
      return _id;
    };
    const briefOf = async (id: string) =>
      (await customer.call("GET", `/api/order/${id}/brief`)).json();
    const decision = (id: string, call: string, body: object = {}, caller = admin) =>
      [
        `POST /order/:id/brief/${call}`,
        () => caller.call("POST", `/api/order/${id}/brief/${call}`, body),
      ] as const;
    const first = await paidOrder();
    await leavesOne(...decision(first, "skipping"));
    const again = await trying(...decision(first, "skipping"));
    expect([again.status, again.left]).toEqual([200, []]);

    const second = await paidOrder();
    type Asked = { _id: string; kind: string; choices: string[] };
    const { questions } = (await briefOf(second)) as { questions: Asked[] };
    const answers = questions.flatMap(({ _id, kind, choices }) => {
      const given = kind === "website" ? "https://example.com" : kind === "text" ? "Bread" : null;
      const answer = given ?? choices[0];
      return answer === undefined ? [] : [[_id, answer]];
    });
    const sent = await customer.call("POST", `/api/order/${second}/brief/sending`, {
      answers: Object.fromEntries(answers),
    });
    expect(sent.status).toBe(200);
    await leavesOne(...decision(second, "start"));
    const website = answers[0]?.[0] ?? "";
    const { questions: now } = (await briefOf(second)) as { questions: { version: string }[] };
    const change = { [website]: "https://other.example" };
    const versions = { [website]: now[0]?.version };
    await customer.call("PUT", `/api/order/${second}/brief`, { answers: change, versions });
    const { version } = await briefOf(second);
    const theirs = await trying(...decision(second, "acknowledgement", { version }, customer));
    expect(theirs.status).toBe(403);
    await leavesOne(...decision(second, "acknowledgement", { version }));
    const log = await site.services.database.read.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify(log)).not.toContain("other.example");
  });

  test("write one audit entry for each check of an order's website and each decision about it", async () => {
    const { database } = site.services;
    // A Paid order that an earlier test created, and whose website has no check yet.
    const { id: _id } = await database.read
      .selectFrom("orders")
      .select("id")
      .where("payment_status", "=", "Paid")
      .where("id", "not in", database.read.selectFrom("order_site_checks").select("order_id"))
      .executeTakeFirstOrThrow();
    const calling = (path: string, body: object, caller = admin) =>
      [
        `POST /order/:id/site-checks${path}`,
        () => caller.call("POST", `/api/order/${_id}/site-checks${path}`, body),
      ] as const;
    const website = { website: "secret-shop.example" };
    await leavesOne(...calling("", website));
    const again = await trying(...calling("", {}));
    expect([again.status, again.left]).toEqual([200, []]);
    expect((await trying(...calling("", {}, customer))).status).toBe(403);
    const reason = { reason: "The website is new." };
    expect((await trying(...calling("/without-before", reason))).status).toBe(409);
    await database.write(async (tx) => {
      await tx.deleteFrom("site_crawl_parts").execute();
      await tx.updateTable("site_crawls").set({ state: "unreachable", finished_at: 1 }).execute();
    });
    await leavesOne(...calling("/without-before", reason));
    const repeated = await trying(...calling("/without-before", reason));
    expect([repeated.status, repeated.left]).toEqual([200, []]);
    const log = await database.read.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify(log)).not.toContain("secret-shop");
  });

  test("write one audit entry for each change of the admins, without passwords and tokens", async () => {
    const userEmail = "colleague@example.com";
    const { _id } = await leavesOne("POST /add-user", send("POST", "/add-user", { userEmail }));
    const other = { userEmail: "another@example.com" };
    await leavesOne("PUT /upadete-users/:id", send("PUT", `/upadete-users/${_id}`, other));
    await leavesOne("POST /users/:id/invitation", send("POST", `/users/${_id}/invitation`));
    await leavesOne("DELETE /users/:id", send("DELETE", `/users/${_id}`));
    const log = JSON.stringify(
      await site.services.database.read.selectFrom("audit_log").selectAll().execute(),
    );
    const mails = await site.services.database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .execute();
    const tokens = mails.flatMap(({ text_body }) => /token=([\w-]+)/.exec(text_body)?.[1] ?? []);
    expect(tokens.length).toBeGreaterThanOrEqual(3);
    for (const secret of [...tokens, "a long and rather dull password"])
      expect(log).not.toContain(secret);
  });
});

test("calls on settings write one audit entry for each changed setting, without passwords", async () => {
  const password = "hedgerow-4711";
  const server = { host: "127.0.0.1", port: 1, encryption: "none", user: "shop" };
  const put = (body: object) => () => admin.call("PUT", "/api/settings", body);
  const route = "PUT /settings";
  await leavesOne(route, put({ ownerAddress: "own@example.com" }));
  const both = { mailServer: { ...server, password }, mailSender: "shop@example.com" };
  const saved = await trying(route, put(both));
  expect(saved.left.map(({ action }) => action)).toEqual(["Change setting", "Change setting"]);
  await leavesOne(route, put({ mailServer: { ...server, password: `${password}!` } }));
  const same = await trying(route, put({ mailServer: server, ownerAddress: "own@example.com" }));
  expect([same.status, same.left]).toEqual([200, []]);
  const trial = await leavesOne("POST /settings/test-mail", () =>
    admin.call("POST", "/api/settings/test-mail", { mailServer: server }),
  );
  expect(trial).toMatchObject({ sent: false });
  expect((await customer.call("PUT", "/api/settings", both)).status).toBe(403);
  const log = await site.services.database.read.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify([log, saved.body, same.body, trial])).not.toContain(password);
});

test("a decision about a payment notification writes one audit entry", async () => {
  const { database, payments } = site.services;
  await payments.receive(Buffer.from("txn_id=T1&mc_gross=149.00"), formHeaders);
  await database.write((tx) =>
    tx
      .updateTable("payment_notifications")
      .set({ state: "unanswered", due_at: null, outcome: "review", outcome_reason: "?" })
      .execute(),
  );
  const list = async (caller: Caller) => caller.call("GET", "/api/payments/reviews");
  expect((await list(customer)).status).toBe(403);
  const [review] = (await (await list(admin)).json()) as AnyRecord[];
  expect(review).toMatchObject({ transactionId: "T1", amount: "149.00", isGenuine: false });
  const decide = (body: object) => () =>
    admin.call("POST", `/api/payments/reviews/${review?._id}`, body);
  const route = "POST /payments/reviews/:id";
  expect((await trying(route, decide({ decision: "accept" }))).status).toBe(409);
  const dismissal = { decision: "dismiss", note: "Nobody's" };
  const resolved = await leavesOne(route, decide(dismissal));
  expect(resolved).toMatchObject({ _id: review?._id, resolution: "dismissed" });
  expect((await trying(route, decide(dismissal))).status).toBe(409);
  expect(await (await list(admin)).json()).toEqual([]);
});

test("a decision about an email from an unexpected address writes one audit entry", async () => {
  const order = { packageName: "Basic", customerName: "Ada Field" };
  const address = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
  const placed = await customer.call("POST", "/api/new-order", { ...order, ...address });
  const { _id: orderId } = (await placed.json()) as AnyRecord;
  const id = await insertWaitingMail(site.services.database, orderId);
  const decide = (decision: string) => () =>
    admin.call("POST", `/api/received-emails/${id}`, { decision });
  const route = "POST /received-emails/:id";
  // No message can be written about an order that is not paid.
  expect((await trying(route, decide("add"))).status).toBe(409);
  expect(await leavesOne(route, decide("dismiss"))).toMatchObject({ state: "dismissed" });
  expect((await trying(route, decide("dismiss"))).status).toBe(409);
});

test("creating and revoking an API key write one audit entry each", async () => {
  const headers = { "idempotency-key": "key-of-audit" };
  const create = () => admin.call("POST", "/api/api-keys", { name: "Export" }, headers);
  const { _id } = await leavesOne("POST /api-keys", create);
  await leavesOne("DELETE /api-keys/:id", () => admin.call("DELETE", `/api/api-keys/${_id}`));
});

test("the tests above cover every call by which an admin writes", () => {
  const routes = createApi(site.services)
    .routes.filter(({ method }) => methods.has(method))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !elsewhere.test(route));
  expect(routes.length).toBeGreaterThan(100);
  expect(routes.filter((route) => !tried.has(route))).toEqual([]);
});
