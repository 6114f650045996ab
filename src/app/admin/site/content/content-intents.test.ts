import { beforeEach, expect, test } from "vitest";
import { runIntent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { headerMenu } from "#content/blocks/menus.ts";
import { listForEditing } from "#content/drafts/editable-record.ts";
import { blocks } from "#content/model/blocks.ts";
import { createRecord, updateRecord } from "#content/records/save-block.ts";
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

  test("asks for another address when a redirect would lead to no page", async () => {
    const values = { oldAddress: "/prices", becameOf: "Moved", newAddress: "/pricng/" };
    const add = { intent: "publish", block: "redirect", id: null, base: null, seen: null };
    const answer = JSON.stringify(await carryOut({ ...add, values }));
    expect(answer).toContain("there is no page at /pricng/");
    expect((await carryOut({ ...add, values: { ...values, newAddress: "/pricing/" } })).said).toBe(
      "Redirect is Added",
    );
  });

  test("says where visitors of a deleted page go, and one undo takes all of it back", async () => {
    const block = "page";
    const page = { ...blocks.pages.example, pageAddress: "/york/" };
    const { _id: id } = await createRecord(content, olga, blocks.pages, page);
    await updateRecord(content, olga, blocks.pages, id, { ...page, pageAddress: "/leeds/" });
    const before = await content.onSite(blocks.redirects);
    for (const [leadsTo, sentence] of [
      ["", "Visitors no longer see it."],
      ["/pricing/", "Visitors of its address go to the other page."],
    ]) {
      const { said, undo } = await carryOut({ intent: "delete", block, id, leadsTo });
      expect(said).toContain(sentence);
      expect(await content.onSite(blocks.redirects)).toHaveLength(before.length + 1);
      await carryOut(undo ?? {});
      expect(await content.onSite(blocks.redirects)).toEqual(before);
    }
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

describeStore("A menu entry that is put below another by name", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const carryOut = async (request: object) => {
    const editor = { services: content as unknown as Services, actor: olga };
    return (await runIntent(contentIntents, editor, { ...request })) as ContentResult;
  };
  const edit = { block: headerMenu.name, base: null, seen: null } as const;
  const values = (entryLabel: string, isBelow = true) => ({
    entryLabel,
    leadsTo: "/contact",
    entryPlace: isBelow ? "Below the entry before it" : "In the menu",
  });
  const labels = async () => (await content.onSite(headerMenu)).map((entry) => entry.entryLabel);
  const idOf = async (label: string) =>
    (await listForEditing(content, olga, headerMenu)).find((entry) => entry.label === label)?._id ??
    "";
  const add = async (label: string, above: string) =>
    carryOut({
      intent: "publish",
      ...edit,
      id: null,
      values: values(label),
      parent: await idOf(above),
    });
  const withDrafts = async () =>
    (await listForEditing(content, olga, headerMenu)).map(({ label }) => label);
  const drafted = async () =>
    (await listForEditing(content, olga, headerMenu)).flatMap(({ label, draft }) =>
      draft === null ? [] : label,
    );

  test("is published after those that are there, with one request and one undo", async () => {
    const before = await labels();
    await add("Leeds", "Services");
    const { undo } = await add("York", "Services");
    expect((await labels()).slice(0, 5)).toEqual(["Home", "Services", "Leeds", "York", "About Us"]);
    expect(await drafted()).toEqual([]);
    if (undo === undefined) throw new Error("The change cannot be undone.");
    await carryOut(undo);
    await carryOut({ intent: "delete", block: headerMenu.name, id: await idOf("Leeds") });
    expect(await labels()).toEqual(before);
  });

  test("moves to another entry and back out of it later, and an undo leaves no draft", async () => {
    await add("Leeds", "Services");
    await add("York", "Services");
    const before = await labels();
    const id = await idOf("Leeds");
    const moved = await carryOut({
      intent: "publish",
      ...edit,
      id,
      values: values("Leeds"),
      parent: await idOf("Pricing"),
    });
    expect((await labels()).slice(1, 6)).toEqual([
      "Services",
      "York",
      "About Us",
      "Pricing",
      "Leeds",
    ]);
    if (moved.undo === undefined) throw new Error("The change cannot be undone.");
    await carryOut(moved.undo);
    expect(await labels()).toEqual(before);
    expect(await drafted()).toEqual([]);

    // Out of the entries below Services, without taking York along.
    const out = values("Leeds", false);
    await carryOut({ intent: "publish", ...edit, id, values: out, parent: null });
    expect((await labels()).slice(1, 5)).toEqual(["Services", "York", "Leeds", "About Us"]);
  });

  test("stays where visitors see it while the new place is a draft", async () => {
    const before = await labels();
    const parent = await idOf("Services");
    const id = await idOf("Free check");
    const texts = values("Free check");
    await carryOut({ intent: "draft", ...edit, id, values: texts, parent });
    expect(await labels()).toEqual(before);
    expect((await withDrafts()).slice(1, 4)).toEqual(["Services", "Free check", "About Us"]);
    await carryOut({ intent: "draft", ...edit, id: null, values: values("York"), parent });
    expect((await withDrafts()).slice(1, 4)).toEqual(["Services", "Free check", "York"]);
    expect(await labels()).toEqual(before);
  });

  test("is refused below an entry that is below another, and with entries below itself", async () => {
    await add("Leeds", "Services");
    const before = await labels();
    const refused = await add("York", "Leeds");
    expect(refused).toMatchObject({
      data: { notice: expect.stringContaining("Choose another place.") },
    });
    const id = await idOf("Services");
    const parent = await idOf("Pricing");
    const both = await carryOut({
      intent: "publish",
      ...edit,
      id,
      values: values("Services"),
      parent,
    });
    expect(both).toMatchObject({
      data: { notice: expect.stringContaining("Move those first.") },
    });
    expect(await labels()).toEqual(before);
  });
});
