import { expect, test } from "vitest";
import { providerSettings } from "../../../tests/support/provider-settings.ts";
import { createProvider } from "../../payments/providers.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";

const provider = createProvider("sandbox", providerSettings);
const directives = (isHydrated: boolean) =>
  Object.fromEntries(
    contentSecurityPolicy({
      nonce: "n0nce",
      styleHash: isHydrated ? undefined : "sha256-5tyle",
      nextPagesHash: "sha256-n3xt",
      provider,
    })
      .split("; ")
      .map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]),
  );

test.each([true, false])("no page runs a script that is not its own (hydrated: %s)", (hydrated) => {
  const policy = directives(hydrated);
  expect(policy["default-src"]).toEqual(["'none'"]);
  expect(policy["script-src"]).toEqual(["'self'", hydrated ? "'nonce-n0nce'" : "'sha256-n3xt'"]);
  expect(policy["base-uri"]).toEqual(["'none'"]);
  expect(policy["frame-ancestors"]).toEqual(["'none'"]);
  expect(policy["object-src"] ?? policy["default-src"]).toEqual(["'none'"]);
});

test("only what is made for one answer has a nonce; the others know their styles", () => {
  expect(directives(true)["style-src"]).toEqual(["'self'", "'nonce-n0nce'"]);
  expect(directives(false)["style-src"]).toEqual(["'self'", "'sha256-5tyle'"]);
});

test("forms go to the site itself and to the payment provider, and nowhere else", () => {
  expect(directives(false)["form-action"]).toEqual(["'self'", ...provider.formTargets]);
  expect(provider.formTargets.join(" ")).not.toMatch(/\*|^https?:$/);
});

test("style attributes are allowed in the panel, and on no public page", () => {
  expect(directives(true)["style-src-attr"]).toEqual(["'unsafe-inline'"]);
  expect(directives(false)["style-src-attr"]).toBeUndefined();
  expect(directives(false)["style-src"]).not.toContain("'unsafe-inline'");
});

test("the panel shows frames of the site itself, and no public page shows any", () => {
  expect(directives(true)["frame-src"]).toEqual(["'self'"]);
  expect(directives(false)["frame-src"]).toBeUndefined();
});
