import { expect, test } from "vitest";
import { withoutBuiltInImports } from "../scripts/bundle/built-in-modules.ts";

test("imports of Node modules become calls that read only the imported names, and other imports stay", () => {
  const code = [
    `import { createServer, get as fetchFrom } from "node:http";`,
    `import fs, { readFileSync } from "node:fs";`,
    `import * as path from "node:path";`,
    `import "node:process";`,
    `import { start } from "./start.js";`,
    `const text = 'import fs from "node:fs";';`,
  ].join("\n");
  expect(withoutBuiltInImports(code).split("\n")).toEqual([
    `const { createServer, get: fetchFrom } = globalThis.process.getBuiltinModule("node:http");`,
    `const fs = globalThis.process.getBuiltinModule("node:fs"), { readFileSync } = globalThis.process.getBuiltinModule("node:fs");`,
    `const path = { __proto__: globalThis.process.getBuiltinModule("node:path"), default: globalThis.process.getBuiltinModule("node:path") };`,
    "",
    `import { start } from "./start.js";`,
    `const text = 'import fs from "node:fs";';`,
  ]);
});
