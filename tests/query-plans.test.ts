import type { RouteConfigEntry } from "@react-router/dev/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listExports } from "#app/admin/frame/list/list-exports.server.ts";
import routes from "#app/routes.ts";
import { editScreens } from "#content/model/screens.ts";
import type { Database } from "#platform/database/database.ts";
import { sumNextDay } from "#sales/sales-days.server.ts";
import { settingsOf } from "./support/databases/address-of.ts";
import { describeOnEachDatabase } from "./support/databases/databases.ts";
import {
  auditWordStatements,
  fillingStatements,
  historyStatement,
} from "./support/databases/fill-tables.ts";
import { scansOf } from "./support/databases/query-plans.ts";
import { recordStatements, type Statement } from "./support/databases/statements.ts";
import { type MatrixSite, openMatrixSite } from "./support/rights/matrix-site.ts";
import { routeContext } from "./support/screens/route-context.ts";
import { scaled } from "./support/time-limits.ts";

// Screens and GET calls must not become slower as a shop's tables grow. The tests read the route
// tables, so the tests cover new screens and calls.

/**
 * Tables that the owner fills by hand, or that grow with plans, statuses and days. All other tables
 * grow with orders and visitors.
 */
const smallTables = new Set(
  `content_records site_pages content_places own_fonts releases release_entries coupons offers offer_versions offer_events offer_links offer_visits redirect_paths missing_pages books month_closings statement_files media_files media_former_files media_staged user_records invitations saved_tabs first_steps
  subscriptions order_counter order_number_jumps invoice_series invoice_number_jumps invoice_issuing invoice_backlog payment_sweeps payment_accounts subscription_sweeps sandbox_webhooks sales_days unsummed_days site_version backup_schedule backup_copies settings kysely_migration kysely_migration_lock`.split(
    /\s+/,
  ),
);

/** Statements that may count a whole table, but must read only an index of the table. */
const countedWhole: readonly RegExp[] = [
  /^select "place", count\(\*\) as "count", .+ from "private_files" group by "place"$/,
  /^select count\(\*\) as "total" from "(user|subscribers)"$/,
  /^select count\(\*\) as "total" from "orders"/,
];
/** PostgreSQL also visits the rows of an index until it has vacuumed the table. */
const indexOnly = /COVERING INDEX|Index Only Scan|Bitmap Heap Scan, no filter/;

/** Query strings to try on each screen: its searches, filters, sort orders and pages. */
const queriesOf: Readonly<Record<string, readonly string[]>> = {
  "/admin": ["orders=2&subscribers=2", "range=all&by=status"],
  "/total-orders": [
    ..."page=2 q=ada q=ada+field&payment=Paid q=%231 payment=UnPaid&status=Pending".split(" "),
    ..."stage=in-work stage=in-review stage=unpaid waitsFor=customer assigned=nobody due=week&sort=amount-high".split(
      " ",
    ),
    ..."plan=Basic&from=2023-10-01&to=2026-10-31 sort=amount-high sort=name-a-z&payment=Paid".split(
      " ",
    ),
  ],
  "/admin/payment-status/:orderId": [
    "list=/total-orders%3Fpayment%3DPaid",
    "list=/total-orders%3Fq%3Dada%26sort%3Damount-high",
    "list=/people/account-10000300",
  ],
  "/all-messages": ["unread=2&read=2", "search=barley", "search=%231"],
  "/all-subscriber": ["page=2", "q=person12", "sort=email-z-a", "state=waiting"],
  "/site-checks": [
    "after=check-10000300",
    "finding=title-missing",
    "filter=confirmed",
    "filter=ordered&finding=title-missing",
  ],
  "/outbox": [
    "after=mail-10000300&page=2",
    "state=failed",
    "sort=oldest&after=mail-10000300",
    "recipient=person123",
    "state=sent&recipient=person123",
  ],
  "/people": ["page=2", "search=person123", "sort=newest", "sort=email-z-a", "state=confirmed"],
  "/received-emails": ["after=received-10000300", "state=waiting"],
  "/audit-log": [
    "after=entry-10000300&page=2",
    "search=number",
    "subject=order",
    "search=number+order&from=2023-11-01&until=2026-01-01",
  ],
  "/payments": ["after=payment-10000300", "sort=oldest", "q=transaction-1000", "q=1020"],
  "/invoices": [
    "page=2",
    "after=invoice-10000300&sort=oldest",
    "q=F-2026 q=1020 q=farm kind=credit-note&sort=oldest from=2026-01-01&to=2026-02-01".split(" "),
  ].flat(),
  "/statements": ["page=2"],
  "/statements/:fileId": ["page=2", "state=open", "state=unknown"],
  "/months": ["until=2023-12"],
  "/subscriptions": ["state=active", "q=customer", "q=1020", "sort=oldest"],
  "/my-order": ["page=2"],
  "/pending-order": ["page=2"],
};

/** Further parameters to try on a screen: a closed month, and the one after it. */
const furtherParameters: Readonly<Record<string, readonly Record<string, string>[]>> = {
  "/months/:month": [{ month: "2023-11" }, { month: "2023-12" }],
  "/months/:month/books.zip": [{ month: "2023-11" }],
};

const rows = 600;
const address = "http://localhost:3000";

interface Page {
  readonly path: string;
  readonly file: string;
}

/** At most two pages of each route module, because all its paths run the same statements. */
function firstOfEach(pages: readonly Page[]): Page[] {
  const seen = new Map<string, number>();
  return pages.filter(({ file }) => {
    const times = (seen.get(file) ?? 0) + 1;
    seen.set(file, times);
    return times <= 2;
  });
}

function pagesIn(entries: readonly RouteConfigEntry[], above = ""): Page[] {
  return entries.flatMap(({ path, children, file }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    const page = { path: here || "/", file };
    return children === undefined ? [page] : [page, ...pagesIn(children, here)];
  });
}

describeOnEachDatabase("A database query", (openDatabase) => {
  let database: Database;
  let matrix: MatrixSite;
  let large: ReadonlySet<string>;
  const seen = new Set<string>();
  let recorder: ReturnType<typeof recordStatements>;

  beforeAll(async () => {
    database = await openDatabase();
    matrix = await openMatrixSite(await settingsOf(database));
    const fillings = [
      ...fillingStatements(rows),
      ...auditWordStatements(rows),
      historyStatement(rows),
    ];
    await database.write(async (tx) => {
      for (const filling of fillings) await sql.raw(filling).execute(tx);
    });
    // As in a shop, only few days have no sums yet.
    while (await sumNextDay({ database, clock: () => Date.UTC(2026, 10, 20) }));
    // PostgreSQL plans by statistics, which autovacuum (off in tests) would gather at any moment.
    // SQLite plans as for large tables without statistics.
    if (database.engine === "postgres") await sql`analyze`.execute(database.libraryHandle);
    const tables = await database.read.introspection.getTables();
    large = new Set(tables.map(({ name }) => name).filter((name) => !smallTables.has(name)));
    recorder = recordStatements();
  });
  afterAll(async () => {
    recorder.stop();
    await matrix.close();
  });

  async function scansIn(screen: string, statements: readonly Statement[]): Promise<string[]> {
    const found: string[] = [];
    for (const statement of statements) {
      if (!/^\s*(select|with)\b/i.test(statement.sql) || seen.has(statement.sql)) continue;
      seen.add(statement.sql);
      const isCount = countedWhole.some((known) => known.test(statement.sql));
      const scans = await scansOf(database, statement, (table) => large.has(table));
      for (const scan of scans) {
        if (isCount && indexOnly.test(scan)) continue;
        found.push(`${screen} scans ${scan}\n  ${statement.sql}`);
      }
    }
    return found;
  }

  test(
    "of a screen never scans a growing table",
    async () => {
      const parameters = await parametersOf(database);
      const cookie = await matrix.site.cookieOfAdmin();
      const found: string[] = [];
      let loaders = 0;
      for (const { path, file } of firstOfEach(pagesIn(routes))) {
        const { loader } = await import(/* @vite-ignore */ `../src/app/${file}`);
        if (loader === undefined) continue;
        loaders += 1;
        const tries = [
          ...["", ...(queriesOf[path] ?? [])].map((query) => ({ query, params: parameters(path) })),
          ...(furtherParameters[path] ?? []).map((params) => ({ query: "", params })),
        ];
        for (const { query, params } of tries) {
          const here = path
            .replace("*", "nothing-there")
            .replace(/:(\w+)/g, (_, name) => params[name] ?? "unknown");
          const request = new Request(`${address}${here}?${query}`, { headers: { cookie } });
          for (const list of path.endsWith("/:list") ? listExports.keys() : [""]) {
            recorder.take();
            await Promise.resolve(
              loader({
                request,
                url: new URL(request.url),
                params: { ...params, list },
                pattern: path,
                context: routeContext(matrix.site, request),
              }),
            ).then(readWhole, onlyResponses);
            found.push(...(await scansIn(`${here} ${list}?${query}`, recorder.take())));
          }
        }
      }
      expect(loaders).toBeGreaterThan(40);
      expect(seen.size).toBeGreaterThan(50);
      expect(found).toEqual([]);
    },
    scaled(120_000),
  );

  test("of a GET call never scans a growing table", async () => {
    const found: string[] = [];
    for (const call of matrix.describedCalls().filter((one) => one.startsWith("GET "))) {
      for (const actor of ["customer", "admin"] as const) {
        recorder.take();
        await matrix.statusOf(call, actor, null).catch(() => {});
        found.push(...(await scansIn(call, recorder.take())));
      }
    }
    expect(found).toEqual([]);
  });
});

/** Streamed files run their statements while they are read. */
async function readWhole(answer: unknown): Promise<void> {
  if (answer instanceof Response) await answer.arrayBuffer();
}

/** Loaders throw redirects and error responses; other errors fail the test. */
function onlyResponses(thrown: unknown): void {
  const isAnswer =
    thrown instanceof Response || (thrown as { type?: unknown })?.type === "DataWithResponseInit";
  if (!isAnswer) throw thrown;
}

async function parametersOf({ read }: Database) {
  const records = await read
    .selectFrom("content_records")
    .select(["id", "block"])
    .where("deleted_at", "is", null)
    .execute();
  const user = await read.selectFrom("user_records").select("id").executeTakeFirstOrThrow();
  const plan = records.find(({ block }) => block === "pricing-package");
  return (path: string): Record<string, string> => {
    const screen = editScreens.find((one) => path === `${one.path}/:recordId`);
    const record = records.find(({ block }) => block === screen?.block.name);
    return {
      recordId: record?.id ?? "unknown",
      orderId: "order-10000123",
      subscriptionId: "subscription-10000123",
      couponId: "unknown",
      invoiceId: "invoice-10000123",
      offerId: "unknown",
      month: "2026-11",
      token: "unknown",
      messageId: "message-10000001",
      // No file has this id, because the files of the test have no bytes that a response could
      // send.
      fileId: path.startsWith("/statements") ? "statement-10000001" : "unknown",
      mailId: "mail-10000001",
      receivedId: "received-10000001",
      accountId: "account-10000001",
      userId: user.id,
      packageId: plan?.id ?? "unknown",
      picture: "home-drawn.png",
      file: "192.png",
      key: "key-10000001",
      checkId: "check-10000001",
      releaseId: "unknown",
    };
  };
}
