import { expect, test } from "../support/journey.ts";

const pages = ["/", "/service/", "/pricing/", "/contact", "/contact-us", "/thanks", "/login"];

for (const path of pages) {
  for (const spelling of path === "/" ? ["/"] : [path, otherSpelling(path)]) {
    test(`${spelling} is served without framework scripts or complaints of the browser`, async ({
      page,
    }) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      const scripts: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "script") scripts.push(request.url());
      });
      const answer = await page.goto(spelling);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole("heading").first()).toBeVisible();
      expect(scripts).toEqual([]);
      expect(complaints).toEqual([]);
    });
  }
}

test("the header leads to each section of the landing page", async ({ page }) => {
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

test("the plans show their prices and as many points as specified", async ({ page }) => {
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
});

test("the service page counts with a plus and shows the three skills as bars", async ({ page }) => {
  await page.goto("/service/");
  await expect(page.getByRole("heading", { name: "Service Page" })).toBeVisible();
  await expect(page.getByText(/180\s*\+/)).toBeVisible();
  for (const percent of ["85", "65", "79"]) {
    await expect(page.getByText(new RegExp(`${percent}\\s*%`)).first()).toBeVisible();
  }
});

test("a visitor sends a message and is thanked", async ({ page }) => {
  await page.goto("/#contact-sec");
  await page.locator("#contact-sec [name=name]").fill("Ada Field");
  await page.locator("#contact-sec [name=email]").fill("ada@example.com");
  await page.locator("#contact-sec [name=message]").fill("Can you look at our site?");
  await page.locator("#contact-sec").getByRole("button", { name: /send/i }).click();
  await expect(page).toHaveURL("/thanks");
  await expect(page.getByText("Message is Send")).toBeVisible();
  await expect(
    page.getByText("We have received your message and will get back to you as soon as possible"),
  ).toBeVisible();
  await page.getByRole("link", { name: "Back Home" }).click();
  await expect(page).toHaveURL("/");
});

test("a message without an address comes back with everything that was typed", async ({ page }) => {
  await page.goto("/contact");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.locator("form[action='/contact']").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.locator("[name=message]").fill("Three words only");
  await page.getByRole("button", { name: /send/i }).click();
  expect((await answer).status()).toBe(400);
  await expect(page.locator("[name=message]")).toHaveValue("Three words only");
  await expect(page.locator("[name=email]")).toHaveAttribute("aria-invalid", "true");
});

test("a visitor subscribes from the footer", async ({ page }) => {
  await page.goto("/");
  await page.locator("[name=subemail]").fill("reader@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Subscribers Request is Sent")).toBeVisible();
});

test("an unknown address is a page of the site with status 404", async ({ page }) => {
  for (const path of ["/no-such-page", "/no/such/page", "/order-now"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("link", { name: "Back Home" })).toBeVisible();
    await expect(page.locator("header").first()).toBeVisible();
  }
});

/** With the slash at the end that it lacks, or without the one it has. */
function otherSpelling(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
}
