import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, openSite, type TestSite } from "../../tests/support/servers/site.ts";
import { blocks } from "../content/model/blocks.ts";
import type { Block } from "../content/model/define.ts";
import { newId } from "../platform/ids.ts";

// These paths are copied from section 7 of the specification.

const lists =
  "/logo, /users, /banner, /service-items, /service, /about, /testimonialtext, /testimonials, /pricings, /footer-social, /footer-address, /footer, /actions, /copyrights, /paypal-email, /counters, /contacts, /messages, /videos, /videos-items, /steps, /footer-about, /faq, /faq-items, /worksec, /featurestext, /featureitems, /teamstext, /teamitems, /experiences, /subscribers, /orders";

const reads =
  "/pricing/{id}, /order/{id}, /message/{id}, /banner/{id}, /about-us/{id}, /videos/{id}, /videos-items/{id}, /service/{id}, /service-item/{id}, /step-item/{id}, /logo/{id}, /contacts/{id}, /footer-social/{id}, /footer-about/{id}, /footer-address/{id}, /copyrights/{id}, /paypal-email/{id}, /counters/{id}, /actions/{id}, /users/{id}, /faq/{id}, /faq-item/{id}, /testimonialtext/{id}, /testimonial/{id}, /worksec/{id}, /featurestext/{id}, /featureitems/{id}, /teamstext/{id}, /teamitems/{id}, /experiences/{id}";

const counterFields =
  "happyClientsNumber, happyClientsText, projectCompleteNumber, projectCompleteText, yearofExperienceNumber, yearofExperienceText, teamNumber, teamText";
const experienceFields =
  "experienceText, experienceHeading, experienceDetails, skillOneText, skillOneNumber, skillTwoText, skillTwoNumber, skillThreeText, skillThreeNumber";

/** Fields of the calls that create content. */
const contentCreates: Readonly<Record<string, string>> = {
  "/add-banner": "bannerHeading, bannerDetails, bannerText, imageOne, buttonText, buttonURL",
  "/add-item": "format, canvaLink, imageLink, category, freeOrPaid",
  "/add-about":
    "aboutImgOne, aboutHeading, aboutDetails, aboutText, pointOne, pointTwo, pointThree, pointFour, pointFive",
  "/add-video": "headingVideo, videoImage, videoLink",
  "/add-video-item": "videoItemIcon, videoItemTitle, videoItemDetails",
  "/add-Service": "servicesubHeading, serviceHeading",
  "/add-step": "stepTitle, stepDetails, stepNumber",
  "/add-logo": "logo",
  "/add-contact": "contactImg, contactTitle, contactDetails",
  "/add-footer-about": "aboutFooterText, aboutFooterDetails",
  "/add-footer-address": "phoneNumber, emailAddress, location",
  "/add-footer-social": "aboutText, youlink, fblink, inslink",
  "/add-footer-copyright": "copyrightText",
  "/add-counter": counterFields,
  "/add-action": "heading, subHeading",
  "/add-email": "paypalEmail",
  "/add-faq": "faqText, faqHeading",
  "/add-faq-item": "accodingText, accodingTitle",
  "/add-testimonial-text": "testimonialText, testimonialHeading",
  "/add-worksec": "stepNumber, stepTitle, stepDetails, stapIcon",
  "/add-feature-text": "FeaturesText, FeaturesHeading",
  "/add-feature-Item": "FeaturesImg, FeaturesIcon, FeaturesText, FeaturesDesc",
  "/add-team-Item": "teamMemberImg, teamMemberName, teamMemberTitle",
  "/add-experience": experienceFields,
};
const otherCreates = "/add-message, /add-subscriber, /new-order, /add-user";

const updates =
  "/update-about/{id}, /update-banner/{id}, /videos-items/{id}, /service-item/{id}, /step-item/{id}, /message/{id}, /order-status/{id}, /order-cancelled/{id}, /footer-about/{id}, /footer-address/{id}, /footer-social/{id}, /logo/{id}, /contacts/{id}, /service/{id}, /copyrights/{id}, /paypal-email/{id}, /update-counters/{id}, /update-videos/{id}, /update-actions/{id}, /pricing/{id}, /upadete-users/{id}, /faq/{id}, /faq-item/{id}, /testimonialtext/{id}, /testimonial/{id}, /update-worksec/{id}, /featurestext/{id}, /update-featureitems/{id}, /teamstext/{id}, /update-teamitems/{id}, /update-experiences/{id}";

const split = (names: string) => names.split(", ");
const withId = (path: string) => path.replace("{id}", newId());

let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
});
afterAll(() => site.close());

/** The status of a call, or "no such call" if the API has no such call. */
async function answerTo(method: string, path: string, body?: unknown): Promise<number | string> {
  const answer = await admin.call(method, `/api${path}`, body);
  const text = await answer.text();
  const isServed = answer.status !== 405 && !text.includes("This API has no such endpoint.");
  return isServed ? answer.status : "no such call";
}

test("an unknown path is reported as no such call, and an unknown id at a known path gets 404", async () => {
  expect(await answerTo("GET", "/bananas")).toBe("no such call");
  expect(await answerTo("GET", `/banner/${newId()}`)).toBe(404);
});

test.each(split(lists))("GET %s returns a list", async (path) => {
  const answer = await admin.call("GET", `/api${path}`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toBeInstanceOf(Array);
});

test.each(split(reads))("GET %s is served", async (path) => {
  expect(await answerTo("GET", withId(path))).toBe(404);
});

test.each(split(updates))("PUT %s is served", async (path) => {
  expect([400, 404]).toContain(await answerTo("PUT", withId(path), {}));
});

test.each([...Object.keys(contentCreates), ...split(otherCreates)])(
  "POST %s is served",
  async (path) => {
    expect(await answerTo("POST", path, {})).toBe(400);
  },
);

describe.each(Object.entries(contentCreates))("POST %s", (path, fields) => {
  test(`accepts ${fields}, and returns them with an id`, async () => {
    const { block, read, list } = callsAt(path);
    if (block.shape === "singleton") {
      const [record] = (await (await admin.call("GET", `/api${list}`)).json()) as { _id: string }[];
      await admin.call("DELETE", `/api${read}/${record?._id}`);
    }
    const seed = block.seed[0] as Record<string, string>;
    const body = Object.fromEntries(split(fields).map((name) => [name, seed[name]]));
    const answer = await admin.call("POST", `/api${path}`, body);
    expect(answer.status).toBe(201);
    const created = (await answer.json()) as Record<string, string>;
    expect(created).toMatchObject({ _id: expect.any(String), ...body });
    const again = await admin.call("GET", `/api${read}/${created._id}`);
    expect(await again.json()).toEqual(created);
  });
});

test("design templates have calls to list, read and update them, although section 7 of the specification omits them", async () => {
  expect(await answerTo("GET", "/items")).toBe(200);
  expect(await answerTo("GET", `/item/${newId()}`)).toBe(404);
  expect(await answerTo("PUT", `/item/${newId()}`, {})).toBe(400);
});

function callsAt(create: string): { block: Block; read: string; list: string } {
  for (const block of Object.values(blocks) as Block[]) {
    const calls = block.calls.find((each) => each.create === create);
    if (calls !== undefined) return { block, read: calls.read, list: calls.list[0] ?? "" };
  }
  throw new Error(`No block declares ${create}.`);
}
