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
