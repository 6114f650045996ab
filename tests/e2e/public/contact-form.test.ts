import { expect, test } from "../../support/browser/journey.ts";

test("a visitor corrects a message, whose text and layout stay, sends it, and subscribes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/contact");
  const form = page.locator("form[action='/contact']");
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
  });
  const message = page.locator("[name=message]");
  await message.fill("Three words only");
  await page.getByRole("button", { name: /send/i }).click();
  const email = page.locator("[name=email]");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Enter your email address")).toBeVisible();
  await expect(message).toHaveValue("Three words only");
  expect((await message.boundingBox())?.width).toBe((await form.boundingBox())?.width);
  const heightOf = async (name: string) =>
    (await page.locator(`[name=${name}]`).boundingBox())?.height;
  expect(await heightOf("name")).toBe(await heightOf("subject"));

  await email.fill("ada@gmial.com");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(message).toHaveValue("Three words only");
  await page.getByRole("button", { name: "Yes, use ada@gmail.com" }).click();
  await expect(page).toHaveURL("/thanks");
  await expect(page.getByText("Your message has been sent")).toBeVisible();
  await page.getByRole("link", { name: "Back Home" }).click();
  await expect(page).toHaveURL("/");
  await page.locator("[name=subemail]").fill("reader@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Your subscription request has been sent")).toBeVisible();
});
