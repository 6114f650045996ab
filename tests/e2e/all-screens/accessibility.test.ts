import type { Page } from "@playwright/test";
import { collectErrors } from "../../support/browser/console-errors.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { goToScreen } from "../../support/browser/panel.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { faultsOf, lookAs, type View } from "../../support/screens/look-at-screen.ts";
import type { Onlooker, Screen } from "../../support/screens/screen.ts";
import { openScreenSite, type ScreenSite } from "../../support/screens/screen-site.ts";
import {
  differentScreens,
  phoneScreens,
  screenNamed,
  screens,
} from "../../support/screens/screens.ts";
import { scaled } from "../../support/time-limits.ts";

// A separate site, so that other end-to-end tests do not change its content.
test.use({ furrowSettings: { OWNER_EMAIL: "screens@furrow.example" } });
test.describe.configure({ timeout: scaled(process.env.EVERY_SCREEN ? 1_800_000 : 600_000) });

const usual = { scheme: "light", width: 1440, height: 900, text: 100 } as const;
const phone = { width: 390, height: 844 } as const;

interface Round {
  readonly view: View;
  readonly screens: readonly Screen[];
}

const rounds: readonly Round[] = [
  { view: { ...usual, name: "light, 1440 px" }, screens: differentScreens },
  { view: { ...usual, ...phone, scheme: "dark", name: "dark, 390 px" }, screens: phoneScreens },
];

/** Rounds of `npm run check:axe`, which opens every screen in every view. */
const allRounds: readonly Round[] = [
  ...(["light", "dark"] as const).flatMap((scheme) =>
    [{ width: 1440, height: 900 }, phone].flatMap((size) =>
      [100, 200].map((text) => {
        const name = `${scheme}, ${size.width} px, text at ${text} %`;
        return { view: { scheme, ...size, text, name }, screens };
      }),
    ),
  ),
  {
    view: { ...usual, width: 320, height: 256, name: "1280 px at four times its size" },
    screens,
  },
  { view: { ...usual, isSpaced: true, name: "text that is spaced out" }, screens },
  { view: { ...usual, ...phone, isSpaced: true, name: "spaced out at 390 px" }, screens },
];

let site: ScreenSite;

test.beforeAll(async ({ furrow, browser }) => {
  site = await openScreenSite(furrow, browser);
});

test.afterAll(() => site.close());

const onlookers: readonly Onlooker[] = ["admin", "visitor", "customer", "newcomer"];

for (const { view, screens } of process.env.EVERY_SCREEN ? allRounds : rounds) {
  for (const onlooker of onlookers) {
    const shown = screens.filter((screen) => screen.as === onlooker);
    if (shown.length === 0) continue;
    test(`the screens of the ${onlooker} are accessible and cause no browser error (${view.name})`, async ({
      furrow,
    }) => {
      const page = await site.contexts[onlooker].newPage();
      // Some screens need a sign-in of the last ten minutes, and a round of all screens takes minutes.
      if (onlooker === "admin")
        await signInWithoutForm(page, {
          email: furrow.adminEmail,
          password: furrow.adminPassword,
        });
      const newErrors = collectErrors(page);
      await lookAs(page, view);
      const faults: string[] = [];
      let previous: Screen | undefined;
      for (const screen of shown) {
        await open(page, screen, previous);
        previous = screen;
        const found = [...(await faultsOf(page, view)), ...newErrors()];
        faults.push(...found.map((fault) => `${screen.name}: ${fault}`));
      }
      await page.close();
      expect(faults).toEqual([]);
    });
  }
}

test("an order in the dark colour scheme is printed dark on light, on one sheet and without buttons", async () => {
  for (const name of ["an order's receipt", "a paid order in the panel"]) {
    const screen = screenNamed(name);
    const page = await site.contexts[screen.as].newPage();
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, screen);
    const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
    expect(sheets?.length).toBe(1);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const title = screen.as === "customer" ? / (plan|for \S+)$/ : /^Order \d+/;
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    if (screen.as === "customer") {
      await expect(page.getByRole("heading", { name: /^Receipt, order \d+/ })).toBeVisible();
      await expect(page.getByText(/payments are simulated. No money is charged/)).toBeVisible();
    }
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    const [ground, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color].map((each) => Number(/\d+/.exec(each)?.[0]));
    });
    expect(ground).toBe(255);
    expect(ink).toBeLessThan(60);
    await page.close();
  }
});

/**
 * Opens a screen. Navigates with the router between two panel screens without a `prepare`, because
 * a navigation of the router takes half the processor time of a new document.
 */
async function open(page: Page, screen: Screen, previous?: Screen): Promise<void> {
  const address = await site.addressOf(screen);
  if (previous && [previous, screen].every(isPlainPanelScreen)) {
    await goToScreen(page, address);
    // React renders the screen after the router has navigated.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  } else await page.goto(address);
  // Screens of the panel are ready once hydrated, public pages as soon as the footer exists.
  await page.locator("html[data-hydrated], body > div > footer").first().waitFor();
  await screen.prepare?.(page, site);
}

function isPlainPanelScreen({ as, path, prepare }: Screen): boolean {
  return as === "admin" && path !== "/" && prepare === undefined;
}
