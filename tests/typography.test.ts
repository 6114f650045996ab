import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { permissionDenied } from "#policy/rights.ts";

// The REST interface's description, commands, and messages of the log are read as code is.
const shownFiles =
  "src/{app,check,content,conversation,inbox,mail,money,orders,platform/texts,policy,reports,settings,stages,work}/**/*.{ts,tsx}";
const straightApostrophe = /[A-Za-z}]'(?:s|t|re|ve|ll|d|m)\b/;
const inCode = /^(?:\*|\/\/|\/\*|\{\/\*)|throw new Error\(|\.meta\(|log\./;

test("texts that people read have curly apostrophes", async () => {
  const found: string[] = [];
  for await (const file of glob(shownFiles)) {
    if (file.includes(".test.")) continue;
    for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
      const text = line.replace(permissionDenied, "");
      if (inCode.test(text.trim()) || !straightApostrophe.test(text.replace(/\/\/ .*/, "")))
        continue;
      found.push(`${file}:${index + 1} ${line.trim()}`);
    }
  }
  expect(found).toEqual([]);
});
