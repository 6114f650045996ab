import { type APIRequestContext, request as newRequest } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";

// Routes as section 2 of the specification spells them. `{/orders}`, for example, stands for the id
// of the first record that `GET /api/orders` returns.

const publicRoutes = [
  "/",
  "/login",
  "/register",
  "/contact",
  "/contact-us",
  "/thanks",
  "/pricing/",
  "/service/",
  "/reset",
];

/**
 * This route is also public, because visitors can order with an email and a password on the same
 * page.
 */
const orderRoute = "/order-now/{/pricings}";

const customerRoutes = [
  "/pending-order",
  "/my-order",
  "/dashboard",
  "/pay-now/{/orders}",
  "/order-cancelled/{/orders}",
  "/received-payment/{/orders}",
];

const adminRoutes = [
  "/add-paypal-Email",
  "/add-user",
  "/admin",
  "/total-orders",
  "/admin/payment-status/{/orders}",
  "/setting",
  "/edit-banner",
  "/banner/{/banner}",
  "/edit-logo/{/logo}",
  "/edit-about-footer/{/footer-about}",
  "/edit-address-footer/{/footer-address}",
  "/edit-social-footer/{/footer-social}",
  "/edit-contact-page/{/contacts}",
  "/edit-step/{/steps}",
  "/edit-copyright/{/copyrights}",
  "/edit-experience/{/experiences}",
  "/edit-call/{/actions}",
  "/counters/{/counters}",
  "/admin-user/{/users}",
  "/paypal-email/{/paypal-email}",
  "/video/{/videos-items}",
  "/videotext-edit/{/videos}",
  "/service-edit/{/service-items}",
  "/main-service-edit/{/service}",
  "/servicetext-edit/{/service}",
  "/faqtext-edit/{/faq}",
  "/faq-edit/{/faq-items}",
  "/testimonialtext-edit/{/testimonialtext}",
  "/featurestext-edit/{/featurestext}",
  "/package-edit/{/pricings}",
  "/edit-testimonial/{/testimonials}/",
  "/team-text-edit/{/teamstext}/",
  "/edit-feature-items/{/featureitems}/",
  "/edit-team-items/{/teamitems}/",
  "/{/about}",
  "/edit-about",
  "/edit-video",
  "/edit-service",
  "/step-section",
  "/edit-work",
  "/edit-work/{/worksec}",
  "/edit-counter",
  "/update-calltoaction",
  "/edit-faq",
  "/edit-testimonial/",
  "/edit-services-features/",
  "/edit-team-text/",
  "/edit-experience/",
  "/add-pricing/",
  "/add-contact/",
  "/add-about-footer/",
  "/add-address-footer/",
  "/add-social-footer/",
  "/add-copyright",
  "/add-logo",
  "/add-item",
  "/all-subscriber/",
  "/all-messages/",
  "/view/{/messages}",
];

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
