import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { openSite, type TestSite, testAdmin } from "./support/servers/site.ts";
import { adminOf, WebClient } from "./support/servers/web-client.ts";

const publicPaths = ["/", "/service", "/pricing", "/contact", "/login", "/register", "/nowhere"];
const forPrograms = ["/sitemap.xml", "/robots.txt", "/healthz", "/favicon.svg"];

/** Modules that visitors do not need, as prefixes of paths in the repository. */
const notForVisitors: Readonly<Record<string, readonly string[]>> = {
  "the calls": [
    "src/api/content/content-routes.ts",
    "src/api/orders/order-routes.ts",
    "src/api/docs/openapi-document",
  ],
  "the stand-in for the payment provider": ["src/payments/sandbox/sandbox.ts"],
  "the libraries behind sign-in": [
    "node_modules/better-auth/",
    "node_modules/@better-auth/",
    "node_modules/@simplewebauthn/",
  ],
  "the library that draws QR codes": ["node_modules/uqr/"],
  "pictures that are drawn": ["node_modules/sharp/", "src/seo/share-card.ts"],
  "the mail library": ["node_modules/nodemailer/"],
  "the libraries of incoming mail": ["node_modules/imapflow/", "node_modules/html-to-text/"],
  "the client of the bucket": ["node_modules/aws4fetch/"],
  "PostgreSQL's driver": ["node_modules/pg/"],
  "the words that passwords may not be": ["src/access/sessions/commonest-passwords.ts"],
  "the parser of style sheets": ["node_modules/css-tree/"],
  backups: ["src/server/backup-thread.ts", "src/maintenance/backups/back-up.ts"],
};

const root = fileURLToPath(new URL("..", import.meta.url));
const hook = join(root, "tests/support/servers/note-loaded-modules.ts");

let site: TestSite;
let furrow: FurrowServer;

beforeAll(async () => {
  // Uses the database of an initialized site, because a first start loads more modules.
  site = await openSite();
  const directory = site.services.configuration.dataDirectory;
  furrow = await startFurrow({
    NODE_OPTIONS: `--import=${hook}`,
    LOADED_MODULES_FILE: join(directory, "loaded"),
    DATA_DIR: directory,
  });
});
afterAll(async () => {
  await furrow.stop();
  await site.close();
});

/** Source files that the server has loaded. `contents.json` maps built files to source files. */
function loadedModules(): string[] {
  const server = join(root, "build/server");
  const contents: Record<string, string[]> = JSON.parse(
    readFileSync(join(server, "contents.json"), "utf8"),
  );
  return readFileSync(join(site.services.configuration.dataDirectory, "loaded"), "utf8")
    .split("\n")
    .filter((url) => url.startsWith("file:"))
    .map((url) => fileURLToPath(url).slice(root.length))
    .flatMap((path) => contents[path.replace(/^build\/server\//, "")] ?? [path]);
}

function loadedOf(what: string): string[] {
  const beginnings = notForVisitors[what] ?? [];
  return loadedModules().filter((path) => beginnings.some((start) => path.startsWith(start)));
}

test("a server that has served only public pages has loaded no code of REST, sign-in, pictures, mail or PostgreSQL", async () => {
  const visitor = new WebClient(furrow.url);
  for (const path of [...publicPaths, ...forPrograms]) await visitor.see(path);
  // Without this assertion, an empty list of modules would pass the next assertion.
  expect(loadedModules()).toEqual(
    expect.arrayContaining(["src/server/serve.ts", "src/app/landing/home.tsx"]),
  );
  const loaded = Object.keys(notForVisitors).filter((what) => loadedOf(what).length > 0);
  expect(loaded).toEqual([]);
});

test("five simultaneous first requests for the panel all get the dashboard", async () => {
  const { email: adminEmail, password: adminPassword } = testAdmin;
  const admin = await adminOf({ ...furrow, adminEmail, adminPassword });
  const dashboards = await Promise.all(Array.from({ length: 5 }, () => admin.see("/admin")));
  expect(dashboards.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  for (const what of ["the calls", "the libraries behind sign-in"]) {
    expect(loadedOf(what), what).not.toEqual([]);
  }
});
