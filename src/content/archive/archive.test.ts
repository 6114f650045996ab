import { beforeEach, expect, test } from "vitest";
import { type Actor, visitor } from "#policy/actor.ts";
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
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { terms } from "../blocks/legal-pages.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { listHistory } from "../history/history.ts";
import { listTrash } from "../history/trash.ts";
import { readSiteContent } from "../records/content-store.server.ts";
import { moveRecord } from "../records/move-record.ts";
import { deleteRecord, updateRecord } from "../records/save-block.ts";
import type { Attachment, AttachmentStore } from "./content-archive.ts";
import { exportContent } from "./export-content.ts";
import { importContent } from "./import-content.ts";

type Deps = TestContent & { attachments: AttachmentStore };

async function exported(deps: Deps): Promise<string> {
  return (await Array.fromAsync(await exportContent(deps, olga))).join("");
}

function imported(deps: Deps, text: string, { dryRun = false, actor = olga } = {}) {
  return importContent(deps, actor, pieces(text), { dryRun });
}

/** Splits the file into chunks. Some characters are split between two chunks. */
async function* pieces(text: string, size = 1013): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

const linesOf = (text: string) => text.trimEnd().split("\n");

describeStore("The content archive", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
    const ids = (await content.onSite(services)).map(({ _id }) => _id);
    await moveRecord(content, olga, services, ids[0] ?? "", { before: null });
    const { _id, published } = await content.first(banner);
    await updateRecord(content, olga, banner, _id, { ...published, bannerHeading: "Gräs & 麦" });
    await saveDraft(content, olga, banner, _id, { values: { buttonText: "Sow" } });
    await saveDraft(content, olga, plans, null, { values: { packagePrice: "9" } });
  });

  async function everything(of: TestContent) {
    return {
      site: await readSiteContent(of.database.read),
      preview: await readSiteContent(of.database.read, { withDrafts: true }),
    };
  }

  test("gives another installation the same records with the same ids, in the same order", async () => {
    const file = await exported(content);
    const other = await openContent(await openDatabase());
    await imported(other, file);
    expect(await everything(other)).toEqual(await everything(content));
    expect(await exported(other)).toBe(file);
  });

  test("restores records that were deleted after the export", async () => {
    const file = await exported(content);
    const before = await everything(content);
    for (const block of [banner, plans, services]) {
      for (const { _id } of await content.onSite(block)) {
        await deleteRecord(content, olga, block, _id);
      }
    }
    await imported(content, file, { actor: piet });
    expect(await everything(content)).toEqual(before);
    expect(await exported(content)).toBe(file);
    const [entry] = await listHistory(content, olga, { block: services.name });
    expect(entry).toMatchObject({ action: "undeleted", author: "piet@example.com" });
  });

  test("of an older version keeps the note at the beginning of a legal text from visitors", async () => {
    const { values } = await content.first(terms);
    const older = linesOf(await exported(content)).map((line) => {
      const record = JSON.parse(line);
      if (record.block !== terms.name) return line;
      const { ownerNote, legalText, ...others } = record.values;
      const text = `Note to the owner: ${ownerNote}\n\n${legalText}`;
      return JSON.stringify({ ...record, values: { ...others, legalText: text } });
    });
    await imported(content, `${older.join("\n")}\n`);
    expect((await content.first(terms)).published).toEqual(values);
  });

  test("changes nothing when it equals the content of the site", async () => {
    const [newest] = await listHistory(content, olga, { limit: 1 });
    const report = await imported(content, await exported(content));
    expect(report).toEqual({ dryRun: false, blocks: [], attachments: 0 });
    expect(await listHistory(content, olga, { limit: 1 })).toEqual([newest]);
  });

  test("reports in a dry run exactly the changes that an import makes, and changes nothing", async () => {
    const file = await exported(content);
    const [first, second, ...others] = await content.onSite(plans);
    await deleteRecord(content, olga, plans, first?._id ?? "");
    const added = await saveDraft(content, olga, plans, null, { values: { packagePrice: "1" } });
    const { _id: changed, packagePrice: _price, ...rest } = { packagePrice: "", ...second };
    await updateRecord(content, olga, plans, changed ?? "", { ...rest, packagePrice: "77" });
    await moveRecord(content, olga, plans, changed ?? "", { before: null });
    const before = await everything(content);
    const report = await imported(content, file, { dryRun: true });
    expect(report).toEqual({
      dryRun: true,
      attachments: 0,
      blocks: [
        {
          block: plans.name,
          title: "Pricing",
          added: [{ _id: first?._id, label: "Basic" }],
          changed: [{ _id: changed, label: "Standard" }],
          removed: [{ _id: added._id, label: "Pricing" }],
          reordered: true,
        },
      ],
    });
    expect(others.length).toBeGreaterThan(0);
    expect(await everything(content)).toEqual(before);
    expect(await imported(content, file)).toEqual({ ...report, dryRun: false });
    expect(await exported(content)).toBe(file);
    // The record that the file lacks is in the trash.
    expect((await listTrash(content, olga)).map(({ _id }) => _id)).toEqual([added._id]);
  });

  test("is refused as a whole, without a change, if one line is invalid or missing", async () => {
    const lines = linesOf(await exported(content));
    const before = await everything(content);
    const index = lines.findIndex((line) => line.includes('"pricing-package"'));
    const plan = lines[index] ?? "";
    const bannerLine = lines.find((line) => line.includes('"block":"banner"')) ?? "";
    const id = JSON.parse(plan)._id;
    const withLine = (line: string) => lines.with(index, line);
    const faults: [string, string[], string | RegExp][] = [
      ["an invalid value", withLine(plan.replace('"149"', '"free"')), /Line \d+ .*Price in US/],
      ["an unknown field", withLine(plan.replace("packagePrice", "price")), "Unknown field price"],
      ["an unknown block", withLine(plan.replace("pricing-package", "x")), 'of the kind "x"'],
      ["another kind of value", withLine(plan.replace('"149"', "149")), "must be text"],
      ["an id twice", lines.toSpliced(index, 0, plan), `${id} occurs twice`],
      [
        "two singletons",
        lines.toSpliced(index, 0, bannerLine.replace(/_id":"./, '_id":"x')),
        "only one Banner",
      ],
      ["an id of another block", withLine(plan.replace(id, JSON.parse(bannerLine)._id)), "twice"],
      ["an address as id", withLine(plan.replace(id, "../x")), "does not know its format"],
      ["no JSON", withLine(plan.slice(1)), "it is not JSON"],
      ["a missing line", lines.toSpliced(index, 1), "counts do not match"],
      ["a missing end", lines.slice(0, -1), "incomplete"],
      ["lines behind the end", [...lines, plan], "in the wrong place"],
      ["a missing beginning", lines.slice(1), "in the wrong place"],
      ["a newer version", lines.with(0, '{"kind":"furrow-content","version":2}'), "this version"],
      ["nothing", [], "incomplete"],
    ];
    for (const [nth, [what, text, message]] of faults.entries()) {
      const refused = await refusal(imported(content, text.join("\n"), { dryRun: nth % 2 === 0 }));
      expect([what, refused.code]).toEqual([what, "invalid"]);
      expect(refused.message).toMatch(message);
    }
    expect(await everything(content)).toEqual(before);
  });

  test("can be imported by admins only", async () => {
    const file = await exported(content);
    const by = (actor: Actor) =>
      refusal(importContent(content, actor, pieces(file), { dryRun: true }));
    expect((await by(visitor)).code).toBe("unauthenticated");
    expect((await by(ada)).code).toBe("forbidden");
  });

  test("is refused if a record's id belongs to a deleted record of another block", async () => {
    const file = await exported(content);
    const [plan] = await content.onSite(plans);
    const [service] = await content.onSite(services);
    await deleteRecord(content, olga, services, service?._id ?? "");
    const lines = linesOf(file).filter((line) => !line.includes(service?._id ?? ""));
    const swapped = lines.join("\n").replace(plan?._id ?? "", service?._id ?? "");
    const counted = swapped.replace(/"records":(\d+)/, (_all, n) => `"records":${n - 1}`);
    for (const dryRun of [true, false]) {
      const refused = await refusal(imported(content, counted, { dryRun }));
      expect(refused.message).toMatch(/belongs to another kind of content/);
    }
  });

  test("imports records and attachments together, or neither if one fails", async () => {
    const kept = new Map([["media/a", Buffer.from([0, 255, 10])]]);
    const source = { ...content, attachments: storeOf(kept).store };
    const file = await exported(source);
    const target = storeOf(new Map());
    const deps = { ...(await openContent(await openDatabase())), attachments: target.store };
    expect((await imported(deps, file, { dryRun: true })).attachments).toBe(1);
    expect([target.staged.size, target.adopted.size]).toEqual([0, 0]);
    const before = await everything(deps);
    target.failure = new Error("The disk is full.");
    await expect(imported(deps, file)).rejects.toThrow("The disk is full.");
    expect(await everything(deps)).toEqual(before);
    expect(target.staged.size).toBe(0);
    target.failure = undefined;
    await imported(deps, file);
    expect([...target.adopted]).toEqual([["media/a", Buffer.from([0, 255, 10])]]);
    expect(await exported({ ...deps, attachments: storeOf(target.adopted).store })).toBe(file);
    expect((await refusal(imported(content, file))).message).toMatch(/nowhere to keep media\/a/);
  });
});

function storeOf(kept: ReadonlyMap<string, Buffer>) {
  const state = {
    staged: new Map<string, Buffer>(),
    adopted: new Map<string, Buffer>(),
    failure: undefined as Error | undefined,
  };
  const store: AttachmentStore = {
    async *all(): AsyncGenerator<Attachment> {
      for (const [path, bytes] of kept) yield { path, bytes };
    },
    receive: ({ dryRun }) => ({
      async take({ path, bytes }) {
        if (!dryRun) state.staged.set(path, Buffer.from(bytes));
      },
      complete: () => {},
      async adopt() {
        if (state.failure !== undefined) throw state.failure;
        state.adopted = new Map(state.staged);
      },
      discard: async () => state.staged.clear(),
    }),
  };
  return Object.assign(state, { store });
}
