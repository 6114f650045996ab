import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const build = new URL("../build/", import.meta.url);

test("the build publishes every font that a page's style sheets name", () => {
  const folder = new URL("server/assets/", build);
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const named = scripts.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    return [...text.matchAll(/\/(assets\/[\w.-]+\.woff2)/g)].map(([, path = ""]) => path);
  });
  const fonts = [...new Set(named)];
  expect(fonts.length).toBeGreaterThan(70);
  expect(fonts.filter((path) => !existsSync(new URL(`client/${path}`, build)))).toEqual([]);
});
