import type { Locator } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import {
  notices,
  openPanel,
  openRecord,
  recordsOf,
  signInOnce,
} from "../../support/browser/panel.ts";
import { orderForPanel } from "../../support/browser/purchase.ts";
import { photo } from "../../support/pictures.ts";

const { banner, callToAction, experience, faqItems } = blocks;
const signedOut = "You are signed out. Log in again in another tab, then try again here.";

/** Clicks twice within one task, as a browser on a busy machine delivers a double click. */
async function clickTwice(button: Locator) {
  await button.evaluate((pressed: HTMLButtonElement) => {
    pressed.click();
    pressed.click();
  });
}

test("a form keeps its text when the session ends, and is published after a login in another tab", async ({
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

test("a button pressed after the end of the session says that the admin is signed out, and reports no success", async ({
  page,
  context,
  furrow,
}) => {
  await page.request.post("/api/add-subscriber", { data: { subemail: "kept@example.com" } });
  await signInOnce(page, furrow);
  for (const [path, button] of [
    ["/all-subscriber", "Remove"],
    ["/admin/test-mail", "Send a test email"],
  ] as const) {
    await signInOnce(page, furrow);
    await openPanel(page, path);
    const row = page.getByRole("checkbox", { name: "Choose kept@example.com" });
    if (button === "Remove") await row.check();
    await context.clearCookies();
    await page.getByRole("button", { name: button }).click();
    await expect(notices(page).getByText(signedOut)).toBeVisible();
    await expect(page.getByText(/was removed|The mail to/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: button })).toBeVisible();
  }
});

test("a double click has the effect of one click", async ({ page, furrow }) => {
  const order = await orderForPanel(page);
  await signInOnce(page, furrow);
  const before = await recordsOf(page, faqItems);
  await openPanel(page, "/edit-faq");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("form", { name: "FAQ item", exact: true });
  await expect(form).toBeVisible();
  for (const field of await form.getByRole("textbox").all()) await field.fill("Asked once?");
  await clickTwice(form.getByRole("button", { name: "Add and publish" }));
  await expect(form).toBeHidden();
  await expect(notices(page)).toHaveCount(1);
  expect(await recordsOf(page, faqItems)).toHaveLength(before.length + 1);

  await openPanel(page, order);
  await page.getByLabel("New note").fill("Said once");
  await clickTwice(page.getByRole("button", { name: "Add note" }));
  await expect(page.getByText("Note is Added")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Said once")).toHaveCount(1);

  const { form: published } = await openRecord(page, experience);
  await published.getByRole("textbox", { name: "Heading", exact: true }).fill("Published once");
  await clickTwice(published.getByRole("button", { name: "Publish" }));
  await expect(page.getByText("Experience Section is Updated")).toHaveCount(1);
  await expect(published.getByRole("button", { name: "Publish" })).toBeEnabled();
  await expect(notices(page)).toHaveCount(1);
});

test("the error about a rejected picture disappears when another picture is chosen", async ({
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

test("while a picture uploads, nothing can be published, and a refused file can be chosen again", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form, record } = await openRecord(page, banner);
  await form.getByRole("textbox", { name: "Button text" }).fill("Typed meanwhile");
  const publish = form.getByRole("button", { name: "Publish" });
  const choose = async () => {
    const chooser = page.waitForEvent("filechooser");
    await form.getByRole("button", { name: "Upload picture" }).click();
    await (await chooser).setFiles({
      name: "field.jpg",
      mimeType: "image/jpeg",
      buffer: await photo(120, 80),
    });
  };
  await page.route("**/api/media", (route) =>
    route.fulfill({ status: 429, json: { detail: "Too many pictures are being processed." } }),
  );
  await choose();
  await expect(form.getByText("Too many pictures are being processed.")).toBeVisible();
  await expect(publish).toBeEnabled();

  await page.unroute("**/api/media");
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route("**/api/media", async (route) => {
    await sent;
    await route.continue();
  });
  await choose();
  await expect(publish).toBeDisabled();
  await expect(form.getByRole("button", { name: "Save draft" })).toBeDisabled();
  await expect(form.getByText("You can publish when the picture is uploaded.")).toBeVisible();
  await form.getByRole("textbox", { name: "Button text" }).press("Enter");
  send();
  await expect(publish).toBeEnabled();
  const picture = form.getByRole("textbox", { name: "Picture" });
  await expect(picture).toHaveValue(/^\/media\//);
  await expect(form.getByRole("textbox", { name: "Button text" })).toHaveValue("Typed meanwhile");
  expect(await recordsOf(page, banner)).toEqual([record]);

  await publish.click();
  await expect(page.getByText("Banner is Updated")).toBeVisible();
  await openPanel(page, `/banner/${record._id}`);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("tabpanel").getByText("field.jpg").first()).toBeVisible();
  await expect(page.getByRole("tabpanel").getByText("/media/")).toHaveCount(0);
  const { _id, ...values } = record;
  const headers = { origin: furrow.url };
  await page.request.put(`/api/update-banner/${_id}`, { headers, data: values });
});

test("when a screen requests data without a session, the login leads back to the screen", async ({
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
  const asked = await from(
    "/total-orders.data?page=2&_routes=admin%2Fframe%2Fshell%2Fadmin-layout",
  );
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
  await expect(page).toHaveURL("/admin");
});
