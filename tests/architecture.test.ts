import { describe, expect, test } from "vitest";
import {
  type Import,
  importsOf,
  readSourceFiles,
  type SourceFile,
} from "./support/source-files.ts";

// docs/ARCHITECTURE.md shows these import rules, so change both together.

/** The parts of the product, each with the parts that it may import besides platform and policy. */
const parts: Readonly<Record<string, readonly string[]>> = {
  settings: [],
  media: [],
  files: [],
  companies: [],
  payments: [],
  http: [],
  content: ["media"],
  look: ["content", "media"],
  mail: ["content", "files", "look", "settings"],
  seo: ["content", "look"],
  access: ["companies", "mail"],
  inbox: ["content", "mail", "settings"],
  check: ["content", "mail"],
  tax: ["settings", "companies"],
  orders: ["companies", "content", "payments", "mail", "tax"],
  subscriptions: ["companies", "content", "payments", "mail", "settings", "orders", "tax"],
  offers: ["orders", "companies", "content", "mail", "tax"],
  stages: ["orders"],
  money: ["orders", "subscriptions", "payments", "content", "mail", "settings"],
  invoices: [
    "orders",
    "subscriptions",
    "money",
    "payments",
    "companies",
    "content",
    "mail",
    "settings",
    "files",
    "look",
    "media",
    "tax",
  ],
  bookkeeping: [
    "orders",
    "money",
    "invoices",
    "payments",
    "companies",
    "content",
    "mail",
    "settings",
    "files",
    "look",
    "subscriptions",
  ],
  conversation: ["orders", "stages", "companies", "content", "mail", "files"],
  work: [
    "orders",
    "stages",
    "subscriptions",
    "money",
    "conversation",
    "content",
    "payments",
    "mail",
    "files",
    "check",
  ],
  sales: ["orders"],
  search: ["orders", "stages", "subscriptions", "work", "sales", "companies"],
  calendar: ["orders", "work", "search", "mail"],
  reports: ["orders", "stages", "conversation", "work", "search", "mail", "files", "look"],
  lifecycle: [
    "orders",
    "subscriptions",
    "money",
    "invoices",
    "conversation",
    "work",
    "payments",
    "settings",
  ],
  demonstration: [
    "orders",
    "stages",
    "money",
    "conversation",
    "work",
    "lifecycle",
    "content",
    "mail",
    "files",
  ],
};
/** Folders of src/ that a folder may import, besides itself, platform and policy. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  policy: [],
  migrations: [],
  ...parts,
  maintenance: Object.keys(parts),
  api: Object.keys(parts),
  app: [...Object.keys(parts), "maintenance"],
};
/** Folders whose own folders may not import each other in a circle either. */
const layered = ["orders", "money", "conversation", "work"];
/** All that these folders may import. */
const foundations: Readonly<Record<string, readonly string[]>> = {
  platform: ["platform"],
  policy: ["platform", "policy"],
  migrations: ["migrations"],
};
/** Files in `src/`, `src/commands/` and `src/server/`, which no other folder may import. */
const compositionRoot = /^src\/((commands|server)\/)?[^/]+$/;
/** `api` and `app` may import the types of `compose.ts`, because they receive its services. */
const mayNameServices = { folders: ["api", "app"], file: "src/compose.ts" };

/** The only folders, besides the composition root, that may import each of these packages. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  pg: ["platform"],
  "node:sqlite": ["platform", "maintenance"],
  "better-auth": ["access"],
  nodemailer: ["mail"],
  hono: ["http", "api", "payments"],
  "@mantine/core": ["app"],
};

const pureFolders = ["src/content/blocks/"];
const impurePackages = /^(node:|react($|[/-])|@mantine\/|pg$|kysely)/;

/** Components that browsers load, so they must not import `*.server` modules. */
const browserFolders = ["src/app/ui/", "src/app/landing/sections/"];
const serverModule = /\.server(\.tsx?)?$/;

const drawers = /^(utils?|helpers?|common|types?|misc|shared|index)(\.\w+)*$/;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const folderOf = (path: string) =>
  compositionRoot.test(path) ? undefined : /^src\/([^/]+)\//.exec(path)?.[1];

function forbiddenImports(file: SourceFile): string[] {
  if (isTest(file.path)) return [];
  return importsOf(file).flatMap((imported) => {
    const { target } = imported;
    const reason = target.startsWith("src/")
      ? whyNotOurs(file.path, imported)
      : whyNotForeign(file.path, target);
    return reason === null ? [] : [`${file.path} imports ${target}: ${reason}`];
  });
}

function whyNotOurs(importer: string, { target, typeOnly }: Import): string | null {
  if (browserFolders.some((folder) => importer.startsWith(folder)) && serverModule.test(target)) {
    return "a component that reaches the browser draws in no server module.";
  }
  if (importer.startsWith("src/server/") && target.startsWith("src/commands/")) {
    return "the server works without the commands.";
  }
  const from = folderOf(importer);
  if (from === undefined) return null;
  if (compositionRoot.test(target)) {
    const namesServices = typeOnly && target === mayNameServices.file;
    if (namesServices && mayNameServices.folders.includes(from)) return null;
    return "nothing imports the composition root, except that the interfaces import types of compose.ts.";
  }
  const to = folderOf(target) ?? "";
  const allowed = foundations[from] ?? [from, "platform", "policy", ...(mayImport[from] ?? [])];
  return allowed.includes(to) ? null : `${from} may import only ${allowed.join(", ")}.`;
}

function whyNotForeign(importer: string, target: string): string | null {
  if (target.startsWith("tests/") || target.startsWith("scripts/") || target.startsWith("bench/")) {
    return "the program contains no part of its tools.";
  }
  if (target.startsWith("(")) return "nobody can tell what that is.";
  if (pureFolders.some((folder) => importer.startsWith(folder)) && impurePackages.test(target)) {
    return "a content block is data.";
  }
  const from = folderOf(importer);
  const home = Object.keys(packageHomes).find((name) => `${target}/`.startsWith(`${name}/`));
  if (from === undefined || home === undefined || packageHomes[home]?.includes(from)) return null;
  return `only ${packageHomes[home]?.join(" and ")} may use ${home}.`;
}

/** Parts of the program, each with the parts that it imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** `partOf` returns undefined for a file that belongs to no part. Leaves tests out. */
function graphOf(
  files: readonly SourceFile[],
  partOf: (path: string) => string | undefined,
): Graph {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = partOf(file.path);
    if (from === undefined || isTest(file.path)) continue;
    const targets = importsOf(file).flatMap(({ target }) => partOf(target) ?? []);
    const known = graph.get(from) ?? new Set();
    for (const to of targets) if (to !== from) known.add(to);
    graph.set(from, known);
  }
  return graph;
}

/** The parts of a circle, such as ["money", "work", "money"]; empty without a circle. */
function circleIn(graph: Graph): readonly string[] {
  const done = new Set<string>();
  function follow(part: string, path: readonly string[]): readonly string[] {
    const start = path.indexOf(part);
    if (start >= 0) return [...path.slice(start), part];
    if (done.has(part)) return [];
    for (const next of graph.get(part) ?? []) {
      const circle = follow(next, [...path, part]);
      if (circle.length > 0) return circle;
    }
    done.add(part);
    return [];
  }
  for (const part of graph.keys()) {
    const circle = follow(part, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

const drawn = (graph: Graph) =>
  [...graph].map(([from, to]) => `${from} → ${[...to].sort().join(", ")}`).join("\n");

function expectNoCircle(graph: Graph): void {
  const circle = circleIn(graph);
  expect(circle, `The imports go in a circle: ${circle.join(" → ")}.\n${drawn(graph)}`).toEqual([]);
}

/** A file directly in a layered folder is a part of its own. */
function partOfLayered(path: string): string | undefined {
  const [, folder = "", part] = /^src\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  return layered.includes(folder) ? `${folder}/${part}` : undefined;
}

const code = readSourceFiles("src", [".ts", ".tsx"]);

describe("The source code", () => {
  test("imports modules that are two folders away by their path in src", () => {
    const distant = /(from|import\() ?"(\.\.\/){2,}(?!(\.\.\/)*(tests|scripts|package\.json))/;
    const paths = code.filter(({ text }) => distant.test(text)).map(({ path }) => path);
    expect(paths).toEqual([]);
  });

  test("has only imports that the import table allows", () => {
    expect(code.flatMap(forbiddenImports)).toEqual([]);
  });

  test("has no import of the customer's pages in the panel", () => {
    const imports = code
      .filter(({ path }) => path.startsWith("src/app/admin/"))
      .flatMap((file) => importsOf(file).map(({ target }) => `${file.path} imports ${target}`));
    expect(imports.filter((sentence) => / src\/app\/ordering\//.test(sentence))).toEqual([]);
  });

  test("has no circle of imports between its folders", () => {
    expectNoCircle(graphOf(code, folderOf));
  });

  test("has no circle of imports between the parts of orders, money, conversation and work", () => {
    expectNoCircle(graphOf(code, partOfLayered));
  });

  test("has only folders that the import table lists", () => {
    const folders = new Set(code.flatMap(({ path }) => folderOf(path) ?? []));
    expect([...folders].filter((folder) => !(folder in mayImport))).toEqual([]);
  });

  test("has no file or folder named utils, helpers, common, types, misc, shared or index", () => {
    const drawersFound = code
      .map(({ path }) => path)
      .filter((path) => path.split("/").some((part) => drawers.test(part)));
    expect(drawersFound).toEqual([]);
  });
});

describe("The import check", () => {
  const sentencesFor = (path: string, text: string) => forbiddenImports({ path, text });

  test("finds all files and their imports", () => {
    expect(code.length).toBeGreaterThan(20);
    const found = code
      .filter(({ path }) => path === "src/platform/rate-limit.ts")
      .flatMap(importsOf);
    expect(found.map(({ target }) => target)).toContain("src/platform/errors.ts");
  });

  test("catches every kind of forbidden import", () => {
    const order = '"../orders/order.ts"';
    for (const text of [
      `import { a } from ${order}; a();`,
      `import ${order};`,
      `import type { A } from ${order}; export type B = A;`,
      `export { a } from ${order};`,
      `export * from ${order};`,
      `export const a = () => import(${order});`,
      `export type A = import(${order}).A;`,
    ]) {
      expect(sentencesFor("src/content/fake.ts", text), text).toEqual([
        "src/content/fake.ts imports src/orders/order.ts: content may import only content, platform, policy, media.",
      ]);
    }
  });

  test("finds an import in a component, and ignores text that looks like an import", () => {
    const text = `const quote = 'import "../api/a.ts"'; // import "../api/b.ts"
      import { c } from "../api/c.ts"; export const C = () => <p>import "../api/d.ts" {quote}{c}</p>;`;
    expect(sentencesFor("src/app/fake.tsx", text)).toHaveLength(1);
  });

  test("catches an import that a rule forbids", () => {
    const forbidden = {
      "src/platform/a.ts": "../policy/actor.ts",
      "src/api/a.ts": "../app/root.tsx",
      "src/app/admin/a.ts": "../../api/errors.ts",
      "src/money/ledger/a.ts": "#work/brief/begin-brief.server.ts",
      "src/work/a.ts": "../lifecycle/order-lifecycle.ts",
      "src/orders/a.ts": "../compose.ts",
      "src/content/blocks/a.ts": "react",
      "src/content/blocks/b.ts": "node:fs",
      "src/app/ui/a.tsx": "../session.server.ts",
      "src/app/a.ts": "pg",
      "src/orders/b.ts": "../../tests/support/databases/databases.ts",
    };
    const accepted = Object.entries(forbidden).filter(
      ([path, target]) => sentencesFor(path, `import "${target}";`).length !== 1,
    );
    expect(accepted).toEqual([]);
  });

  test("names a circle between folders, and shows the graph", () => {
    const files = [
      { path: "src/work/a.ts", text: `import "../money/b.ts"; import "../orders/d.ts";` },
      {
        path: "src/money/b.ts",
        text: `import type { C } from "../conversation/c.ts"; export type B = C;`,
      },
      { path: "src/conversation/c.ts", text: `export const c = () => import("../work/a.ts");` },
      { path: "src/orders/d.test.ts", text: `import "../work/a.ts";` },
    ];
    const graph = graphOf(files, folderOf);
    expect(circleIn(graph)).toEqual(["work", "money", "conversation", "work"]);
    expect(drawn(graph)).toBe("work → money, orders\nmoney → conversation\nconversation → work");
    expect(circleIn(graphOf(files.slice(0, 2), folderOf))).toEqual([]);
    expect(() => expectNoCircle(graph)).toThrow("work → money → conversation → work");
  });

  test("accepts allowed imports", () => {
    const text = `import "../content/blocks.ts"; import "../platform/money.ts"; import "kysely";`;
    expect(sentencesFor("src/orders/a.ts", text)).toEqual([]);
    const below = `import "#orders/order.ts"; import "#stages/delivery-stage.ts";`;
    expect(sentencesFor("src/work/brief/a.ts", below)).toEqual([]);
    const services = `import type { Services } from "../compose.ts"; export type A = Services;`;
    expect(sentencesFor("src/api/a.ts", services)).toEqual([]);
    expect(sentencesFor("src/compose.ts", `import "./app/root.tsx"; import "pg";`)).toEqual([]);
  });
});
