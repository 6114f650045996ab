import { expect, test } from "vitest";
import { documentChecks } from "./document-checks.ts";

// To write docs/seo-checks.md again: npx vitest run src/check/document-checks.test.ts -u
test("docs/seo-checks.md describes the checks of the registry", async () => {
  await expect(documentChecks()).toMatchFileSnapshot("../../docs/seo-checks.md");
});
