import { type Browser, devices, type Locator, type Page } from "@playwright/test";
import type { FurrowServer } from "../servers/furrow-server.ts";

/** Ways to use a page. The main journeys are tested in both, the others with a mouse or a finger. */
export const ways = [
  { way: "by keyboard alone", isPhone: false },
  { way: "on a phone", isPhone: true },
] as const;

/** Settings of a browser tab on a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface BrowserOptions {
  readonly isPhone: boolean;
  readonly javaScriptEnabled?: boolean;
}

/** Opens a browser of another person, who is not signed in. */
export async function openBrowser(
  browser: Browser,
  furrow: FurrowServer,
  { isPhone, javaScriptEnabled = true }: BrowserOptions,
): Promise<Page> {
  const device = isPhone ? phone : { viewport: devices["Desktop Chrome"].viewport };
  const context = await browser.newContext({ ...device, javaScriptEnabled, baseURL: furrow.url });
  return context.newPage();
}

/** Presses of Tab before the test fails; no page has as many controls. */
const mostTabs = 400;

/**
 * Moves the focus to a control with the Tab key alone, which proves that the control can be reached
 * without a mouse.
 */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const { keyboard } = target.page();
  const isFocused = () =>
    target.evaluate((element) => element === document.activeElement, undefined);
  for (let tabs = 0; tabs < mostTabs; tabs++) {
    if (await isFocused()) return;
    await keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${target}.`);
}

/** What a person does with a keyboard alone, or with a finger on a phone. */
export function handsOf(isPhone: boolean) {
  const reach = (target: Locator) => (isPhone ? target.tap() : tabTo(target));
  return {
    /** Presses a button, follows a link, or ticks a box with "Space". */
    async press(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
      await reach(target);
      if (!isPhone) await target.page().keyboard.press(key);
    },
    /** Replaces the text of a field. */
    async write(target: Locator, text: string): Promise<void> {
      await reach(target);
      await target.page().keyboard.press("ControlOrMeta+A");
      await target.page().keyboard.type(text);
    },
    /**
     * Chooses an option of a select by its label. A phone shows the options in a list of its own,
     * which tests cannot reach.
     */
    async choose(target: Locator, label: string): Promise<void> {
      if (isPhone) {
        await target.selectOption({ label });
        return;
      }
      await tabTo(target);
      await target.page().keyboard.type(label);
    },
  };
}
