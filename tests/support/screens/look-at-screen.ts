import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { AxeResults } from "axe-core";
import { cutOffText } from "./cut-off-text.ts";
import { focusFaults } from "./focus-faults.ts";

/** Minified, because every page parses the script. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

export interface View {
  readonly name: string;
  readonly scheme: "light" | "dark";
  readonly width: number;
  readonly height: number;
  /** Text size as a percentage. */
  readonly text: number;
  /** True for wider spacing of lines, letters and words (WCAG 1.4.12). */
  readonly isSpaced?: boolean;
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Applies the view to a page. Turns animations off (reduced motion), so that axe never measures
 * half-faded text.
 */
export async function lookAs(page: Page, { scheme, width, height }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
}

export async function faultsOf(page: Page, view: View): Promise<string[]> {
  await setText(page, view);
  return [
    ...(await axeFaults(page)),
    ...(await page.evaluate(frameFaults, view.text === 100 || view.width > 1000)),
    ...(await page.evaluate(cutOffText)),
    ...(await focused(page)),
  ];
}

/** Uses a constructed style sheet, because the content security policy blocks style elements. */
async function setText(page: Page, { text, isSpaced = false }: View): Promise<void> {
  if (text === 100 && !isSpaced) return;
  await page.evaluate(
    (rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    `html { font-size: ${text}% !important }
    ${isSpaced ? "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }" : ""}`,
  );
}

/**
 * Violations found by axe. Skips frames, because a frame contains either a page that has its own
 * test, or an email, in which axe cannot run because emails run no scripts.
 */
async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly,
        resultTypes: ["violations"],
        iframes: false,
        // The rules that run here do not need the style sheets that axe would fetch.
        preload: false,
      }),
    tags,
  )) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const advice = failureSummary.replace(/\s+/g, " ");
      return `${help} (${id}): ${target.join(" ")}. ${advice}`;
    }),
  );
}

/** Faults that axe does not detect: overflow, fields without a border, motion. Runs in the page. */
function frameFaults(mustFit: boolean): string[] {
  const faults: string[] = [];
  const tooWide = document.documentElement.scrollWidth - window.innerWidth;
  if (mustFit && tooWide > 0) {
    faults.push(`The page is ${tooWide} px wider than the window: let its content wrap.`);
  }
  // The search field of the command palette is the head of its dialog and has no border.
  const fields = ".mantine-Input-input[data-variant=default]:not(.mantine-Spotlight-search)";
  for (const field of document.querySelectorAll(fields)) {
    if (getComputedStyle(field).borderTopStyle === "none") {
      faults.push("A field has no edge: its border has a colour that is not defined.");
      break;
    }
  }
  // If a style is missing, a link that looks like a button has the line height of links, so that
  // its label is not in the middle.
  for (const label of document.querySelectorAll(".mantine-Button-label")) {
    const button = label.closest(".mantine-Button-root");
    // While a button waits for the server, its label is moved out of sight.
    if (!button?.checkVisibility() || button.matches("[data-loading]")) continue;
    // On a phone, some labels are for screen readers only.
    const parts = [button, ...button.querySelectorAll("*")];
    if (parts.some((part) => getComputedStyle(part).clipPath !== "none")) continue;
    const text = document.createRange();
    text.selectNodeContents(label);
    const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
    const offset = (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    if (Math.abs(offset) > 2) {
      faults.push(`The label “${label.textContent}” is ${offset} px below its button's middle.`);
    }
  }
  const first = document.body.querySelector("a[href], button, input, select, textarea, summary");
  if (first?.getAttribute("href") !== "#content" || !document.getElementById("content")) {
    faults.push("The page does not begin with a link to its content: put the skip link first.");
  }
  for (const animation of document.getAnimations()) {
    const { target } = animation.effect as KeyframeEffect;
    if (animation.playState !== "running") continue;
    faults.push(
      `${target?.className} moves although the system asks for none: stop it by media query.`,
    );
  }
  return faults;
}

async function focused(page: Page): Promise<string[]> {
  // Presses Tab, because the browser shows the focus ring only to people who use the keyboard.
  await page.keyboard.press("Tab");
  // Waits until a frame is rendered, because the page makes room for a new toast in that frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(focusFaults);
}
