import { afterAll, beforeAll, expect, test } from "vitest";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { blocks } from "#content/model/blocks.ts";
import { originalKind, sectionsText } from "#content/sections/section.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, publishChange, type WebClient } from "./support/servers/web-client.ts";

let furrow: FurrowServer;
let admin: WebClient;
beforeAll(async () => {
  furrow = await startFurrow();
  admin = await adminOf(furrow);
  const section = (id: string, kind: string, values: object) => ({
    id,
    kind,
    values: { ...sectionKinds.get(kind)?.example, ...values },
  });
  await admin.call("POST", "/add-site-page", {
    pageTitle: "Ask us",
    pageAddress: "/ask-us/",
    sections: sectionsText([
      section("first", "contactForm", { after: "/thank-you/?from=first" }),
      section("second", "contactForm", {}),
      section("check", "check", {}),
      section("again", "check", {}),
    ]),
  });
});
afterAll(() => furrow.stop());

const post = (path: string, fields: Readonly<Record<string, string>>) =>
  fetch(`${furrow.url}${path}`, {
    method: "POST",
    headers: { origin: furrow.url },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

const message = {
  name: "Ada",
  email: "ada@example.org",
  number: "",
  subject: "Question",
  message: "How long does it take until something grows?",
};

/** The forms of a page, each from its tag to its end. */
const formsIn = (page: string) =>
  page.match(/<form class="(contact-form|check-field__form)".*?<\/form>/gs) ?? [];

test("a page with two forms of each kind has no id twice", async () => {
  const page = await (await fetch(`${furrow.url}/ask-us/`)).text();
  expect(formsIn(page)).toHaveLength(4);
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a rejected form is shown again in its own section, on its own page", async () => {
  const rejected = await post("/ask-us/", {
    ...message,
    email: "no address",
    section: "second",
    sectionForm: "contact",
  });
  expect(rejected.status).toBe(400);
  const forms = formsIn(await rejected.text());
  expect(forms.map((form) => form.includes("How long does it take"))).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(forms[1]).toContain('id="second-email-error"');
  const check = await post("/ask-us/", {
    website: "not a website",
    section: "again",
    sectionForm: "check",
  });
  expect(check.status).toBe(400);
  const checks = formsIn(await check.text());
  expect(checks.map((form) => form.includes("not a website"))).toEqual([false, false, false, true]);
});

test("a sent form leads to the page of its section, and never to another site", async () => {
  const sent = (after: string) =>
    post("/ask-us/", { ...message, section: "first", sectionForm: "contact", after }).then(
      ({ status, headers }) => `${status} ${headers.get("location")}`,
    );
  expect(await sent("/thank-you/?from=first")).toBe("303 /thank-you/?from=first");
  expect(await sent("")).toBe("303 /thanks");
  for (const hostile of ["//evil.example/", "/\\evil.example/", "https://evil.example/", "evil"]) {
    expect(await sent(hostile)).toBe("303 /thanks");
  }
});

test("what was typed into a form that is no longer on the page is shown again", async () => {
  const typed = { ...message, email: "no address", section: "gone", sectionForm: "contact" };
  const page = await (await post("/service/", typed)).text();
  expect(page).toContain("it is no longer on this page");
  expect(page).toContain(message.message);
  expect(await (await fetch(`${furrow.url}/service/`)).text()).not.toContain("no longer on this");
});

test("a form of the contact page is shown again also when the owner has hidden its section", async () => {
  const pageSections = sectionsText([
    { id: "contact-sec", kind: originalKind, isHidden: true, values: {} },
    { id: "top", kind: "pageHeading", values: { look: "Green band", heading: "Call us" } },
  ]);
  await publishChange(admin, blocks.listingContact, { pageSections });
  const page = await (await post("/contact", { ...message, email: "no address" })).text();
  expect(page).toContain(message.message);
  await publishChange(admin, blocks.listingContact, { pageSections: "" });
});

test("every page with sections takes their forms, and refuses other forms", async () => {
  for (const path of ["/", "/service/", "/pricing/", "/contact", "/seo-check/", "/ask-us/"]) {
    const typed = { ...message, email: "no address", section: "any", sectionForm: "contact" };
    expect([path, (await post(path, typed)).status]).toEqual([path, 400]);
  }
  for (const path of ["/", "/service/", "/ask-us/"]) {
    const refused = await post(path, { ...message, sectionForm: "other" });
    expect([path, refused.status]).toEqual([path, 400]);
  }
  expect((await post("/contact", message)).headers.get("location")).toBe("/thanks");
});
