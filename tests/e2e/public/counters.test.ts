import { expect, coldTest as test } from "../../support/browser/journey.ts";

for (const width of [390, 768, 834, 960, 1100, 1440]) {
  for (const count of [4, 5]) {
    test(`counters do not overlap (${count} counters at ${width} pixels)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/service/");
      const overlaps = await page.locator("#counters ul").evaluate((list, count) => {
        while (list.children.length < count) list.append(list.children[0]?.cloneNode(true) ?? "");
        const markers = [...list.children];
        for (const { firstElementChild } of markers) {
          if (firstElementChild) firstElementChild.textContent = "98,888+";
        }
        return markers.flatMap((marker, index) => {
          const board = marker.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
          return markers.flatMap((other, otherIndex) => {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            const meets =
              left < board.right && right > board.left && top < board.bottom && bottom > board.top;
            return meets && other !== marker ? [`${index} and ${otherIndex}`] : [];
          });
        });
      }, count);
      expect(overlaps).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
}
