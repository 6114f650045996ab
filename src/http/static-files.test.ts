import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staticFiles } from "./static-files.ts";

const compressed = brotliCompressSync("export {};");
let directory: string;
let app: Hono;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-static-"));
  // The installation folder may itself be inside a folder called `assets`.
  const root = join(directory, "assets", "client");
  for (const folder of ["assets", ".vite", ".well-known", "pictures"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(directory, "assets", "secret"), "a secret");
  writeFileSync(join(root, "assets", "entry-BzX3.js"), "export {};");
  writeFileSync(join(root, "assets", "entry-BzX3.js.br"), compressed);
  writeFileSync(join(root, "pictures", "logo.svg"), "<svg/>");
  writeFileSync(join(root, "favicon.svg"), "<svg/>");
  writeFileSync(join(root, ".env"), "SECRET=a secret");
  writeFileSync(join(root, ".vite", "manifest.json"), '{"a secret":1}');
  writeFileSync(join(root, "assets", ".hidden"), "a secret");
  writeFileSync(join(root, ".well-known", "security.txt"), "Contact: mailto:a@example.com");
  app = new Hono();
  app.use(staticFiles(root));
  app.all("*", (context) => context.text("not a file", 404));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("A built file", () => {
  test("with a hash in its name is cached forever", async () => {
    const answer = await app.request("/assets/entry-BzX3.js");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/javascript/);
    expect(answer.headers.get("cache-control")).toMatch(/max-age=\d{8}, immutable$/);
  });

  test("is sent in brotli to clients that accept brotli", async () => {
    const ask = (encodings: string) =>
      app.request("/assets/entry-BzX3.js", { headers: { "accept-encoding": encodings } });
    const small = await ask("gzip, br");
    expect(small.headers.get("content-encoding")).toBe("br");
    expect(small.headers.get("content-type")).toMatch(/javascript/);
    expect(small.headers.get("cache-control")).toMatch(/immutable$/);
    expect(Buffer.from(await small.arrayBuffer())).toEqual(compressed);
    const plain = await ask("gzip");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe("export {};");
    for (const answer of [small, plain]) expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  });

  test.each(["/favicon.svg", "/pictures/logo.svg"])(
    "without a hash in its name, such as %s, is cached for less than three hours",
    async (path) => {
      const answer = await app.request(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
      expect(answer.headers.get("cache-control")).toMatch(/^public, max-age=\d{1,4}$/);
    },
  );

  test("cannot be written", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      expect((await app.request("/favicon.svg", { method })).status).toBe(404);
    }
  });
});

test.each(["/.env", "/.vite/manifest.json", "/assets/.hidden", "/%2eenv", "/./.env"])(
  "%s is not served although the file exists",
  async (path) => {
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("not a file");
  },
);

test("files below .well-known are served", async () => {
  expect((await app.request("/.well-known/security.txt")).status).toBe(200);
});

test.each([
  "/../secret",
  "/..%2fsecret",
  "/%2e%2e/secret",
  "/%2e%2e%2fsecret",
  "/assets/../../secret",
  "/assets/..%2f..%2fsecret",
  "/assets/..%5c..%5csecret",
  "/assets/%252e%252e/%252e%252e/secret",
  "//secret",
  "/assets//../../secret",
  "/favicon.svg%00",
  "/%00",
  "/assets/%",
  "/assets/%ff",
  `/${"a".repeat(300)}`,
  "/assets",
  "/assets/",
])("the path %s names no public file and returns 404", async (path) => {
  const answer = await app.request(`http://localhost${path}`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe("not a file");
});
