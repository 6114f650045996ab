import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";

// A separate site, because the test adds and deletes plans.
test.use({ furrowSettings: { OWNER_EMAIL: "plan-count@furrow.example" } });

test("with one to six plans, every row of plans is centred", async ({ page, furrow }) => {
  await signInOnce(page, furrow);
  const headers = { origin: furrow.url };
  const plans = async (): Promise<Record<string, string>[]> =>
    (await page.request.get("/api/pricings")).json();
  for (const { _id, ...plan } of await plans()) {
    const data = { ...plan, packageName: `${plan.packageName} for two` };
    expect((await page.request.post("/api/add-pricing", { headers, data })).ok()).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  for (let count = 6; count > 0; count--) {
    await page.goto("/pricing");
    const { width, boxes } = await page.locator("#pricing article").evaluateAll((packets) => ({
      width: packets[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect(),
      boxes: packets.map((packet) => packet.getBoundingClientRect()),
    }));
    expect(boxes).toHaveLength(count);
    const rows: DOMRect[][] = [];
    for (const box of boxes) {
      const row = rows.at(-1);
      if (row !== undefined && box.left > (row.at(-1)?.left ?? 0)) row.push(box);
      else rows.push([box]);
    }
    for (const row of rows) {
      const left = Math.min(...row.map((box) => box.left)) - width.left;
      const right = width.right - Math.max(...row.map((box) => box.right));
      expect(
        Math.abs(left - right),
        `${count} plans: ${left} px left, ${right} px right`,
      ).toBeLessThan(2);
    }
    const last = (await plans()).at(-1);
    await page.request.delete(`/api/pricing/${last?._id}`, { headers });
  }
});

const names = [
  "Seedling",
  "Kitchen garden",
  "Internationalisation",
  "A",
  "Orchard",
  "Large estate",
];
const nth = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

test("six plans of any names and one to ten points fit their columns, and the packets of a row end together", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const headers = { origin: furrow.url };
  const drawings = ["carrots", "peas", "pumpkin", "", "poppies", "corn"];
  for (const { _id } of await (await page.request.get("/api/pricings")).json()) {
    await page.request.delete(`/api/pricing/${_id}`, { headers });
  }
  for (const [index, packageName] of names.entries()) {
    const points = nth.slice(0, [1, 10, 4, 7, 2, 9][index]);
    const data = {
      packageName,
      packagePrice: "1234.5",
      packageButtonText: "Order it",
      ...Object.fromEntries(points.map((each) => [`packagePoint${each}`, `Point ${each}`])),
      packageDrawing: drawings[index],
      packageRecommended: index === 4 ? "Yes" : "",
    };
    expect((await page.request.post("/api/add-pricing", { headers, data })).ok()).toBe(true);
  }
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["/pricing", "/"]) {
      await page.goto(path);
      const packets = await page.locator("#pricing article").evaluateAll((all) =>
        all.map((packet) => {
          const box = (packet.querySelector(".packet__paper") ?? packet).getBoundingClientRect();
          const name = packet.querySelector("h3");
          return {
            left: Math.round(box.left),
            bottom: Math.round(box.bottom),
            points: packet.querySelectorAll("li").length,
            // A word that is broken takes more lines than the name has words.
            lines: Math.round(
              (name?.getBoundingClientRect().height ?? 0) /
                Number.parseFloat(getComputedStyle(name ?? packet).lineHeight),
            ),
            words: name?.textContent?.split(" ").length ?? 0,
          };
        }),
      );
      expect(packets.map(({ points }) => points)).toEqual([1, 10, 4, 7, 2, 9]);
      for (const { lines, words } of packets) expect(lines).toBeLessThanOrEqual(words);
      const columns = new Set(packets.map(({ left }) => left)).size;
      expect(columns).toBe(width < 960 ? 1 : 3);
      for (let first = 0; first < 6; first += columns) {
        const ends = packets.slice(first, first + columns).map(({ bottom }) => bottom);
        expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(1);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});
