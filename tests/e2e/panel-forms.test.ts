import type { Locator, Page } from "@playwright/test";
import { blocks } from "../../src/content/blocks.ts";
import { expect, newPerson, test } from "../support/journey.ts";
import { notices, openPanel, openRecord, recordsOf, signInOnce } from "../support/panel.ts";
import { photo } from "../support/pictures.ts";
import { choosePlan, orderPlan, registerHere } from "../support/purchase.ts";

const { banner, callToAction, experience, faqItems } = blocks;
const signedOut = "You are signed out. Log in again in another tab, then try again here.";

/** An order of somebody new, as the admin looks at it in a tab of their own. */
async function openOrder(page: Page): Promise<string> {
  const person = newPerson();
  await page.goto("/register");
  await registerHere(page, person);
  await choosePlan(page, "Basic");
  await orderPlan(page, person.name);
  const link = page.getByRole("link", { name: /^Order \d+ of / });
  const path = (await link.getAttribute("href")) ?? "";
  await page.context().clearCookies();
  return `/admin/payment-status/${path.split("/").at(-1)}`;
}

/** Twice before anything is drawn, as on a machine that is busy. */
async function clickTwice(button: Locator) {
  await button.evaluate((pressed: HTMLButtonElement) => {
    pressed.click();
    pressed.click();
  });
}

test("whoever is signed out while they edit keeps the form, and publishes it after logging in elsewhere", async ({
  page,
  context,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, callToAction);
  const address = page.url();
  const heading = form.getByRole("textbox", { name: "Heading", exact: true });
  await heading.fill("Typed before the session ended");
  await context.clearCookies();
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByText(signedOut)).toBeVisible();
  await expect(notices(page)).toHaveCount(1);
  await expect(heading).toHaveValue("Typed before the session ended");
  expect(page.url()).toBe(address);

  await signInOnce(page, furrow);
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Action is Updated", { exact: true })).toBeVisible();
  await expect(page.getByText(signedOut)).toHaveCount(0);
  expect((await recordsOf(page, callToAction))[0]).toMatchObject({
    heading: "Typed before the session ended",
  });
});

test("nothing is said to be done that was asked for after the session ended", async ({
  page,
  context,
  furrow,
}) => {
  await page.request.post("/api/add-subscriber", { data: { subemail: "kept@example.com" } });
  await signInOnce(page, furrow);
  for (const [path, button] of [
    ["/all-subscriber", "Remove kept@example.com"],
    ["/admin/test-mail", "Send a test mail"],
  ] as const) {
    await signInOnce(page, furrow);
    await openPanel(page, path);
    await context.clearCookies();
    await page.getByRole("button", { name: button }).click();
    await expect(notices(page).getByText(signedOut)).toBeVisible();
    await expect(page.getByText(/is off the list|The mail to/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: button })).toBeVisible();
  }
});

test("a note on an order outlives a reload and the session, and is gone once it is added", async ({
  page,
  context,
  furrow,
}) => {
  const order = await openOrder(page);
  await signInOnce(page, furrow);
  await openPanel(page, order);
  const note = page.getByLabel("New note");
  await note.fill("Rings back on Monday");
  await openPanel(page, order);
  await expect(note).toHaveValue("Rings back on Monday");
  await page.getByLabel("Order Status").selectOption("Delivered");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByRole("button", { name: "Mark as Delivered" }).click();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(note).toHaveValue("Rings back on Monday");

  await context.clearCookies();
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText(signedOut).first()).toBeVisible();
  await expect(note).toHaveValue("Rings back on Monday");
  await signInOnce(page, furrow);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note is Added")).toBeVisible();
  await expect(note).toHaveValue("");
  await openPanel(page, order);
  await expect(note).toHaveValue("");
  await expect(page.getByText("Rings back on Monday")).not.toHaveCount(0);
});

test("a payment that is typed stays until it is recorded or discarded, and Back closes its form", async ({
  page,
  furrow,
}) => {
  const order = await openOrder(page);
  await signInOnce(page, furrow);
  await openPanel(page, order);
  const record = page.getByRole("button", { name: "Record a payment" });
  const form = page.getByRole("dialog", { name: "Payment received outside" });
  const reference = form.getByLabel("Reference");
  await record.click();
  await reference.fill("Transfer 4711");
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(record).toBeVisible();
  await openPanel(page, "/admin");
  await openPanel(page, order);
  await record.click();
  await expect(reference).toHaveValue("Transfer 4711");
  await form.getByRole("button", { name: "Discard" }).click();
  await expect(form).toBeHidden();
  await record.click();
  await expect(reference).toHaveValue("");

  // A reload opens it again; what it refuses, it says where it was typed.
  await reference.fill("Transfer 4712");
  await form.getByLabel("Amount in USD").fill("100");
  await page.reload();
  await expect(reference).toHaveValue("Transfer 4712");
  await form.getByRole("button", { name: "Record $100.00" }).click();
  await expect(form.getByText("Confirm that it pays the order all the same.")).toHaveCount(2);
  await form.getByLabel("The order costs $149.00: $100.00 pays it all the same.").check();
  await form.getByRole("button", { name: "Record $100.00" }).click();
  await expect(page.getByText("Payment is Recorded")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByText("reference Transfer 4712")).toHaveCount(2);
  await expect(page).toHaveURL(order);
  const kept = () => page.evaluate(() => Object.keys(localStorage).join());
  expect(await kept()).not.toContain("outside-");

  // The same of a refund, which starts from what is left.
  await page.getByRole("button", { name: "Record a refund" }).click();
  const refund = page.getByRole("dialog");
  await refund.getByLabel("Amount in USD").fill("40.00");
  await refund.getByLabel("Reference").fill("Back 1");
  await openPanel(page, order);
  await page.getByRole("button", { name: "Record a refund" }).click();
  await expect(refund.getByLabel("Amount in USD")).toHaveValue("40.00");
  await refund.getByRole("button", { name: "Record $40.00" }).click();
  await expect(page.getByText("$60.00 can be refunded.")).toBeVisible();
  await expect(refund).toBeHidden();
  await page.getByRole("button", { name: "Record a refund" }).click();
  await expect(refund.getByLabel("Amount in USD")).toHaveValue("60.00");
  await refund.getByLabel("Reference").fill("Back 2");
  await refund.getByRole("button", { name: "Record $60.00" }).click();
  await expect(page.getByText("Nothing is left to refund.")).toBeVisible();
  await expect(page).toHaveURL(order);
  expect(await kept()).not.toContain("outside-");
});

test("a second click before the first one shows does nothing more", async ({ page, furrow }) => {
  const order = await openOrder(page);
  await signInOnce(page, furrow);
  const before = await recordsOf(page, faqItems);
  await openPanel(page, "/edit-faq");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("form", { name: faqItems.title, exact: true });
  await expect(form).toBeVisible();
  for (const field of await form.getByRole("textbox").all()) await field.fill("Asked once?");
  await clickTwice(form.getByRole("button", { name: "Add" }));
  await expect(form).toBeHidden();
  await expect(notices(page)).toHaveCount(1);
  expect(await recordsOf(page, faqItems)).toHaveLength(before.length + 1);

  await openPanel(page, order);
  await page.getByLabel("New note").fill("Said once");
  await clickTwice(page.getByRole("button", { name: "Add note" }));
  await expect(page.getByText("Note is Added")).toBeVisible();
  await page.reload();
  // Among the notes, and in what happened to the order.
  await expect(page.getByText("Said once")).toHaveCount(2);

  const { form: published } = await openRecord(page, experience);
  await published.getByRole("textbox", { name: "Heading", exact: true }).fill("Published once");
  await clickTwice(published.getByRole("button", { name: "Publish" }));
  await expect(page.getByText("Experience Section is Updated")).toHaveCount(1);
  await expect(published.getByRole("button", { name: "Publish" })).toBeEnabled();
  await expect(notices(page)).toHaveCount(1);
});

test("what was wrong with a picture is gone once another one was taken", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form, record } = await openRecord(page, banner);
  const file = form.locator("input[type=file]").first();
  await file.setInputFiles({
    name: "not-a-picture.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture at all"),
  });
  await expect(form.getByText("not-a-picture.png")).toBeVisible();
  await file.setInputFiles({
    name: "orchard.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(60, 40),
  });
  await expect(form.locator("[name=imageOne]")).not.toHaveValue(record.imageOne ?? "");
  await expect(form.getByText("orchard.jpg:")).toHaveCount(0);
  await expect(form.getByText("not-a-picture.png")).toHaveCount(0);
});

test("the way to the login remembers the screen, and never what a script asked for", async ({
  page,
  furrow,
}) => {
  const from = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${furrow.url}${path}`, { redirect: "manual", ...init });
    return {
      status: answer.status,
      location: `${answer.headers.get("location")} ${await answer.text()}`,
    };
  };
  const asked = await from("/total-orders.data?page=2&_routes=admin%2Fadmin-layout");
  expect(asked.location).toContain("/login?from=%2Ftotal-orders%3Fpage%3D2");
  expect(asked.location).not.toContain(".data");
  const referer = `${furrow.url}/faq?x=1`;
  const looked = await from("/admin/records.data", { headers: { referer } });
  expect(looked.location).toContain("/login?from=%2Ffaq%3Fx%3D1");
  const abroad = await from("/trash.data", { headers: { referer: "https://evil.example/faq" } });
  expect(abroad.location).toContain("/login?from=%2Ftrash");
  const sent = await from("/admin/content.data", {
    method: "POST",
    headers: { origin: furrow.url },
  });
  expect(sent.status).toBe(401);
  expect(sent.location).not.toContain("/login");

  await signInOnce(page, furrow);
  await page.goto("/login?from=%2Fadmin%2Fcontent.data");
  await expect(page).toHaveURL("/dashboard");
});
