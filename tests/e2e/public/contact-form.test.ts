import { expect, newPerson, test } from "../../support/browser/journey.ts";

test("a visitor sends a message and reads a thank-you", async ({ page }) => {
  await page.goto("/#contact-sec");
  await page.locator("#contact-sec [name=name]").fill("Ada Field");
  await page.locator("#contact-sec [name=email]").fill("ada@example.com");
  await page.locator("#contact-sec [name=message]").fill("Can you look at our site?");
  await page.locator("#contact-sec").getByRole("button", { name: /send/i }).click();
  await expect(page).toHaveURL("/thanks");
  await expect(page.getByText("Your message has been sent")).toBeVisible();
  await expect(
    page.getByText("We have received your message and will get back to you as soon as possible"),
  ).toBeVisible();
  await page.getByRole("link", { name: "Back Home" }).click();
  await expect(page).toHaveURL("/");
});

test("a message without a valid email address is rejected, and all typed text stays in the form", async ({
  page,
}) => {
  await page.goto("/contact");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.locator("form[action='/contact']").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.locator("[name=message]").fill("Three words only");
  await page.getByRole("button", { name: /send/i }).click();
  expect((await answer).status()).toBe(400);
  await expect(page.locator("[name=message]")).toHaveValue("Three words only");
  const email = page.locator("[name=email]");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Enter your email address")).toBeVisible();
  await email.fill("info@ab");
  await page.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText("Enter an email address such as name@example.com.")).toBeVisible();
  await expect(email).toHaveValue("info@ab");
});

test("a message longer than 10,000 characters is rejected, and its whole text stays in the form", async ({
  page,
}) => {
  const text = `Begin. ${"sow and reap ".repeat(1000)}End.`;
  await page.goto("/contact");
  await page.locator("[name=email]").fill(newPerson().email);
  await page.locator("[name=message]").fill(text);
  await page.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText("The message can have at most 10,000 characters.")).toBeVisible();
  await expect(page.locator("[name=message]")).toHaveValue(text);
});

for (const path of ["/", "/contact"]) {
  test(`the message field is as wide as its form (${path})`, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto(path);
    const form = await page.locator("main form:has([name=message])").boundingBox();
    const message = await page.locator("main form [name=message]").boundingBox();
    expect(message?.width).toBeGreaterThan(500);
    expect(message?.width).toBe(form?.width);
  });
}

test("a field keeps its height when the field beside it shows an error", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/contact");
  await page.getByRole("button", { name: /send/i }).click();
  await expect(page.locator("[name=email]")).toHaveAttribute("aria-invalid", "true");
  const name = await page.locator("[name=name]").boundingBox();
  const subject = await page.locator("[name=subject]").boundingBox();
  expect(name?.height).toBe(subject?.height);
});
