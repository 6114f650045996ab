import { expect, type Page, test } from "@playwright/test";

/** Actions of a person in a page, besides typing text into fields. */
interface Work {
  clicks: number;
  taps: number;
  keys: number;
  /** Tapped controls that are too small for a thumb, each with its size. */
  small: string[];
  /** True when the page was wider than the screen at a tap. */
  isWide: boolean;
  /** Time of the first action in milliseconds since the document began; null before it. */
  beganAt: number | null;
}

interface Effort {
  /**
   * Compares the actions since the last call with the next number of clicks, taps or keys in the
   * test's title. "Another" in the title means one more action of the same kind. Writes the
   * milliseconds since the first action to the report, but does not check them.
   */
  isAsInTitle(): Promise<void>;
}

const kinds = { click: "clicks", tap: "taps", key: "keys" } as const;

/**
 * Counts clicks, taps and keys in the current document of the page and in its frames. Characters
 * typed into a field do not count. Tests must type with `page.keyboard`, because `fill` would hide
 * that a person first has to focus the field.
 */
export async function countEffort(page: Page): Promise<Effort> {
  await page.evaluate(watchWork);
  const numbers = numbersIn(test.info().title);
  return {
    async isAsInTitle() {
      const next = numbers.shift();
      if (next === undefined) throw new Error("The title has no further number of clicks.");
      const { small, isWide, milliseconds, ...counted } = await page.evaluate(takeWork);
      test.info().annotations.push({
        type: "time",
        description: `${next.count} ${next.kind}: ${milliseconds} ms`,
      });
      expect(counted).toEqual({ clicks: 0, taps: 0, keys: 0, [next.kind]: next.count });
      expect(small, "controls below 44 px").toEqual([]);
      expect(isWide, "the page scrolls sideways").toBe(false);
    },
  };
}

function numbersIn(title: string) {
  const found: { kind: (typeof kinds)[keyof typeof kinds]; count: number }[] = [];
  for (const [, number, unit] of title.matchAll(/(\d+) (click|tap|key)|\banother\b/g)) {
    const kind = unit === undefined ? found.at(-1)?.kind : kinds[unit as keyof typeof kinds];
    if (kind !== undefined) found.push({ kind, count: Number(number ?? 1) });
  }
  return found;
}

/** `work` is optional, because the window of a new document has no counts yet. */
type WatchedWindow = Window & { work?: Work };

/** Runs in the page, so it must be self-contained. */
function watchWork(): void {
  const least = 44;
  const work: Work = { clicks: 0, taps: 0, keys: 0, small: [], isWide: false, beganAt: null };
  (window as WatchedWindow).work = work;

  const onPointer = ({ pointerType, target }: PointerEvent) => {
    work.beganAt ??= performance.now();
    if (pointerType !== "touch") {
      work.clicks += 1;
      return;
    }
    work.taps += 1;
    work.isWide ||= document.documentElement.scrollWidth > window.innerWidth;
    // A tap anywhere in a row opens the row, except a tap on a control in the row.
    const control =
      (target as Element).closest("label, button, input, textarea") ??
      (target as Element).closest("tr[data-row]") ??
      (target as Element).closest("a");
    if (!control) return;
    const { labels } = control as HTMLInputElement;
    const boxes = [control, ...(labels ?? [])].map((each) => each.getBoundingClientRect());
    // The `::after` element of a link can extend the tapped area over the whole row.
    const after = getComputedStyle(control, "::after");
    const width = Math.max(
      Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left)),
      Number.parseFloat(after.width) || 0,
    );
    const height = Math.max(
      Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)),
      Number.parseFloat(after.height) || 0,
    );
    // Half a pixel of tolerance, because browsers round sizes to fractions of a pixel.
    if (Math.min(width, height) > least - 0.5) return;
    const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
    work.small.push(`${name.trim().slice(0, 40)}: ${Math.round(width)} × ${Math.round(height)}`);
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
    if (repeat || ["Control", "Meta", "Alt", "Shift"].includes(key)) return;
    const isField = (target as Element).matches?.("input:not([type=checkbox]), textarea");
    const isTyped = isField && key.length === 1 && !ctrlKey && !metaKey && !altKey;
    if (isTyped) return;
    work.beganAt ??= performance.now();
    work.keys += 1;
  };
  const watch = (view: Window | null) => {
    view?.addEventListener("pointerdown", onPointer, true);
    view?.addEventListener("keydown", onKey, true);
  };
  watch(window);
  const watchedFrames = new Set<HTMLIFrameElement>();
  const watchFrames = () => {
    for (const frame of document.querySelectorAll("iframe")) {
      if (watchedFrames.has(frame)) continue;
      watchedFrames.add(frame);
      watch(frame.contentWindow);
    }
  };
  watchFrames();
  new MutationObserver(watchFrames).observe(document, { childList: true, subtree: true });
}

/** Runs in the page. Returns the counts and resets them. */
function takeWork() {
  const { work } = window as WatchedWindow;
  if (work === undefined) throw new Error("The journey has left the document that was watched.");
  const { beganAt, ...counts } = work;
  const milliseconds = Math.round(performance.now() - (beganAt ?? performance.now()));
  const taken = { ...counts, small: [...work.small], milliseconds };
  Object.assign(work, { clicks: 0, taps: 0, keys: 0, isWide: false, beganAt: null });
  work.small.length = 0;
  return taken;
}
