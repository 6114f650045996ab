import { expect, test } from "vitest";
import type { Services } from "#compose.ts";
import { newId } from "#platform/ids.ts";
import { describeStore } from "../../../../tests/support/databases/databases.ts";
import { orderIn } from "../../../../tests/support/orders/order-in-stage.ts";
import { owner } from "../../../../tests/support/orders/shop.ts";
import { deliverByForm } from "./deliver-by-form.server.ts";

const positions = [1, 2, 3, 4, 5, 6, 7];
const shared = Object.fromEntries(positions.map((position) => [`kind-${position}`, "shared"]));

describeStore("The form of a delivery", (openDatabase) => {
  test("gives one proof to all points that have none of their own", async () => {
    const { shop, id, room } = await orderIn("paid", await openDatabase());
    const form = {
      ...shared,
      text: "All is sown.",
      key: newId(),
      number: "1",
      "kind-all": "link",
      "value-all": "https://example.com/report",
      "kind-3": "number",
      "value-3": "25",
      "unit-3": "pages",
    };
    await deliverByForm(shop as unknown as Services, owner, id, form, []);
    const [delivery] = (await room()).deliveries;
    expect(delivery?.points.map(({ kind, value }) => `${kind} ${value}`)).toEqual(
      positions.map((position) =>
        position === 3 ? "number 25" : "link https://example.com/report",
      ),
    );
  });

  test("shows the fault of the shared proof once, at its own field", async () => {
    const { shop, id, stage } = await orderIn("paid", await openDatabase());
    const proof = { "kind-all": "link", "value-all": "no" };
    const form = { ...shared, ...proof, text: "Sown.", key: newId(), number: "1" };
    const refused = deliverByForm(shop as unknown as Services, owner, id, form, []);
    await expect(refused).rejects.toMatchObject({
      code: "invalid",
      issues: positions.map(() => ({ path: "value-all" })),
    });
    expect(await stage()).toBe("in-work");
  });
});
