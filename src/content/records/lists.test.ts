import { beforeEach, expect, test } from "vitest";
import {
  banner,
  olga,
  openContent,
  piet,
  plans,
  refusal,
  services,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { listForEditing } from "../drafts/editable-record.ts";
import { publishAllDrafts, publishDraft } from "../drafts/publish-draft.ts";
import { discardDraft, listDrafts, saveDraft } from "../drafts/save-draft.ts";
import { listHistory } from "../history/history.ts";
import { undoChanges } from "../history/restore-revision.ts";
import { listTrash, restoreFromTrash } from "../history/trash.ts";
import { duplicateRecord, moveRecord } from "./move-record.ts";
import { createRecord, deleteRecord } from "./save-block.ts";

describeOnEachDatabase("A list", (openDatabase) => {
  let content: TestContent;
  let ids: string[];
  beforeEach(async () => {
    content = await openContent(await openDatabase());
    const [seed] = services.seed;
    while ((await order()).length < 7) await createRecord(content, olga, services, seed);
    ids = await order();
  });

  const idOf = ({ _id }: { _id: string }) => _id;
  const order = async () => (await content.onSite(services)).map(idOf);
  const move = (id: string, before: string | null, actor = olga) =>
    moveRecord(content, actor, services, id, { before });
  const at = (index: number) => ids[index] ?? "";

  test("is reordered by moving a record before another record or to the end", async () => {
    const [a, b, c, ...rest] = ids;
    await move(at(2), at(0));
    expect(await order()).toEqual([c, a, b, ...rest]);
    await move(at(0), null);
    expect(await order()).toEqual([c, b, ...rest, a]);
    await move(at(0), at(1));
    expect(await order()).toEqual([c, a, b, ...rest]);
    const moves = await listHistory(content, olga, { recordId: at(0) });
    expect(moves.filter(({ action }) => action === "moved")).toHaveLength(2);
    // Moving a record does not change its texts, so the record is still demonstration content.
    expect((await listForEditing(content, olga, services))[1]?.isDemonstration).toBe(true);
  });

  test("stays unchanged when a record is moved to its present place or before an unknown record", async () => {
    const { revision } = await content.first(services);
    await move(at(0), at(0));
    await move(at(0), at(1));
    await move(at(6), null);
    expect(await order()).toEqual(ids);
    expect((await content.first(services)).revision).toBe(revision);
    const [plan] = await content.onSite(plans);
    for (const [id, before] of [
      [at(0), "nobody"],
      ["nobody", at(0)],
      [at(0), plan?._id ?? ""],
    ] as const) {
      expect((await refusal(move(id, before))).code).toBe("not-found");
    }
    const nowhere = moveRecord(content, olga, services, at(0), { before: 3 });
    expect((await refusal(nowhere)).code).toBe("invalid");
    expect(await order()).toEqual(ids);
  });

  test("contains every record once, each at a different position, after simultaneous moves", async () => {
    const before = new Map(ids.map((id, index) => [id, ids[(index * 3 + 2) % 7] ?? null]));
    await Promise.all(
      ids.flatMap((id) => [move(id, before.get(id) ?? null), move(id, null, piet)]),
    );
    expect((await order()).toSorted()).toEqual(ids.toSorted());
    const positions = await content.database.read
      .selectFrom("content_records")
      .select("position")
      .where("block", "=", services.name)
      .execute();
    expect(new Set(positions.map(({ position }) => position)).size).toBe(7);
  });

  test("is reordered in a draft first, and on the site when the draft is published", async () => {
    const inDraft = async () => (await listForEditing(content, olga, services)).map(idOf);
    const moveDraft = (id: string, before: string | null) =>
      moveRecord(content, olga, services, id, { before, draft: true });
    const [a, b, c, ...rest] = ids;
    const moved = await moveDraft(at(2), at(0));
    expect(moved.draft).toMatchObject({ fields: [], isMoved: true, author: "olga@example.com" });
    expect(await inDraft()).toEqual([c, a, b, ...rest]);
    expect(await order()).toEqual(ids);
    expect((await listDrafts(content, olga)).map(idOf)).toEqual([c]);

    // Moving the records back to their published places leaves no draft.
    await moveDraft(at(1), at(0));
    await moveDraft(at(1), at(2));
    await moveDraft(at(2), at(0));
    expect(await inDraft()).toEqual([b, c, a, ...rest]);
    await moveDraft(at(1), null);
    await moveDraft(at(1), rest[0] ?? null);
    await moveDraft(at(2), rest[0] ?? null);
    await moveDraft(at(0), at(1));
    expect(await inDraft()).toEqual(ids);
    expect(await listDrafts(content, olga)).toEqual([]);

    await moveDraft(at(0), null);
    await moveDraft(at(1), null);
    const changes = await publishAllDrafts(content, olga);
    expect(await order()).toEqual([c, ...rest, a, b]);
    expect(await inDraft()).toEqual([c, ...rest, a, b]);
    expect(await listDrafts(content, olga)).toEqual([]);
    const undone = await undoChanges(content, olga, changes);
    expect(undone.map(({ draft }) => draft?.isMoved)).toEqual([true, true]);
    expect(await order()).toEqual(ids);
    expect(await inDraft()).toEqual([c, ...rest, a, b]);
    const again = await refusal(undoChanges(content, olga, changes));
    expect(again.code).toBe("conflict");
  });

  test("returns to its published order when a draft with a move is discarded, and an undo restores the draft's order", async () => {
    const inDraft = async () => (await listForEditing(content, olga, services)).map(idOf);
    await moveRecord(content, olga, services, at(3), { before: at(0), draft: true });
    await saveDraft(content, olga, services, at(3), { values: { serviceTitle: "Weeding" } });
    const moved = await inDraft();
    const { record, change } = await discardDraft(content, olga, services, at(3));
    expect(record.draft).toBeNull();
    expect(await inDraft()).toEqual(ids);
    await undoChanges(content, olga, change === null ? [] : [change]);
    expect(await inDraft()).toEqual(moved);
    expect((await listDrafts(content, olga))[0]).toMatchObject({
      label: "Weeding",
      draft: { fields: ["serviceTitle"], isMoved: true },
    });
    await publishDraft(content, olga, services, at(3));
    expect(await order()).toEqual(moved);
    // A move on the site discards an earlier move in the draft.
    await moveRecord(content, olga, services, at(3), { before: null, draft: true });
    await move(at(3), at(1));
    expect(await inDraft()).toEqual(await order());
  });

  test("gets a copy of a record right after the original, as a draft", async () => {
    await saveDraft(content, olga, services, at(1), { values: { serviceTitle: "Weeding" } });
    const copy = await duplicateRecord(content, piet, services, at(1));
    expect(copy).toMatchObject({
      published: null,
      label: "Weeding",
      draft: { author: expect.stringMatching(/piet/) },
    });
    const edited = (await listForEditing(content, olga, services)).map(({ _id }) => _id);
    expect(edited).toEqual([at(0), at(1), copy._id, ...ids.slice(2)]);
    expect(await order()).toEqual(ids);
    await publishDraft(content, olga, services, copy._id);
    expect(await order()).toEqual(edited);
    const last = await duplicateRecord(content, olga, services, at(6));
    expect((await listForEditing(content, olga, services)).at(-1)).toEqual(last);
    const [entry] = await listHistory(content, olga, { recordId: last._id });
    expect(entry?.action).toBe("duplicated");
    const only = await content.first(banner);
    const refused = await refusal(duplicateRecord(content, olga, banner, only._id));
    expect(refused.code).toBe("conflict");
  });
});

describeOnEachDatabase("The trash", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  test("restores a record to its place in the list, with its draft", async () => {
    const before = await content.onSite(plans);
    const id = before[1]?._id ?? "";
    await saveDraft(content, olga, plans, id, { values: { packagePrice: "1" } });
    await deleteRecord(content, piet, plans, id);
    expect(await content.onSite(plans)).toEqual([before[0], before[2]]);
    const [trashed] = await listTrash(content, olga);
    expect(trashed).toMatchObject({
      _id: id,
      block: plans.name,
      label: "Standard",
      deletedBy: "piet@example.com",
      deletedAt: new Date(content.time.now).toISOString(),
    });
    const restored = await restoreFromTrash(content, olga, id);
    expect(restored.draft?.fields).toEqual(["packagePrice"]);
    expect(await content.onSite(plans)).toEqual(before);
    expect(await listTrash(content, olga)).toEqual([]);
    expect((await refusal(restoreFromTrash(content, olga, id))).code).toBe("not-found");
  });

  test("refuses to restore a singleton's record while the singleton has another record", async () => {
    const { _id, published } = await content.first(banner);
    await deleteRecord(content, olga, banner, _id);
    const other = await createRecord(content, olga, banner, published);
    const refused = await refusal(restoreFromTrash(content, olga, _id));
    expect(refused.code).toBe("conflict");
    expect(refused.message).toMatch(/^Banner can have only one item/);
    await deleteRecord(content, olga, banner, other._id);
    await restoreFromTrash(content, olga, _id);
    expect(await content.onSite(banner)).toEqual([{ _id, ...published }]);
  });
});
