import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSite, type TestSite } from "../../../tests/support/servers/site.ts";

const password = "hedgerow and barley";
const secureUrl = "https://furrow.example";

let site: TestSite;
let secure: TestSite;

beforeAll(async () => {
  site = await openSite();
  secure = await openSite({ PUBLIC_URL: secureUrl, PAYMENTS: "sandbox" });
});
afterAll(() => Promise.all([site.close(), secure.close()]));

async function enter(where: TestSite, call: string, email: string, headers: HeadersInit = {}) {
  const answer = await where.raw(`/api/auth/${call}/email`, {
    method: "POST",
    headers: { "content-type": "application/json", ...Object.fromEntries(new Headers(headers)) },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie();
}

const attributesOf = (line: string) => {
  const [pair = "", ...attributes] = line.split("; ");
  return { name: pair.split("=")[0], attributes: attributes.map((each) => each.toLowerCase()) };
};

describe("The session cookie", () => {
  test("is not readable by scripts, and not sent with forms of other sites", async () => {
    const lines = await enter(site, "sign-up", "ada@example.com");
    // The second cookie only recognises the browser.
    expect(lines.map((line) => line.split("=")[0])).toEqual(["furrow-session", "furrow-device"]);
    const { name, attributes } = attributesOf(lines[0] ?? "");
    expect(name).toBe("furrow-session");
    expect(attributes).toEqual(expect.arrayContaining(["httponly", "samesite=lax", "path=/"]));
    expect(attributes.join()).not.toContain("domain");
  });

  test("belongs to this host only, and is sent over https only, if the site uses https", async () => {
    for (const call of ["sign-up", "sign-in"]) {
      const [line = ""] = await enter(secure, call, "ada@example.com");
      const { name, attributes } = attributesOf(line);
      expect(name).toBe("__Host-furrow-session");
      expect(attributes).toEqual(
        expect.arrayContaining(["secure", "httponly", "samesite=lax", "path=/"]),
      );
      expect(attributes.join()).not.toContain("domain");
      const cookie = line.split(";")[0] ?? "";
      const read = (name: string) =>
        secure.raw("/api/orders", { headers: { cookie: cookie.replace("__Host-", name) } });
      expect((await read("__Host-")).status).toBe(200);
      // The server ignores a cookie without the prefix, because an http page of the same host could
      // have set it.
      expect((await read("")).status).toBe(401);
    }
  });

  test("is replaced at sign-in, so that a cookie planted before the sign-in gives no access (session fixation)", async () => {
    const [planted = ""] = await enter(site, "sign-up", "eve@example.com");
    const cookie = planted.split(";")[0] ?? "";
    await enter(site, "sign-up", "ben@example.com");
    const origin = "http://localhost:3000";
    for (const each of [cookie, "furrow-session=chosen.by-somebody-else"]) {
      const [line = ""] = await enter(site, "sign-in", "ben@example.com", { cookie: each, origin });
      const own = line.split(";")[0] ?? "";
      expect(own).not.toBe(each);
      const session = await site.raw("/api/auth/get-session", { headers: { cookie: own } });
      expect(await session.json()).toMatchObject({ user: { email: "ben@example.com" } });
      const before = await site.raw("/api/auth/get-session", { headers: { cookie: each } });
      expect(JSON.stringify(await before.json())).not.toContain("ben@example.com");
    }
  });

  test("is deleted at sign-out", async () => {
    const [line = ""] = await enter(site, "sign-in", "ada@example.com");
    const answer = await site.raw("/api/auth/sign-out", {
      method: "POST",
      headers: { cookie: line.split(";")[0] ?? "", origin: "http://localhost:3000" },
    });
    const [cleared = ""] = answer.headers.getSetCookie();
    expect(cleared).toMatch(/^furrow-session=;/);
    expect(cleared.toLowerCase()).toContain("max-age=0");
  });
});

describe("The limit on attempts to sign in", () => {
  test("cannot be evaded by forged address headers or by other spellings of the URL", async () => {
    const strict = await openSite({ RATE_LIMIT_FACTOR: "1" });
    const statuses: number[] = [];
    for (let index = 0; index < 14; index++) {
      const path = index % 2 === 0 ? "/api/auth/sign-in/email" : "/api/auth/sign-in/email?x=1";
      const answer = await strict.raw(path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `198.51.100.${index}`,
          "x-furrow-client-address": `198.51.100.${index}`,
        },
        body: JSON.stringify({ email: "nobody@example.com", password }),
      });
      statuses.push(answer.status);
      if (answer.status === 429)
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.indexOf(429)).toBeLessThanOrEqual(10);
    for (const path of ["//api//auth/sign-in/email", "/api/auth//sign-in/email"]) {
      const body = JSON.stringify({ email: "nobody@example.com", password });
      const headers = { "content-type": "application/json" };
      const answer = await strict.raw(path, { method: "POST", headers, body });
      expect([404, 429]).toContain(answer.status);
    }
    await strict.close();
  });
});
