import { afterAll, beforeAll, expect, test } from "vitest";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, register } from "./support/servers/web-client.ts";

let furrow: FurrowServer;
beforeAll(async () => {
  furrow = await startFurrow();
});
afterAll(() => furrow.stop());

/** The text of a page without values of fields and addresses of links, which stay in ASCII. */
const textOf = (html: string) => html.replace(/<script.*?<\/script>/gs, "").replace(/<[^>]*>/g, "");

test("pages show an email address as its owner writes it, and find it by either form", async () => {
  const customer = await register(furrow.url, "anna@почта.рф");
  for (const path of ["/account", "/dashboard"]) {
    const text = textOf((await customer.see(path)).text);
    expect(text).toContain("anna@почта.рф");
    expect(text).not.toContain("xn--");
  }
  const admin = await adminOf(furrow);
  for (const search of ["", "anna@почта", "anna@xn--80a1acny.xn--p1ai"]) {
    const text = textOf((await admin.see(`/people?search=${encodeURIComponent(search)}`)).text);
    expect(text).toContain("anna@почта.рф");
    // The filter of the list shows what was typed.
    expect(text.replace(`“${search}”`, "")).not.toContain("xn--");
  }
});
