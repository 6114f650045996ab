import { expect, test } from "vitest";
import {
  createProvider,
  providerSettings,
} from "../../tests/support/payments/provider-settings.ts";
import { contentSecurityPolicy } from "./entry.server.tsx";

const passkeyHash = expect.stringMatching(/^'sha256-[\w+/]{43}='$/);
const provider = createProvider("sandbox", providerSettings);
const directives = (isHydrated: boolean) =>
  Object.fromEntries(
    contentSecurityPolicy({
      nonce: "n0nce",
      styleHashes: isHydrated ? undefined : ["sha256-5ite", "sha256-5ection"],
      nextPagesHash: "sha256-n3xt",
      formTargets: provider.formTargets,
    })
      .split("; ")
      .map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]),
  );

test.each([true, false])("pages run only their own scripts (hydrated: %s)", (hydrated) => {
  const policy = directives(hydrated);
  expect(policy["default-src"]).toEqual(["'none'"]);
  const own = hydrated ? ["'nonce-n0nce'"] : ["'sha256-n3xt'", passkeyHash];
  expect(policy["script-src"]).toEqual(["'self'", ...own]);
  expect(policy["base-uri"]).toEqual(["'none'"]);
  expect(policy["frame-ancestors"]).toEqual(["'none'"]);
  expect(policy["object-src"] ?? policy["default-src"]).toEqual(["'none'"]);
});

test("styles are allowed by a nonce in the panel and by the hashes of the style sheets in other pages", () => {
  expect(directives(true)["style-src"]).toEqual(["'self'", "'nonce-n0nce'"]);
  expect(directives(false)["style-src"]).toEqual(["'self'", "'sha256-5ite'", "'sha256-5ection'"]);
});

test("forms can be sent only to the site and the payment provider", () => {
  expect(directives(false)["form-action"]).toEqual(["'self'", ...provider.formTargets]);
  expect(provider.formTargets.join(" ")).not.toMatch(/\*|^https?:$/);
});

test("style attributes are allowed only in the panel", () => {
  expect(directives(true)["style-src-attr"]).toEqual(["'unsafe-inline'"]);
  expect(directives(false)["style-src-attr"]).toBeUndefined();
  expect(directives(false)["style-src"]).not.toContain("'unsafe-inline'");
});

test("frames are allowed only in the panel, and only from the site itself", () => {
  expect(directives(true)["frame-src"]).toEqual(["'self'"]);
  expect(directives(false)["frame-src"]).toBeUndefined();
});
