import type { Page } from "@playwright/test";
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
