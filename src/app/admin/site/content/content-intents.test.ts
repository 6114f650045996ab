import { beforeEach, expect, test } from "vitest";
import { runIntent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import {
  olga,
  openContent,
  plans,
  type TestContent,
} from "../../../../../tests/support/content.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import {
  type ContentRequest,
  type ContentResult,
  contentIntents,
} from "./content-intents.server.ts";

describeStore("The message after a content request", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const carryOut = async (request: object) => {
    const editor = { services: content as unknown as Services, actor: olga };
    return (await runIntent(contentIntents, editor, { ...request })) as ContentResult;
  };

  test("names the plan that is no longer recommended, and undoes both with one request", async () => {
    const { _id: id, values, revision: base } = await content.first(plans);
    const edit = { intent: "publish", block: plans.name, seen: null } as const;
    const recommended = { ...values, packageRecommended: "Yes" };
    const names = async () =>
      (await content.onSite(plans)).flatMap(({ packageName, packageRecommended }) =>
        packageRecommended === "Yes" ? packageName : [],
      );
    const cases: readonly [string, ContentRequest][] = [
      ["Basic", { ...edit, id, base, values: recommended }],
      [
        "Orchard",
        { ...edit, id: null, base: null, values: { ...recommended, packageName: "Orchard" } },
      ],
    ];
    for (const [name, request] of cases) {
      const { said, undo } = await carryOut(request);
      expect(said).toBe(`${plans.messages.updated}. “Standard” is no longer recommended.`);
      expect(await names()).toEqual([name]);
      if (undo === undefined) throw new Error("The change cannot be undone.");
      await carryOut(undo);
      expect(await names()).toEqual(["Standard"]);
    }
    expect(await content.onSite(plans)).toHaveLength(3);
  });

  test("refuses a request that the panel does not send", async () => {
    const { _id: id } = await content.first(plans);
    const edit = { intent: "draft", block: plans.name, id: null, base: null, seen: null };
    const requests = [
      {},
      { intent: "drop" },
      { intent: "restore", block: plans.name, id, revision: "1" },
      { intent: "delete", block: plans.name },
      { ...edit, values: { a: 1 } },
    ];
    for (const request of requests) {
      expect(await carryOut(request)).toMatchObject({ init: { status: 400 } });
    }
  });
});
