import type { RouteConfigEntry } from "@react-router/dev/routes";
import { Hono } from "hono";
import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { releaseTests } from "../../tests/support/release-tests.ts";
import { screenRoles, staffRoles } from "../../tests/support/rights/role-table.ts";
import { pagePatterns } from "../../tests/support/screens/page-paths.ts";
import { openSite, type TestSite } from "../../tests/support/servers/site.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import routes from "../app/routes.ts";
import { editScreens, listScreens } from "../content/model/screens.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { AppError } from "../platform/errors.ts";
import { type Actor, actorWithRole, visitor } from "../policy/actor.ts";
import { createPages } from "./page-handler.ts";

// Every route of `routes.ts` with a loader and an action that only note their pattern, behind the
// real guard, so that a test can send tens of thousands of spellings of addresses.

let site: TestSite;
let recordId = "";
beforeAll(async () => {
  site = await openSite();
  const catchAll = editScreens.find(({ path }) => path === "");
  const records = await (await site.admin()).call("GET", `/api/content/${catchAll?.block.name}`);
  [{ _id: recordId }] = (await records.json()) as [{ _id: string }];
});
afterAll(() => site.close());

type ServerRoute = NonNullable<ServerBuild["routes"][string]>;

interface FakeOptions {
  readonly run: (pattern: string) => void;
  readonly entries?: readonly RouteConfigEntry[];
}

/** In `routes.ts`, a file without a component answers with the response of its loader alone. */
const isPage = (file: string) => file.endsWith(".tsx");

function fakeBuild({ run, entries = routes }: FakeOptions): ServerBuild {
  const frame = { loader: () => null, default: () => null } as unknown as ServerRoute["module"];
  const module = (pattern: string, file: string): ServerRoute["module"] => {
    const handler = () => {
      run(pattern);
      return isPage(file) ? null : new Response("done");
    };
    const component = isPage(file) ? () => null : undefined;
    return { loader: handler, action: handler, default: component } as ServerRoute["module"];
  };
  const list = (each: readonly RouteConfigEntry[], parentId: string): ServerRoute[] =>
    each.flatMap(({ id, file, path, index, children }) => {
      const own = id ?? file.replace(/\.tsx?$/, "");
      const route = { id: own, parentId, path, index, module: frame } as ServerRoute;
      return children === undefined
        ? [{ ...route, module: module(path === undefined ? "/" : `/${path}`, file) }]
        : [route, ...list(children, own)];
    });
  const all = [{ id: "root", module: frame } as ServerRoute, ...list(entries, "root")];
  return {
    entry: {
      module: {
        default: (_request: Request, status: number, headers: Headers) =>
          new Response(null, { status, headers }),
        handleError: () => {},
      },
    },
    routes: Object.fromEntries(all.map((route) => [route.id, route])),
    assets: { routes: {}, version: "1", entry: { imports: [], module: "" }, url: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
    allowedActionOrigins: ["**"],
  } as unknown as ServerBuild;
}

/** The site's pages from a build, asked by the actor of each request. */
function serving(build: ServerBuild) {
  let actor: Actor = visitor;
  const identify = () => ({ actor: async () => actor, signInHeaders: () => new Headers() });
  const app = new Hono<HttpVariables>();
  app.use(async (context, next) => {
    context.set("facts", { requestId: "1", clientAddress: "203.0.113.7" });
    await next();
  });
  app.all("*", createPages(build, { ...site.services, identify }, "production"));
  return async (sender: Actor, method: string, path: string) => {
    actor = sender;
    const body = method === "POST" ? { body: new URLSearchParams({ nothing: "1" }) } : {};
    const answer = await app.request(`http://localhost:3000${path}`, { method, ...body });
    return { status: answer.status, text: await answer.text() };
  };
}

/** Also returns the patterns of the loaders and actions that ran for a request. */
function noting(entries?: readonly RouteConfigEntry[]) {
  const ran = new Set<string>();
  const run = (pattern: string) => void ran.add(pattern);
  const send = serving(fakeBuild({ run, ...(entries && { entries }) }));
  return async (actor: Actor, method: string, path: string) => {
    ran.clear();
    return { ...(await send(actor, method, path)), ran: [...ran] };
  };
}

const actorOf = (role: string) => actorWithRole(role, { accountId: "a", email: "a@example.com" });
const customer: Actor = { kind: "customer", accountId: "c", email: "c@example.com" };
const people: readonly (readonly [name: string, actor: Actor])[] = [
  ["visitor", visitor],
  ["customer", customer],
  ...staffRoles.map((role) => [role, actorOf(role)] as const),
];

const contentPatterns = [
  ...listScreens.map(({ path }) => path),
  ...new Set(editScreens.map(({ path }) => `${path}/:recordId`)),
];

/** Whether the tables of rights, which the tests keep apart from the program's, open a route. */
function isOpenTo(name: string, pattern: string): boolean {
  if (contentPatterns.includes(pattern)) {
    return !/paypal/i.test(pattern) && (name === "Writer" || name === "Editor");
  }
  const roles: readonly string[] | undefined = screenRoles[pattern];
  return roles === undefined || roles.includes(name);
}

const panelPatterns = [...Object.keys(screenRoles), ...contentPatterns];

const addressOf = (pattern: string) =>
  pattern.replace(":recordId", recordId).replace(/:\w+/g, "1").replace("*", "nothing-there/at-all");

/** Other ways to write an address, of which the router accepts some and refuses others. */
function spellingsOf(address: string): string[] {
  const encoded = (character: string) =>
    `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const at = address.search(/[a-z]/i);
  const oneLetter = `${address.slice(0, at)}${encoded(address[at] ?? "")}${address.slice(at + 1)}`;
  const paths = [
    address,
    oneLetter,
    address.toUpperCase(),
    address.replace(/[a-z]/gi, encoded),
    address.toUpperCase().replace(/[a-z]/gi, (letter) => encoded(letter).toUpperCase()),
    address.replace(/[a-z]/i, (letter) => encodeURIComponent(encoded(letter))),
    address.replaceAll("s", "ſ").replaceAll("k", "\u212a"),
    address.replaceAll("/", "//"),
    `/.${address}`,
    `/x/..${address}`,
    `/x/%2e%2E${address}`,
    `${address}/`,
    `${address}//`,
    `${address}/.`,
    `${address}/x`,
    `${address};x=1`,
    `${address}%20`,
    `${address}%00`,
    `${address}%2f`,
    `/%2f${address.slice(1)}`,
    address.replaceAll("/", "\\"),
  ];
  const queries = [
    "",
    "?index",
    "?_routes=",
    "?_routes=root",
    "?_routes=admin/frame/shell/admin-layout",
  ];
  return [
    ...paths.flatMap((path) => [path, `${path}.data`]),
    ...[address, address.toUpperCase()].flatMap((path) =>
      queries.flatMap((query) => [
        `${path}${query}`,
        `${path}.data${query}`,
        `${path}/_.data${query}`,
      ]),
    ),
    "/_root.data",
    "/_.data",
  ];
}

/** Screens of content share two modules and two rights, so a few of them are enough. */
const isTried = (pattern: string) =>
  !contentPatterns.includes(pattern) || /paypal|banner|^\/:/i.test(pattern);

/** One pattern of each form, because the router treats all patterns of a form alike. */
const ofEachForm = (patterns: readonly string[]) => [
  ...new Map(
    patterns.filter(isTried).map((pattern) => {
      const form = pattern.replace(/:\w+/g, ":").replace(/[\w-]+/g, "a");
      return [`${form} ${contentPatterns.includes(pattern)}`, pattern];
    }),
  ).values(),
];

/** With fewer routes, the router finds one in a fraction of the time. */
const routesOf = (
  patterns: readonly string[],
  entries: readonly RouteConfigEntry[] = routes,
): RouteConfigEntry[] =>
  entries.flatMap((entry) => {
    const { path = "", children } = entry;
    if (children !== undefined) return { ...entry, children: routesOf(patterns, children) };
    return patterns.includes(`/${path}`) ? entry : [];
  });

test("no spelling of an address leads anybody past the guard of a route of the panel", {
  timeout: scaled(60_000),
}, async () => {
  const patterns = releaseTests.run ? panelPatterns.filter(isTried) : ofEachForm(panelPatterns);
  const send = noting(routesOf(patterns));
  const wrong: string[] = [];
  let reached = 0;
  let tried = 0;
  for (const pattern of patterns) {
    for (const address of spellingsOf(addressOf(pattern))) {
      const { ran } = await send(actorOf("Admin"), "GET", address);
      if (ran.includes(pattern)) reached++;
      const refused = people.filter(([name]) => ran.some((other) => !isOpenTo(name, other)));
      // The people take turns, because the test below asks as each of them.
      const person = refused[tried++ % refused.length];
      if (person === undefined) continue;
      const [name, actor] = person;
      for (const method of ["GET", "POST"]) {
        const passed = (await send(actor, method, address)).ran;
        if (passed.some((other) => !isOpenTo(name, other))) {
          wrong.push(`${method} ${address} by ${name}: ${passed}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(reached).toBeGreaterThan(10 * patterns.length);
});

test("every route of the panel refuses every person who may not open it: pages, data and forms", {
  timeout: scaled(60_000),
}, async () => {
  const withData = new Set(ofEachForm(panelPatterns));
  const wrong: string[] = [];
  let send = noting();
  for (const [at, pattern] of panelPatterns.entries()) {
    if (at % 10 === 0) send = noting(routesOf(panelPatterns.slice(at, at + 10)));
    for (const [name, actor] of people) {
      for (const method of isTried(pattern) ? ["GET", "POST"] : ["GET"]) {
        for (const suffix of withData.has(pattern) ? ["", ".data"] : [""]) {
          const { status, ran } = await send(actor, method, addressOf(pattern) + suffix);
          const isRight = isOpenTo(name, pattern)
            ? ran.includes(pattern)
            : ran.length === 0 && refusalsOf(name, method, pattern).includes(status);
          if (!isRight) wrong.push(`${method} ${pattern}${suffix} by ${name}: ${status} ${ran}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** In an answer to React Router's script, a redirect has the status 202. */
function refusalsOf(name: string, method: string, pattern: string): readonly number[] {
  if (name === "visitor") return [302, 202, 401];
  const hasOtherView = pattern === "/admin" || pattern === "/admin/payment-status/:orderId";
  return method === "GET" && hasOtherView ? [302, 202, 403] : [403];
}

test("a route without an access is refused to everybody, also to Admin", async () => {
  for (const file of ["new-screen.tsx", "new-file.ts"]) {
    const send = noting([...routes, { file, path: "new" }]);
    for (const method of ["GET", "POST"]) {
      for (const path of ["/new", "/new.data"]) {
        const { status, ran } = await send(actorOf("Admin"), method, path);
        expect([file, method, path, status, ran]).toEqual([file, method, path, 403, []]);
      }
    }
  }
});

test("a page of the panel without a loader is refused like the others", async () => {
  const build = fakeBuild({ run: () => {} });
  const page = build.routes["admin/site/content/archive"];
  if (page === undefined) throw new Error("There is no page for archives.");
  const alone = { ...page, module: { default: page.module.default } };
  const send = serving({ ...build, routes: { ...build.routes, [page.id]: alone } });
  expect((await send(actorOf("Admin"), "GET", "/content-archive")).status).toBe(200);
  expect((await send(actorOf("Writer"), "GET", "/content-archive")).status).toBe(403);
});

test("an error that a loader or an action throws is answered with its status on every route", {
  timeout: scaled(60_000),
}, async () => {
  let error = new AppError("conflict", "The barley is not ripe. Come back in July.");
  const patterns = pagePatterns.filter(isTried);
  const run = () => {
    throw error;
  };
  const send = serving(fakeBuild({ entries: routesOf(patterns), run }));
  const wrong: string[] = [];
  const look = async (pattern: string, method: string, status: number) => {
    // React Router sends a form of the start page to its layout, which takes none.
    if (pattern === "/" && method === "POST") return;
    const answer = await send(actorOf("Admin"), method, addressOf(pattern));
    if (answer.status !== status) wrong.push(`${method} ${pattern}: ${answer.status}`);
  };
  for (const pattern of patterns) {
    for (const method of ["GET", "POST"]) await look(pattern, method, 409);
  }
  expect((await send(actorOf("Admin"), "GET", "/admin/csv/mails")).text).toBe(error.message);
  const others = { "not-found": 404, forbidden: 403, invalid: 400, "too-many": 429 } as const;
  for (const [code, status] of Object.entries(others)) {
    error = new AppError(code as keyof typeof others, error.message);
    for (const pattern of ["/admin", "/my-order", "/admin/csv/:list"]) {
      await look(pattern, "GET", status);
    }
  }
  expect(wrong).toEqual([]);
});

test("a page that asks for a confirmation leads to it and back", async () => {
  const extra = { confirmationRequired: true };
  const send = serving(
    fakeBuild({
      run() {
        throw new AppError("forbidden", "Confirm that it is you.", { extra });
      },
    }),
  );
  expect((await send(actorOf("Admin"), "GET", "/admin/csv/people?search=a")).status).toBe(302);
  expect((await send(actorOf("Admin"), "POST", "/admin/settings")).status).toBe(403);
});
