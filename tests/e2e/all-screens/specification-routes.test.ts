import { type APIRequestContext, request as newRequest } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import {
  adminRoutes,
  customerRoutes,
  orderRoute,
  publicRoutes,
} from "../../support/specification.ts";

async function signedIn(url: string, path: string, body: object): Promise<APIRequestContext> {
  const origin = { origin: url };
  const person = await newRequest.newContext({ baseURL: url, extraHTTPHeaders: origin });
  const answer = await person.post(path, { data: body });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return person;
}

/** The route with the id of an existing record. */
async function filled(route: string, person: APIRequestContext): Promise<string> {
  const list = /\{(.+)\}/.exec(route)?.[1];
  if (list === undefined) return route;
  const records = (await (await person.get(`/api${list}`)).json()) as { _id: string }[];
  return route.replace(`{${list}}`, records[0]?._id ?? "nothing-there");
}

test("every public route of the specification is served to everyone", async ({ request }) => {
  for (const route of publicRoutes) {
    expect([route, (await request.get(route)).status()]).toEqual([route, 200]);
  }
});

test("every customer route is served to customers, and redirects visitors to the login", async ({
  furrow,
  request,
}) => {
  const { email, password } = newPerson();
  const customer = await signedIn(furrow.url, "/api/auth/sign-up/email", { email, password });
  await customer.post("/api/new-order", {
    data: {
      packageName: "Basic",
      customerName: "Ada",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    },
  });
  const orderPath = await filled(orderRoute, customer);
  for (const viewer of [customer, request]) {
    expect([orderPath, (await viewer.get(orderPath)).status()]).toEqual([orderPath, 200]);
  }
  for (const route of customerRoutes) {
    const path = await filled(route, customer);
    expect([path, (await customer.get(path)).status()]).toEqual([path, 200]);
    const visited = await request.get(path, { maxRedirects: 0 });
    expect([path, visited.status()]).toEqual([path, 302]);
    expect(visited.headers().location).toContain("/login?from=");
  }
  await customer.dispose();
});

test("every admin route is served to admins, forbidden to customers, and redirects visitors to the login", async ({
  furrow,
  request,
}) => {
  const { email, password } = newPerson();
  const customer = await signedIn(furrow.url, "/api/auth/sign-up/email", { email, password });
  const admin = await signedIn(furrow.url, "/api/auth/sign-in/email", {
    email: furrow.adminEmail,
    password: furrow.adminPassword,
  });
  await request.post("/api/add-message", { data: { email, message: "Hello" } });
  await customer.post("/api/new-order", {
    data: {
      packageName: "Basic",
      customerName: "Ada",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    },
  });
  for (const route of adminRoutes) {
    const path = await filled(route, admin);
    expect([path, (await admin.get(path)).status()]).toEqual([path, 200]);
    expect([path, (await customer.get(path)).status()]).toEqual([path, 403]);
    const visited = await request.get(path, { maxRedirects: 0 });
    expect([path, visited.status()]).toEqual([path, 302]);
    expect(visited.headers().location).toContain("/login?from=");
  }
  await Promise.all([customer.dispose(), admin.dispose()]);
});

test("an unknown id at the catch-all route returns 404 to visitors and admins", async ({
  furrow,
  request,
}) => {
  const admin = await signedIn(furrow.url, "/api/auth/sign-in/email", {
    email: furrow.adminEmail,
    password: furrow.adminPassword,
  });
  for (const person of [request, admin]) {
    expect((await person.get("/0199aaaa-0000-7000-8000-000000000000")).status()).toBe(404);
  }
  await admin.dispose();
});
