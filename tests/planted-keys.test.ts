import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exportAccount } from "#access/accounts/export-account.ts";
import type { OpenApiDocument } from "#api/docs/openapi-document.ts";
import { backUp } from "#maintenance/backups/back-up.ts";
import { checkInstallation } from "#maintenance/installation/check-installation.ts";
import { partLine } from "#maintenance/installation/check-parts.ts";
import { checkStatus } from "#maintenance/status/check-status.ts";
import { readStatus } from "#maintenance/status/read-status.ts";
import { enterInLedger } from "#money/ledger/order-ledger.server.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { refundPayment } from "#money/refunds/refund-payment.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { migrations } from "#server/migrations.ts";
import { prepareDatabase } from "#server/open-database.ts";
import { capturedLog } from "./support/captured-log.ts";
import { type MailServer, openMailServer } from "./support/mail/mail-server.ts";
import { restOrder } from "./support/orders/rest-order.ts";
import { storeAccount } from "./support/payments/payment-accounts.ts";
import { shortenPauses } from "./support/payments/paypal-api.ts";
import { stripeSignature } from "./support/payments/protocols.ts";
import { echoed, echoProviders } from "./support/secrets/echoing-providers.ts";
import { secretSearch } from "./support/secrets/forms-of-secret.ts";
import { accountIdOf, type Caller, openSite, type TestSite } from "./support/servers/site.ts";
import { waitFor } from "./support/wait-for.ts";

// Plants marked keys, makes every call of a provider and of a mail server fail with an answer that
// repeats its key, and searches all that leaves the server for each key.

const secret = "a secret of thirty-two characters";
const plants = {
  "secret key of Stripe": "sk_live_Quince7291StripeKey",
  "webhook secret of Stripe": "whsec_Quince3307Hook",
  "client id of PayPal": "Quince5518-Client_Id",
  "client secret of PayPal": "Quince4482/Client+Secret=",
  "webhook id of PayPal": "QUINCE9920HOOK",
  "password of the mail server": "Quince 6640/Mail+Pass&word",
  "test key of Stripe": "sk_test_Quince1187Panel",
  "webhook secret of Stripe's test mode": "whsec_Quince4410Panel",
  "key that was typed and refused": "sk_test_Quince8855Typed",
  "client secret that was typed and refused": "Quince2266/Typed+Secret=",
};
const paypal = {
  clientId: plants["client id of PayPal"],
  clientSecret: plants["client secret of PayPal"],
  webhookId: plants["webhook id of PayPal"],
};
const stripe = {
  secretKey: plants["secret key of Stripe"],
  webhookSecret: plants["webhook secret of Stripe"],
};
const stripeTest = {
  secretKey: plants["test key of Stripe"],
  webhookSecret: plants["webhook secret of Stripe's test mode"],
};
const mailPassword = plants["password of the mail server"];

const inEnvironment = {
  PAYMENTS: "stripe,paypal",
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  PAYPAL_CLIENT_ID: paypal.clientId,
  PAYPAL_CLIENT_SECRET: paypal.clientSecret,
  PAYPAL_WEBHOOK_ID: paypal.webhookId,
  MAIL_FROM: "shop@example.com",
};

let site: TestSite;
let mailServer: MailServer;
const restore: (() => void)[] = [];
beforeEach(async () => {
  restore.push(echoProviders(), shortenPauses());
  mailServer = await openMailServer(0, { login: { user: "mailer", password: "another" } });
});
afterEach(async () => {
  for (const end of restore.splice(0)) end();
  await site.close();
  await mailServer.close();
});

/** The mail server refuses the sign-in and repeats the password. */
const mailAddress = () =>
  `smtp://mailer:${encodeURIComponent(mailPassword)}@127.0.0.1:${mailServer.port}?ignoreTLS=true`;

async function connectInPanel(): Promise<void> {
  const { database, payments } = site.services;
  const given = { secret } as const;
  await storeAccount(database, { ...given, kind: "stripe", credentials: stripe });
  await storeAccount(database, { ...given, kind: "stripe", mode: "test", credentials: stripeTest });
  await storeAccount(database, { ...given, kind: "paypal", mode: "test", credentials: paypal });
  await payments.follow();
}

const sources = {
  environment: {
    settings: () => ({ ...inEnvironment, SMTP_URL: mailAddress() }),
    prepare: async () => {},
  },
  panel: { settings: () => ({}), prepare: connectInPanel },
} as const;

test.each(["environment", "panel"] as const)(
  "keys of the %s leave the server nowhere, also when providers repeat them",
  async (source) => {
    const { log, text } = capturedLog("trace");
    const { settings, prepare } = sources[source];
    site = await openSite(
      { SECRET: secret, METRICS_TOKEN: "a token of metrics", ...settings() },
      log,
    );
    await prepare();
    const search = secretSearch(plants);
    const admin = await site.admin();
    const customer = await site.register("ada@example.com");
    const callsBefore = echoed.calls;

    const orderId = await failAtProviders(search, admin, customer);
    if (source === "panel") await failInSettings(search, admin);
    await seeDoctor(search);
    await seeOwnData(search, [admin, customer]);
    await seeEveryAnswer(search, { admin, customer, orderId });
    await seeEveryStoredByte(search);
    search.look("log", text());

    expect(search.found()).toEqual([]);
    // Without these, nothing was searched.
    expect(search.bytes()).toBeGreaterThan(300_000);
    expect(echoed.calls - callsBefore).toBeGreaterThan(6);
    expect(text()).toMatch(/did not start a payment/);
    expect(text()).toMatch(/could not be verified/);
    expect(text()).toMatch(/could not be looked for/);
  },
);

type Search = ReturnType<typeof secretSearch>;

/** Makes checkouts, refunds, verifications and sweeps fail. Returns the id of an order. */
async function failAtProviders(search: Search, admin: Caller, customer: Caller): Promise<string> {
  const { services } = site;
  const { database, payments, clock } = services;
  const order = await (await customer.call("POST", "/api/new-order", restOrder)).json();
  const buyer: Actor = {
    kind: "customer",
    accountId: await accountIdOf(customer),
    email: "ada@example.com",
  };
  const owner: Actor = {
    kind: "admin",
    accountId: await accountIdOf(admin),
    email: "owner@example.com",
    confirmedRecently: true,
  };
  const deps = { ...services, clientAddress: "203.0.113.7" };
  const fail = async (what: string, call: Promise<unknown>) => {
    const error = await call.then(
      () => ({ message: "It did not fail." }),
      (thrown: unknown) => thrown,
    );
    // What interfaces show of an error; the log has the rest.
    search.look(what, String((error as Error).message));
    search.look(what, JSON.stringify(error));
  };
  expect(payments.ways).toHaveLength(2);
  for (const { provider } of payments.ways) {
    const { way, name } = provider;
    await fail(`checkout at ${name}`, startPayment(deps, buyer, order._id, { way, again: true }));
    const transactionId = `T-${name}`;
    await database.write(async (tx) => {
      const locked = await lockOrder(tx, order._id);
      if (locked === undefined) throw new Error("There is no order.");
      const entry = { kind: "payment", amountCents: locked.priceCents } as const;
      const at = { author: name, notificationId: null, parentTransactionId: null, at: clock() };
      await enterInLedger(tx, services, locked, { ...entry, provider: name, transactionId, ...at });
    });
    const refund = { orderId: order._id, transactionId, amountCents: 100, key: newId() };
    await fail(`refund at ${name}`, refundPayment(services, owner, refund));
  }
  await receiveWebhooks();
  const workers = [await payments.startVerifying(), payments.startSweeping()];
  await waitFor(async () => {
    const waiting = database.read.selectFrom("payment_notifications").select("attempts");
    expect((await waiting.execute()).every(({ attempts }) => attempts > 0)).toBe(true);
    const swept = await database.read.selectFrom("payment_sweeps").select("due_at").execute();
    expect(swept.some(({ due_at }) => (due_at ?? 0) > clock())).toBe(true);
  });
  await Promise.all(workers.map((worker) => worker.stop()));
  search.look("status", JSON.stringify(checkStatus(await readStatus(services, owner))));
  return order._id;
}

/** A forged webhook of PayPal, and an event of Stripe whose signature is too old to be enough. */
async function receiveWebhooks(): Promise<void> {
  const { payments } = site.services;
  for (const { provider } of payments.ways) {
    const event = { object: "event", id: "evt_1", type: "refund.created" };
    const data = { object: { object: "refund", id: "re_1" } };
    const resource = { id: "R1", status: "COMPLETED", amount: { value: "1.00" } };
    const body = JSON.stringify({
      ...event,
      livemode: !provider.isTest,
      data,
      event_type: "PAYMENT.CAPTURE.COMPLETED",
      resource,
    });
    const headers = new Headers({ "content-type": provider.notifications.mediaType });
    for (const name of provider.notifications.headers) headers.set(name, "x");
    const signing = provider.isTest ? stripeTest : stripe;
    const signature = stripeSignature(
      Buffer.from(body),
      signing.webhookSecret,
      Date.now() - 3600e3,
    );
    if (provider.way === "card") headers.set("stripe-signature", signature);
    await payments.receiveAt(provider.notifications.path, Buffer.from(body), headers);
  }
}

/** What `furrow doctor` prints. */
async function seeDoctor(search: Search): Promise<void> {
  const { configuration } = site.services;
  const lines: string[] = [];
  const checked = checkInstallation({ configuration, migrations, now: Date.now() });
  for await (const part of checked) lines.push(partLine(part));
  search.look("doctor", lines.join("\n"));
  const faults = lines.filter((line) => line.startsWith("✗")).join("\n");
  expect(faults).toMatch(/Stripe does not know/);
  expect(faults).toMatch(/PayPal/);
  expect(faults).toMatch(/rejected the user name or the password/);
}

/** The files with which accounts download all data about themselves. */
async function seeOwnData(search: Search, people: readonly Caller[]): Promise<void> {
  for (const person of people) {
    const accountId = await accountIdOf(person);
    const email = "somebody@example.com";
    const actor: Actor = { kind: "customer", accountId, email };
    const { text } = await exportAccount(site.services, actor, accountId);
    const file = (await Array.fromAsync(text)).join("");
    expect(JSON.parse(file)).toMatchObject({ account: { id: accountId } });
    search.look("data of an account", file);
  }
}

/** Keys that are typed in the panel and refused, and the password of the mail server. */
async function failInSettings(search: Search, admin: Caller): Promise<void> {
  for (const [kind, fields] of [
    ["stripe", { secretKey: plants["key that was typed and refused"] }],
    [
      "paypal",
      {
        clientId: plants["client id of PayPal"],
        clientSecret: plants["client secret that was typed and refused"],
      },
    ],
  ] as const) {
    const connecting = await admin.call("POST", "/api/settings/payments/accounts", {
      kind,
      mode: "test",
      fields,
    });
    expect([kind, connecting.status]).toEqual([kind, 400]);
    search.look(`connecting ${kind}`, await connecting.text());
  }
  const server = {
    host: "127.0.0.1",
    port: mailServer.port,
    encryption: "none",
    user: "mailer",
    password: mailPassword,
  };
  const mailSender = "Shop <shop@example.com>";
  const typed = { mailServer: server, mailSender, revisions: { mailServer: 0, mailSender: 0 } };
  const saved = await admin.call("PUT", "/api/settings", typed);
  search.look("saving the mail server", await saved.text());
  expect(saved.status).toBe(200);
  search.look("saved settings", await (await admin.call("GET", "/api/settings")).text());
  const trial = await admin.call("POST", "/api/settings/test-mail", {
    mailServer: server,
    mailSender,
  });
  const said = await trial.text();
  expect(said).toContain("rejected the user name or the password");
  search.look("trying the mail server", said);
}

interface Everybody {
  readonly admin: Caller;
  readonly customer: Caller;
  readonly orderId: string;
}

/** All calls that read, by an admin and a customer, errors, exports and metrics. */
async function seeEveryAnswer(search: Search, { admin, customer, orderId }: Everybody) {
  const see = async (caller: Caller, path: string) => {
    const answer = await caller.call("GET", path);
    // A stream stays open for as long as its page.
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
    if (isStream) await answer.body?.cancel();
    else search.look(path, await answer.text());
    search.look(`headers of ${path}`, JSON.stringify([...answer.headers]));
    return answer.status;
  };
  const document: OpenApiDocument = await (await site.raw("/api/openapi.json")).json();
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : path.replace(/\{\w+\}/g, orderId),
  );
  const statuses = new Set<number>();
  for (const caller of [admin, customer]) {
    for (const path of [...paths, "/api/nothing-there", "/nothing"]) {
      statuses.add(await see(caller, path));
    }
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 403, 404]));
  const metrics = await site.raw("/metrics", {
    headers: { authorization: "Bearer a token of metrics" },
  });
  expect(metrics.status).toBe(200);
  search.look("metrics", await metrics.text());
}

/** Rows of all tables with emails and audit log, the files of the site, and a backup. */
async function seeEveryStoredByte(search: Search): Promise<void> {
  const { database, configuration } = site.services;
  const { dataDirectory } = configuration;
  const tables = await database.read.introspection.getTables();
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["audit_log", "mail_outbox", "payment_accounts", "settings"]),
  );
  for (const { name } of tables) {
    const rows = await database.read
      .selectFrom(name as "orders")
      .selectAll()
      .execute();
    const bytes = (_: string, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;
    search.look(`table ${name}`, JSON.stringify(rows, bytes));
  }
  const backups = join(dataDirectory, "made-backups");
  await backUp({
    address: { engine: "sqlite", file: join(dataDirectory, "furrow.db") },
    secret,
    directory: backups,
    kind: "backup",
    prepare: prepareDatabase,
    now: Date.now(),
  });
  const files = await readdir(dataDirectory, { recursive: true, withFileTypes: true });
  const named = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  expect(named.some((file) => file.startsWith(backups))).toBe(true);
  for (const file of named) search.look(file, await readFile(file));
}
