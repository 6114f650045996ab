import { afterAll, beforeAll, expect, test } from "vitest";
import { signInBuyer } from "#app/ordering/buyer.server.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { switchOnCodes } from "../../../tests/support/browser/switch-on-codes.ts";
import { headersFrom } from "../../../tests/support/rights/access.ts";
import { openSite, type TestSite, testAdmin } from "../../../tests/support/servers/site.ts";

const { email, password } = testAdmin;

let site: TestSite;
let switchedOn: Awaited<ReturnType<typeof switchOnCodes>>;

beforeAll(async () => {
  site = await openSite();
  const cookie = await site.cookieOfAdmin();
  const request = new Request("http://localhost:3000/", { headers: { cookie } });
  const identity = site.services.identify(request, "203.0.113.7");
  const admin = {
    actor: requireSignedIn(await identity.actor()),
    headers: identity.signInHeaders(),
  };
  switchedOn = await switchOnCodes(site.services.access, admin, password);
});
afterAll(() => site.close());

const signIn = (code?: string) =>
  site.call("POST", "/api/auth/sign-in/email", { email, password, ...(code && { code }) });

test("a sign-in without the code gets 401 with secondFactorRequired and no session", async () => {
  const answer = await signIn();
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ status: 401, secondFactorRequired: true });
  expect(answer.headers.getSetCookie()).toEqual([]);
  const wrong = await signIn("000000");
  expect(wrong.status).toBe(401);
  expect(await wrong.json()).toMatchObject({
    secondFactorRequired: true,
    errors: [{ path: "code" }],
  });
});

test("a wrong password gets the usual 401, whatever the code", async () => {
  const answer = await site.call("POST", "/api/auth/sign-in/email", {
    email,
    password: "not the password",
    code: switchedOn.backupCodes[9],
  });
  expect(answer.status).toBe(401);
  expect(await answer.json()).not.toHaveProperty("secondFactorRequired");
});

test("a sign-in with the code in the same call opens a session", async () => {
  const answer = await signIn(switchedOn.backupCodes[0]);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ user: { email } });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const session = await site.raw("/api/auth/get-session", { headers: { cookie } });
  expect(await session.json()).toMatchObject({ user: { email } });
});

test("the routes of better-auth for codes and passkeys are not reachable", async () => {
  for (const path of ["two-factor/disable", "two-factor/verify-totp", "passkey/delete-passkey"]) {
    expect((await site.call("POST", `/api/auth/${path}`, {})).status).toBe(404);
  }
});

test("the order form reports a missing or wrong code at its field, and signs in with a right code", async () => {
  const [plan] = (await (await site.call("GET", "/api/pricings")).json()) as { _id: string }[];
  const order = {
    packageId: plan?._id,
    packageName: "Basic",
    packagePrice: "149",
    customerName: "Ada",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  };
  const enter = (code?: string) =>
    signInBuyer(
      { ...site.services, clientAddress: "203.0.113.7" },
      headersFrom("203.0.113.7"),
      { email, password, choice: "new", code },
      order,
    );
  await expect(enter()).rejects.toMatchObject({ code: "conflict", issues: [{ path: "code" }] });
  await expect(enter("aaaaa-bbbbb")).rejects.toMatchObject({ issues: [{ path: "code" }] });
  expect((await enter(switchedOn.backupCodes[1])).actor).toMatchObject({ email });
});
