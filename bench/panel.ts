import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { startFurrow } from "../tests/support/servers/furrow-server.ts";
import { savingAsAdmin } from "./banner-saving.ts";
import { fillWithOrders } from "./fill-with-orders.ts";
import { type Measure, percentile } from "./measure.ts";

const visits = 5;
const slowdown = 4;
/**
 * Pause after an interaction, long enough for everything that a click or a key starts. The pause is
 * fixed, because polling would slow the page down.
 */
const restMs = 800;
const orders = 1000;
const typed = "sown in spring";

/** Milliseconds of one interaction: until the next paint, and in event handlers only. */
interface Interaction {
  readonly toPaint: number;
  readonly inScripts: number;
}

interface Visit {
  readonly slowest: Interaction;
  /**
   * Milliseconds from pressing a link until the next screen was painted; null when the visit opens
   * no other screen.
   */
  readonly untilShown: number | null;
}

/** Interacts with a page. Resolves when the page is idle again. */
type Work = (page: Page) => Promise<void>;

const plainPage = `<!doctype html><title>Plain</title><textarea></textarea><button>Save</button>`;

/**
 * Time from an interaction until the panel's next paint, with the processor slowed down to a
 * quarter, compared with a plain page (a text area and a button) in the same browser. As in
 * Interaction to Next Paint (INP), the slowest interaction of a visit counts, and the figure is the
 * 75th percentile of the visits.
 */
export async function measurePanel(): Promise<Measure[]> {
  const furrow = await startFurrow();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    fillWithOrders(furrow.dataDirectory, orders);
    const { id, headers } = await savingAsAdmin(furrow);
    const cookies = cookiesOf(headers, furrow.url);
    const order = `/admin/payment-status/${paidOrder(furrow.dataDirectory)}`;
    const message = `/view/${await sentMessage(furrow.url, headers)}`;
    const works: readonly (readonly [what: string, path: string, work: Work, plain: Work])[] = [
      ["typing beside a preview", `/banner/${id}`, typeHeading, typePlain],
      ["saving", `/banner/${id}`, save, clickPlain],
      ["publishing a draft", `/banner/${id}`, publishDraft, clickPlain],
      ["opening a section of the site", "/admin/site", openSection, clickPlain],
      ["marking ten orders", "/total-orders", markTen, clickPlain],
      ["opening a reply", message, openReply, clickPlain],
      ["turning pages of orders", "/total-orders", turnPages, clickPlain],
      ["going to another screen", "/admin", goToOrders, clickPlain],
      ["opening Today", "/total-orders", goToToday, clickPlain],
      ["opening an order", "/total-orders", openOrder, clickPlain],
      ["going to the next order by key", order, nextOrder, clickPlain],
      ["changing the status of an order", order, changeStatus, clickPlain],
      ["inviting an admin", "/add-user", invite, typePlain],
      ["typing in the search of orders", "/total-orders", typeSearch, typePlain],
      ["opening the quick jump", "/admin", openJump, typePlain],
      ["typing in the quick jump", "/admin", typeJump, typePlain],
    ];
    const measures: Measure[] = [];
    for (const [what, path, work, plain] of works) {
      const ours: Visit[] = [];
      const bare: Visit[] = [];
      for (let visit = 0; visit < visits; visit++) {
        ours.push(await visitOf(browser, cookies, furrow.url + path, work));
        bare.push(await visitOf(browser, [], null, plain));
      }
      measures.push(...figuresOf(what, ours, bare));
    }
    return measures;
  } finally {
    await browser.close();
    await furrow.stop();
  }
}

function figuresOf(what: string, ours: readonly Visit[], bare: readonly Visit[]): Measure[] {
  const middle = (all: readonly Visit[], of: (one: Interaction) => number) =>
    percentile(
      all.map(({ slowest }) => of(slowest)),
      75,
    );
  const shown = ours.flatMap(({ untilShown }) => untilShown ?? []);
  return [
    {
      name: `panel: ${what}, to next paint`,
      furrow: middle(ours, ({ toPaint }) => toPaint),
      baseline: middle(bare, ({ toPaint }) => toPaint),
      unit: "ms",
      target: { of: "figure", atMost: 100 },
    },
    {
      name: `panel: ${what}, in scripts`,
      furrow: middle(ours, ({ inScripts }) => inScripts),
      unit: "ms",
    },
    ...(shown.length === 0
      ? []
      : [
          {
            name: `panel: ${what}, until the screen is shown`,
            furrow: percentile(shown, 75),
            unit: "ms" as const,
          },
        ]),
  ];
}

function paidOrder(dataDirectory: string): string {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { readOnly: true });
  const query =
    "select id from orders where payment_status = 'Paid' order by number limit 1 offset ?";
  const id = database.prepare(query).get(orders / 2)?.id;
  database.close();
  return String(id);
}

async function sentMessage(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const message = { name: "Ann", email: "ann@example.com", number: "1", subject: "Rye" };
  const body = JSON.stringify({ ...message, message: "Is it ripe?" });
  const answer = await fetch(`${url}/api/add-message`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The message was refused: ${await answer.text()}`);
  const [{ _id }] = await (await fetch(`${url}/api/messages`, { headers })).json();
  return _id;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** The cookies in a signed-in person's headers, in the form that Playwright expects. */
function cookiesOf(headers: Readonly<Record<string, string>>, url: string): Cookie[] {
  return (headers.cookie ?? "").split("; ").map((pair) => {
    const end = pair.indexOf("=");
    return { name: pair.slice(0, end), value: pair.slice(end + 1), url };
  });
}

async function visitOf(
  browser: Browser,
  cookies: readonly Cookie[],
  url: string | null,
  work: Work,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([...cookies]);
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    if (url === null) await page.goto(`data:text/html,${encodeURIComponent(plainPage)}`);
    else {
      await page.goto(url);
      await page.locator("html[data-hydrated]").waitFor();
      // Waits until the page has done the work that follows its start, because this work does not
      // belong to an interaction.
      await page.waitForTimeout(1000);
    }
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await work(page);
    // The browser reports an interaction only after the next paint.
    await page.waitForTimeout(restMs);
    const { interactions, untilShown } = await page.evaluate(() => {
      const watched = globalThis as unknown as Watched;
      return { interactions: watched.interactions, untilShown: watched.untilShown };
    });
    if (interactions.length === 0)
      throw new Error(`No interaction was seen at ${url ?? "the plain page"}.`);
    const slowest = interactions.reduce((most, one) => (one.toPaint > most.toPaint ? one : most));
    return { slowest, untilShown };
  } finally {
    await context.close();
  }
}

interface Watched {
  interactions: Interaction[];
  untilShown: number | null;
}

/** Runs in the page. The browser reports durations from 16 ms on, in steps of 8 ms. */
function watchInteractions(): void {
  const watched = globalThis as unknown as Watched;
  watched.interactions = [{ toPaint: 0, inScripts: 0 }];
  watched.untilShown = null;
  let pressedAt: number | null = null;
  const press = ({ timeStamp }: Event) => {
    pressedAt = timeStamp;
  };
  addEventListener("mousedown", press, true);
  addEventListener("keydown", press, true);
  // A new screen has a new title, so a changed title shows that another screen was opened.
  addEventListener("DOMContentLoaded", () => {
    let { title } = document;
    const titles = new MutationObserver(() => {
      if (pressedAt === null || document.title === title) return;
      title = document.title;
      const from = pressedAt;
      requestAnimationFrame(() =>
        setTimeout(() => {
          watched.untilShown = performance.now() - from;
        }),
      );
    });
    titles.observe(document.head, { childList: true, characterData: true, subtree: true });
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const isInteraction = (entry as { interactionId?: number }).interactionId !== 0;
      if (!isInteraction) continue;
      const inScripts = entry.processingEnd - entry.processingStart;
      watched.interactions.push({ toPaint: entry.duration, inScripts });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/**
 * Moves the mouse to an element, waits and presses. Playwright's own click runs scripts in the
 * page, which would be part of the measured time.
 */
async function clickOn(what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (box === null) throw new Error(`${what} is not there to be clicked.`);
  const { mouse } = what.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await what.page().waitForTimeout(restMs);
  await mouse.down();
  await mouse.up();
}

/** Waits for the next screen. Polls rarely, because polling slows the page down. */
async function untilShown(page: Page): Promise<void> {
  for (let looks = 0; looks < 60; looks++) {
    await page.waitForTimeout(restMs);
    const shown = await page.evaluate(() => (globalThis as unknown as Watched).untilShown);
    if (shown !== null) return;
  }
  throw new Error(`No other screen was shown at ${page.url()}.`);
}

const typePlain: Work = async (page) => {
  await clickOn(page.locator("textarea"));
  await page.keyboard.type(typed, { delay: 120 });
};

const clickPlain: Work = async (page) => {
  for (let click = 0; click < 3; click++) await clickOn(page.locator("button"));
};

const typeHeading: Work = async (page) => {
  await clickOn(page.locator('[name="bannerHeading"]'));
  await page.keyboard.type(typed, { delay: 120 });
};

const save: Work = async (page) => {
  await page.locator('[name="bannerHeading"]').pressSequentially("!");
  await clickOn(page.getByRole("button", { name: "Publish" }));
  await page.waitForTimeout(restMs);
  await page.getByText("Banner is Updated").waitFor();
};

const publishDraft: Work = async (page) => {
  await page.locator('[name="bannerHeading"]').pressSequentially("?");
  await clickOn(page.getByRole("button", { name: "Save draft" }));
  await page.waitForTimeout(restMs);
  await page.getByText("The draft is saved").waitFor();
  await page.goto(new URL("/drafts", page.url()).href);
  await page.locator("html[data-hydrated]").waitFor();
  await clickOn(page.getByRole("button", { name: "Publish 1 change" }));
  await page.waitForTimeout(restMs);
  await page.getByText("1 change is published").waitFor();
};

/**
 * Types a new address at each visit, because the panel rejects an address that already has a role.
 */
const invite: Work = async (page) => {
  await clickOn(page.getByLabel("Email"));
  await page.keyboard.type(`sower-${Date.now()}@example.com`, { delay: 120 });
  await clickOn(page.getByRole("button", { name: "Add", exact: true }));
  await page.waitForTimeout(restMs);
  await page.getByText("User Is Added").waitFor();
};

const turnPages: Work = async (page) => {
  for (const number of ["2", "3", "4"]) {
    await clickOn(page.getByRole("link", { name: number, exact: true }));
    await page.waitForTimeout(restMs);
    await page.waitForURL(new RegExp(`page=${number}`));
  }
};

const openSection: Work = async (page) => {
  const sections = page.getByRole("navigation", { name: /^Sections of/ });
  await clickOn(sections.getByRole("button", { name: /^Banner/ }));
  await page.waitForTimeout(restMs);
  await page.locator('[name="bannerHeading"]').waitFor();
};

/**
 * Changes the status of all orders on the page and undoes the change, so that the next visit finds
 * the same orders.
 */
const markTen: Work = async (page) => {
  await clickOn(page.getByLabel("All on this page"));
  await clickOn(page.getByRole("button", { name: "Mark as Pending" }));
  await page.waitForTimeout(restMs);
  await clickOn(page.getByRole("button", { name: "Undo" }));
  await page.waitForTimeout(restMs);
  await page.getByText(/undone/).waitFor();
};

const openReply: Work = async (page) => {
  await clickOn(page.getByRole("button", { name: "Reply" }));
  await page.waitForTimeout(restMs);
  await page.getByLabel("Your reply").waitFor();
};

const goToOrders: Work = async (page) => {
  await clickOn(page.getByRole("link", { name: "Orders", exact: true }));
  await untilShown(page);
};

const openJump: Work = async (page) => {
  await page.keyboard.press("Control+K");
  await page.waitForTimeout(restMs);
  await page.getByRole("textbox", { name: "Go to" }).waitFor();
};

const goToToday: Work = async (page) => {
  await clickOn(page.getByRole("link", { name: "Today", exact: true }));
  await untilShown(page);
};

const openOrder: Work = async (page) => {
  await clickOn(page.getByRole("link", { name: "Update", exact: true }).first());
  await untilShown(page);
};

const nextOrder: Work = async (page) => {
  await page.keyboard.press("j");
  await untilShown(page);
};

/** Changes the status and sets it back, so that the next visit finds the same order. */
const changeStatus: Work = async (page) => {
  for (let change = 0; change < 2; change++) {
    await clickOn(page.getByRole("button", { name: /^Mark as (Delivered|Pending)$/ }));
    await page.waitForTimeout(restMs);
    await page.getByText("OrderStatus is Updated").first().waitFor();
    // Waits until the page has loaded the changed order, because loading replaces the button.
    await page.waitForTimeout(restMs);
  }
};

const typeSearch: Work = async (page) => {
  await clickOn(page.getByRole("searchbox", { name: "Search orders" }));
  await page.keyboard.type(typed, { delay: 120 });
};

const typeJump: Work = async (page) => {
  await openJump(page);
  await page.keyboard.type(typed, { delay: 120 });
};
