/**
 * Finds text that the edge of the window cuts off, except text that can be scrolled into view and
 * text for screen readers only. Runs in the page.
 */
export function cutOffText(): string[] {
  // Ignores the panel, because its screens are allowed to scroll sideways.
  if (document.documentElement.hasAttribute("data-hydrated")) return [];
  const frame = document.querySelector("body > div:has(> #content)");
  if (frame === null) return ["Nothing frames #content: what is cut off cannot be told."];
  const isWithinReach = (element: Element): boolean => {
    for (let each: Element | null = element; each !== frame && each; each = each.parentElement) {
      const { overflowX, clipPath, transform } = getComputedStyle(each);
      if (overflowX === "auto" || overflowX === "scroll" || clipPath !== "none") return true;
      if (each.matches("[href='#content']") && transform !== "none") return true;
    }
    return false;
  };
  const faults: string[] = [];
  const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const range = document.createRange();
    range.selectNodeContents(text);
    const isCutOff = [...range.getClientRects()].some(
      ({ left, right, width }) => width > 1 && (right > innerWidth + 1 || left < -1),
    );
    if (isCutOff && text.parentElement && !isWithinReach(text.parentElement)) {
      faults.push(`“${text.data.trim()}” is cut off at the edge of the window: let it wrap.`);
    }
  }
  return faults;
}
