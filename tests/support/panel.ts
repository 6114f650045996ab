import { expect, type Page } from "@playwright/test";
import type { AnyRecord, Block } from "../../src/content/define.ts";
import { editPathOf } from "../../src/content/record-paths.ts";
import type { FurrowServer } from "./furrow-server.ts";

/** The admin's cookies, without the form: the journeys of the panel begin behind it. */
export async function signInOnce(page: Page, furrow: FurrowServer): Promise<void> {
  const answer = await page.request.post("/api/auth/sign-in/email", {
    headers: { origin: furrow.url },
    data: { email: furrow.adminEmail, password: furrow.adminPassword },
  });
  if (!answer.ok()) throw new Error(`The admin could not sign in: ${await answer.text()}`);
}

/** A screen of the panel that reacts to clicks. */
export async function openPanel(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-hydrated]").waitFor();
}

/** What the site says of a block. */
export async function recordsOf(page: Page, block: Block): Promise<AnyRecord[]> {
  return (await page.request.get(`/api${block.calls[0]?.list[0]}`)).json();
}

/** The screen that edits the nth record of a block, and its form. */
export async function openRecord(page: Page, block: Block, nth = 0) {
  const record = (await recordsOf(page, block))[nth];
  if (record === undefined) throw new Error(`${block.title} has no record ${nth}.`);
  await openPanel(page, editPathOf(block, record._id));
  const form = page.getByRole("form", { name: block.title, exact: true });
  await expect(form).toBeVisible();
  return { form, record };
}

/** The page as somebody without a cookie gets it. */
export async function seenByVisitors(furrow: FurrowServer, path: string): Promise<string> {
  const answer = await fetch(`${furrow.url}${path}`);
  return answer.text();
}

/** What the panel says in its corner, each a notice. */
export const notices = (page: Page) => page.locator(".mantine-Notification-root");
