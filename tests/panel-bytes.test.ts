import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

const firstLoadBytes = 200_000;
// Mantine is divided into files by which screens share a component, so that a component of one
// screen can add to another. A quarter are the blocks of the content, which each new email adds to.
const ownPartBytes = 66_500;
/** Renders whole pages of the site in each design, and derives colours while they are chosen. */
const lookScreens = ["admin/site/look/look-screen", "edit /look-edit"];
const lookBytes = 95_000;
const shellRoutes = ["root", "admin/frame/shell/admin-layout", "admin/frame/shell/admin-screens"];

interface BuiltRoute {
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  /** All modules that the module imports, directly or indirectly. */
  readonly imports?: readonly string[];
}

interface BuiltManifest {
  readonly entry: BuiltRoute;
  readonly routes: Readonly<Record<string, BuiltRoute>>;
}

const client = new URL("../build/client", import.meta.url);

function readManifest(): BuiltManifest {
  const assets = readdirSync(`${client.pathname}/assets`).filter((name) => name.endsWith(".js"));
  const scripts = assets.map((name) => readFileSync(`${client.pathname}/assets/${name}`, "utf8"));
  const script = scripts.find((text) => text.startsWith("window.__reactRouterManifest="));
  if (script === undefined) throw new Error("There is no built panel. Run `npm run build` first.");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
}

const { entry, routes } = readManifest();
const sizes = new Map<string, number>();

function bytesOf(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) {
    const bytes = sizes.get(file) ?? gzipSync(readFileSync(client.pathname + file)).length;
    sizes.set(file, bytes);
    sum += bytes;
  }
  return sum;
}

const filesOf = (route: BuiltRoute | undefined) => [
  ...(route === undefined ? [] : [route.module, ...(route.imports ?? [])]),
];
const shell = new Set([entry, ...shellRoutes.map((id) => routes[id])].flatMap(filesOf));
const dashboard = new Set([...shell, ...filesOf(routes["admin/today/admin-dashboard"])]);
const screens = Object.entries(routes)
  .filter(([, { parentId }]) => parentId === "admin/frame/shell/admin-screens")
  .map(([id, route]) => [id, filesOf(route).filter((file) => !dashboard.has(file))] as const);

describe("The panel's scripts", () => {
  test("are measured for every screen", () => {
    expect(screens.length).toBeGreaterThan(80);
    expect(bytesOf(shell)).toBeGreaterThan(50_000);
    expect(dashboard.size).toBeGreaterThan(shell.size);
  });

  test(`take less than ${firstLoadBytes / 1000} kB, compressed, on the dashboard`, () => {
    expect(bytesOf(dashboard)).toBeLessThan(firstLoadBytes);
  });

  test(`take less than ${ownPartBytes / 1000} kB more, compressed, on each screen after the dashboard`, () => {
    const own = screens.map(([id, files]) => [id, bytesOf(files)] as const);
    const most = (id: string) => (lookScreens.includes(id) ? lookBytes : ownPartBytes);
    expect(own.filter(([id, bytes]) => bytes >= most(id))).toEqual([]);
  });
});
