import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { AnyRecord, Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import type { FurrowServer } from "../servers/furrow-server.ts";
import { signInWithoutForm } from "./purchase.ts";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Session cookies of each site's admin, by the origin of the site. */
const adminCookies = new Map<string, { readonly cookies: Cookies; readonly since: number }>();

/** Shorter than the ten minutes for which a sign-in counts as a confirmation. */
const sharedMs = 8 * 60_000;

/**
 * Signs the admin in without the form. Tests of a worker share the session while it is valid,
 * because hashing a password is slow.
 */
export async function signInOnce(page: Page, furrow: FurrowServer): Promise<void> {
  const known = adminCookies.get(furrow.url);
  if (known !== undefined && Date.now() - known.since < sharedMs) {
    await page.context().addCookies(known.cookies);
    const session = await page.request.get("/api/auth/get-session");
    if (session.ok() && (await session.json()) !== null) return;
  }
  const { adminEmail: email, adminPassword: password } = furrow;
  await signInWithoutForm(page, { email, password });
  const cookies = await page.context().cookies(furrow.url);
  adminCookies.set(furrow.url, { cookies, since: Date.now() });
}

/** Opens a screen of the panel and waits until it reacts to clicks. */
export async function openPanel(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-hydrated]").waitFor();
}

interface PageRouter {
  navigate(path: string): Promise<void>;
}

/**
 * Navigates within the open panel as a link does, which needs far less processor time than a new
 * document.
 */
export async function goToScreen(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: PageRouter;
    };
    await router.navigate(to);
  }, path);
}

/** Published records of a block. */
export async function recordsOf(page: Page, block: Block): Promise<AnyRecord[]> {
  return (await page.request.get(`/api${block.calls[0]?.list[0]}`)).json();
}

/** Opens the screen that edits the nth record of a block; returns its form. */
export async function openRecord(page: Page, block: Block, nth = 0) {
  const record = (await recordsOf(page, block))[nth];
  if (record === undefined) throw new Error(`${block.title} has no record ${nth}.`);
  await openPanel(page, editPathOf(block, record._id));
  const form = page.getByRole("form", { name: block.singular ?? block.title, exact: true });
  await expect(form).toBeVisible();
  return { form, record };
}

/** A text field of a form, by its whole label. */
export const textField = (form: Locator, label: string) =>
  form.getByRole("textbox", { name: label, exact: true });

/** Publishes a form of content and waits for the response. */
export async function publish(form: Locator): Promise<void> {
  const answered = form.page().waitForResponse(/\/admin\/content/);
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await answered;
}

/** The HTML that a visitor gets. */
export async function seenByVisitors(furrow: FurrowServer, path: string): Promise<string> {
  const answer = await fetch(`${furrow.url}${path}`);
  return answer.text();
}

/** Toasts of the panel. */
export const notices = (page: Page) => page.locator(".mantine-Notification-root");

/** Delays rendering by half a second. React schedules rendering with `MessagePort.postMessage`. */
export async function renderLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function later(this: MessagePort, message: unknown) {
      setTimeout(() => postMessage.call(this, message), 500);
    } as typeof postMessage;
  });
}
