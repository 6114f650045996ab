import { collectErrors } from "../../support/browser/console-errors.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";

// A separate site with the seeded content, because tests of the panel change the shared site.
test.use({ furrowSettings: { OWNER_EMAIL: "seeded@furrow.example" } });

const pages = [
  "/",
  "/service/",
  "/pricing/",
  "/contact",
  "/contact-us",
  "/privacy",
  "/terms",
  "/refunds",
  "/thanks",
  "/login",
];

for (const path of pages) {
  for (const spelling of path === "/" ? ["/"] : [path, otherSpelling(path)]) {
    test(`${spelling} loads no script and nothing from another host, and causes no browser error`, async ({
      page,
      furrow,
    }) => {
      const newErrors = collectErrors(page);
      const scripts: string[] = [];
      const elsewhere: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "script") scripts.push(request.url());
        if (new URL(request.url()).origin !== furrow.url) elsewhere.push(request.url());
      });
      const answer = await page.goto(spelling);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole("heading").first()).toBeVisible();
      expect(scripts).toEqual([]);
      expect(elsewhere).toEqual([]);
      expect(newErrors()).toEqual([]);
    });
  }
}

test("the header links to the sections of the landing page", async ({ page }) => {
  await page.goto("/");
  const header = page.locator("header").first();
  const anchors = {
    Home: "/",
    Services: "/#service",
    "About Us": "/#about-sec",
    Pricing: "/#pricing",
    Testimonial: "/#testimonial",
    "Contact Us": "/#contact-sec",
  };
  for (const [name, href] of Object.entries(anchors)) {
    await expect(header.getByRole("link", { name, exact: true }).first()).toHaveAttribute(
      "href",
      href,
    );
    if (href.includes("#")) await expect(page.locator(href.slice(1))).toBeAttached();
  }
});

test("each plan shows its price and as many points as the specification lists", async ({
  page,
}) => {
  await page.goto("/pricing/");
  for (const [plan, price, points] of [
    ["Basic", "$149.00", 7],
    ["Standard", "$299.00", 7],
    ["Premium", "$499.00", 8],
  ] as const) {
    const card = page.locator("article").filter({
      has: page.getByRole("heading", { name: plan }),
    });
    await expect(card).toContainText(price);
    await expect(card.getByRole("listitem")).toHaveCount(points);
  }
  const names = page.locator("article").getByRole("heading");
  await expect(names).toHaveText(["Basic", "Standard", "Premium"]);
});

test("the service page shows its counters with a plus sign and its three skills as bars", async ({
  page,
}) => {
  await page.goto("/service/");
  await expect(page.getByRole("heading", { name: "Our services" })).toBeVisible();
  await expect(page.getByText(/180\s*\+/)).toBeVisible();
  for (const percent of ["85", "65", "79"]) {
    await expect(page.getByText(new RegExp(`${percent}\\s*%`)).first()).toBeVisible();
  }
});

test("the service page shows the steps, the features, the team and the video", async ({ page }) => {
  await page.goto("/service/");
  await expect(page.locator("#steps").getByRole("listitem")).toHaveCount(4);
  for (const number of ["01", "02", "03", "04"]) {
    await expect(page.locator("#steps").getByText(number, { exact: true })).toBeVisible();
  }
  await expect(page.locator("#features").getByRole("heading", { level: 3 })).toHaveCount(4);
  await expect(page.locator("#team").getByRole("listitem")).toHaveCount(6);
  await expect(page.locator("#video").getByRole("heading", { level: 3 })).toHaveCount(3);
  await expect(
    page.locator("#video").getByRole("link", { name: "Watch the film" }),
  ).toHaveAttribute("href", "https://www.youtube.com/");
  await expect(page.locator("#call-to-action")).toBeVisible();
});

for (const [width, perView] of [
  [1440, 4],
  [1024, 3],
  [800, 2],
  [600, 2],
  [390, 1],
] as const) {
  test(`the team carousel shows ${perView} members at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/service/");
    const whole = await page.locator("#team li > p").evaluateAll(
      (labels) =>
        labels.filter((label) => {
          const { left, right } = label.getBoundingClientRect();
          return left >= 0 && right <= window.innerWidth;
        }).length,
    );
    expect(whole).toBe(perView);
    if (perView === 1) {
      const second = await page.locator("#team li > p").nth(1).boundingBox();
      expect(second?.x).toBeGreaterThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test("the team carousel is scrolled by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto("/service/");
  const bed = page.getByRole("region", { name: "The hands your site is in" });
  const last = bed.getByText("Lucia Ferreira");
  await expect(last).not.toBeInViewport();
  await bed.focus();
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    await expect(last).toBeInViewport({ timeout: 100 });
  }).toPass();
});

for (const path of ["/service/", "/pricing/"]) {
  test(`a question on ${path} opens and closes by keyboard`, async ({ page }) => {
    await page.goto(path);
    const question = page.locator("#faq summary").nth(1);
    const answer = page.locator("#faq details").nth(1).getByRole("paragraph");
    await expect(answer).toBeHidden();
    await question.focus();
    await page.keyboard.press("Enter");
    await expect(answer).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(answer).toBeHidden();
  });
}

test("the footer links to the legal pages, and only the team reads their notes to the owner", async ({
  page,
  browser,
  furrow,
}) => {
  const team = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(team, furrow);
  await page.goto("/");
  for (const [title, path] of [
    ["Privacy policy", "/privacy"],
    ["Terms of service", "/terms"],
    ["Refund policy", "/refunds"],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const note = "Note to the owner";
    const advice = "Check this text";
    await team.goto(path);
    await expect(team.getByRole("complementary", { name: note })).toContainText(advice);
    for (const address of [path, `${path}.data`, `${path}/`]) {
      const answer = await page.request.get(address);
      expect(await answer.text()).not.toMatch(new RegExp(`${note}|${advice}`, "i"));
    }
    await expect(page.getByText(note)).toHaveCount(0);
    expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(6);
  }
  await team.close();
});

test("the registration links to the terms that the customer accepts", async ({ page }) => {
  await page.goto("/register");
  const form = page.locator("form[action^='/register']");
  await expect(form.getByRole("link", { name: "Terms of service" })).toBeVisible();
  await expect(form.getByRole("link", { name: "Privacy policy" })).toBeVisible();
});

test("a visitor subscribes from the footer", async ({ page }) => {
  await page.goto("/");
  await page.locator("[name=subemail]").fill("reader@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Your subscription request has been sent")).toBeVisible();
});

test("an unknown path shows a page of the site with status 404", async ({ page }) => {
  for (const path of ["/no-such-page", "/no/such/page", "/order-now"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("link", { name: "Back Home" })).toBeVisible();
    await expect(page.locator("header").first()).toBeVisible();
  }
});

function otherSpelling(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
}
