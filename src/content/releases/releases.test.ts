import { beforeEach, expect, test } from "vitest";
import type { Actor } from "#policy/actor.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  refusal,
  services,
} from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { releasesOf } from "../../../tests/support/releases.ts";
import { publishDraft } from "../drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "../drafts/save-draft.ts";
import { withdrawRecord } from "../drafts/withdraw-record.ts";
import { listHistory } from "../history/history.ts";
import { restoreFromTrash } from "../history/trash.ts";
import type { Block } from "../model/define.ts";
import { deleteRecord, updateRecord } from "../records/save-block.ts";
import {
  addToRelease,
  cancelRelease,
  changeReleaseTime,
  planRelease,
  releaseNow,
  removeFromRelease,
} from "./plan-release.ts";
import {
  findReleaseOf,
  pageOfReleases,
  readRelease,
  recordsInOpenReleases,
} from "./read-releases.ts";
import { leasedReleases } from "./release-tables.server.ts";
import { runClaimed } from "./run-releases.server.ts";

const person = (name: string): Actor => ({
  kind: "staff",
  role: name === "wim" ? "Writer" : "Editor",
  accountId: `account-${name}`,
  email: `${name}@example.com`,
});
const [piet, wim] = [person("piet"), person("wim")];

describeOnEachDatabase("A release", (openDatabase) => {
  let site: Awaited<ReturnType<typeof open>>;
  async function open() {
    const content = await openContent(await openDatabase());
    return { ...content, ...releasesOf(content) };
  }
  beforeEach(async () => {
    site = await open();
  });

  const draft = async (block: Block, values: Record<string, string>, actor: Actor = olga) => {
    const { _id } = await site.first(block);
    await saveDraft(site, actor, block, _id, { values });
    return _id;
  };
  const plan = (minutes: number, recordId?: string, kind = "publish", actor: Actor = piet) =>
    planRelease(
      site,
      actor,
      { name: "Spring", ...site.inMinutes(minutes) },
      recordId === undefined ? undefined : { recordId, kind },
    );
  const heading = async () => (await site.onSite(banner))[0]?.bannerHeading;
  const stateOf = async (id: string) => (await readRelease(site, olga, id)).state;

  test("publishes its drafts when it is due, in the name of the person who planned it", async () => {
    const before = await heading();
    const [one, other] = [
      await draft(banner, { bannerHeading: "Sown" }),
      await draft(plans, { packagePrice: "159" }),
    ];
    const { id, state, author } = await plan(60, one);
    expect([state, author]).toEqual(["planned", "piet@example.com"]);
    await addToRelease(site, piet, id, { recordId: other, kind: "publish" });
    await site.pass(58);
    expect(await heading()).toBe(before);
    await site.pass(2);
    expect(await heading()).toBe("Sown");
    expect((await site.onSite(plans))[0]?.packagePrice).toBe("159");
    const done = await readRelease(site, olga, id);
    expect(done.state).toBe("done");
    expect(done.entries.map(({ result }) => result)).toEqual(["published", "published"]);
    const [last] = await listHistory(site, olga, { recordId: one });
    expect(last).toMatchObject({ action: "published", author: "piet@example.com" });
    expect(site.told).toEqual([]);
  });

  test("publishes what was saved after it was planned", async () => {
    const id = await draft(banner, { bannerHeading: "Swon" });
    await plan(60, id);
    await draft(banner, { bannerHeading: "Sown" });
    await site.pass(61);
    expect(await heading()).toBe("Sown");
  });

  test("that was due while the machine was off is carried out at the next start", async () => {
    await plan(60, await draft(banner, { bannerHeading: "Sown" }));
    await site.pass(60 * 24 * 30);
    expect(await heading()).toBe("Sown");
  });

  test("changes nothing when one of its drafts has become invalid, tells why, and can be tried again", async () => {
    const before = await heading();
    const one = await draft(banner, { bannerHeading: "Sown" });
    const other = await draft(plans, { packagePrice: "159" });
    const { id } = await plan(60, one);
    await addToRelease(site, piet, id, { recordId: other, kind: "publish" });
    await draft(plans, { packagePrice: "cheap", packageName: "" });
    await site.pass(61);
    expect(await heading()).toBe(before);
    const refused = await readRelease(site, olga, id);
    expect(refused.state).toBe("refused");
    expect(refused.faults.map(({ recordId, field }) => [recordId, field]).toSorted()).toEqual(
      [
        [other, "packageName"],
        [other, "packagePrice"],
      ].toSorted(),
    );
    expect(refused.entries.find(({ recordId }) => recordId === other)?.faults).toHaveLength(2);
    expect(site.told).toMatchObject([{ id, name: "Spring", accountId: "account-piet" }]);
    expect(site.told[0]?.faults[0]?.message).toContain("Pricing");
    // It waits for a person and does not try by itself.
    await site.pass(60 * 24);
    expect(site.told).toHaveLength(1);
    expect((await releaseNow(site, olga, id)).state).toBe("refused");
    expect(site.told).toHaveLength(1);
    await draft(plans, { packagePrice: "169", packageName: "Basic" });
    expect((await releaseNow(site, olga, id)).state).toBe("done");
    expect(await heading()).toBe("Sown");
    expect((await site.onSite(plans))[0]?.packagePrice).toBe("169");
  });

  test("is refused when the person who planned it may no longer publish, until another one sets a time", async () => {
    const { id } = await plan(60, await draft(banner, { bannerHeading: "Sown" }));
    site.team.set("piet@example.com", "Writer");
    await site.pass(61);
    expect(await heading()).not.toBe("Sown");
    expect(site.told[0]?.faults[0]?.message).toContain("piet@example.com");
    await changeReleaseTime(site, olga, id, site.inMinutes(10));
    await site.pass(11);
    expect(await heading()).toBe("Sown");
  });

  test("does not publish what somebody without the right to publish wrote after it was planned", async () => {
    const { id } = await plan(60, await draft(banner, { bannerHeading: "Sown" }));
    await draft(banner, { bannerHeading: "Mown" }, wim);
    await site.pass(61);
    expect(await stateOf(id)).toBe("refused");
    expect(site.told[0]?.faults[0]?.message).toContain("wim@example.com");
    // Trying again approves the draft as it is.
    expect((await releaseNow(site, olga, id)).state).toBe("done");
    expect(await heading()).toBe("Mown");
  });

  test("publishes what somebody without that right wrote before it was planned", async () => {
    await plan(60, await draft(banner, { bannerHeading: "Mown" }, wim));
    await site.pass(61);
    expect(await heading()).toBe("Mown");
  });

  test("leaves alone what was published, discarded or withdrawn by hand meanwhile", async () => {
    const one = await draft(banner, { bannerHeading: "Sown" });
    const other = await draft(plans, { packagePrice: "159" });
    const { id } = await plan(60, one);
    await addToRelease(site, piet, id, { recordId: other, kind: "publish" });
    const service = await site.first(services);
    await addToRelease(site, piet, id, { recordId: service._id, kind: "withdraw" });
    await publishDraft(site, olga, banner, one);
    await discardDraft(site, olga, plans, other);
    await withdrawRecord(site, olga, services, service._id);
    const { entries } = await readRelease(site, olga, id);
    expect(entries.every(({ note }) => note !== null)).toBe(true);
    await site.pass(61);
    const done = await readRelease(site, olga, id);
    expect(done.state).toBe("done");
    expect(done.entries.map(({ result }) => result)).toEqual(["nothing", "nothing", "nothing"]);
  });

  test("takes records off the site, which keep their texts as drafts and can come back", async () => {
    const { _id, values } = await site.first(services);
    const count = (await site.onSite(services)).length;
    await plan(60, _id, "withdraw");
    await site.pass(61);
    expect(await site.onSite(services)).toHaveLength(count - 1);
    const left = await site.first(services);
    expect(left).toMatchObject({ _id, published: null, values });
    await plan(60, _id, "publish");
    await site.pass(61);
    expect(await site.onSite(services)).toHaveLength(count);
  });

  test("is refused while one of its records is in the trash", async () => {
    const recordId = await draft(plans, { packagePrice: "159" });
    const { id } = await plan(60, recordId);
    await deleteRecord(site, olga, plans, recordId);
    await site.pass(61);
    expect(site.told[0]?.faults[0]?.message).toContain("in the trash");
    await restoreFromTrash(site, olga, recordId);
    expect((await releaseNow(site, piet, id)).state).toBe("done");
  });

  test("is refused when somebody has published another text for a field of its draft", async () => {
    const recordId = await draft(banner, { bannerHeading: "Sown" });
    const { id } = await plan(60, recordId);
    const { published } = await site.first(banner);
    await updateRecord(site, olga, banner, recordId, { ...published, bannerHeading: "Ploughed" });
    await site.pass(61);
    const { state, faults } = await readRelease(site, olga, id);
    expect(state).toBe("refused");
    expect(faults).toMatchObject([{ recordId, field: "bannerHeading" }]);
    expect(await heading()).toBe("Ploughed");
  });

  test("does not take a record that another open release has, and names that release", async () => {
    const recordId = await draft(banner, { bannerHeading: "Sown" });
    const { id } = await plan(60, recordId);
    const second = await planRelease(site, piet, { name: "Summer", ...site.inMinutes(90) });
    const taking = addToRelease(site, piet, second.id, { recordId, kind: "publish" });
    const { code, message } = await refusal(taking);
    expect([code, message]).toEqual(["conflict", expect.stringContaining("“Spring”")]);
    // At the same moment, too: only one of two can have it.
    await removeFromRelease(site, piet, id, recordId);
    const both = await Promise.allSettled(
      [id, second.id].map((each) => addToRelease(site, piet, each, { recordId, kind: "publish" })),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const holder = await findReleaseOf(site, olga, recordId);
    await cancelRelease(site, piet, holder?.id ?? "");
    expect(await findReleaseOf(site, olga, recordId)).toBeNull();
    const other = holder?.id === id ? second.id : id;
    await addToRelease(site, piet, other, { recordId, kind: "publish" });
    const again = changeReleaseTime(site, piet, holder?.id ?? "", site.inMinutes(70));
    expect((await refusal(again)).code).toBe("conflict");
  });

  test("that is cancelled or has lost a record publishes nothing of it", async () => {
    const before = await heading();
    const recordId = await draft(banner, { bannerHeading: "Sown" });
    const { id } = await plan(60, recordId);
    await cancelRelease(site, piet, id);
    await site.pass(61);
    expect(await heading()).toBe(before);
    await changeReleaseTime(site, piet, id, site.inMinutes(60));
    await removeFromRelease(site, piet, id, recordId);
    await site.pass(61);
    expect([await heading(), await stateOf(id)]).toEqual([before, "done"]);
    expect((await refusal(cancelRelease(site, piet, id))).code).toBe("conflict");
    expect((await refusal(changeReleaseTime(site, piet, id, site.inMinutes(9)))).code).toBe(
      "conflict",
    );
  });

  test("gets its new name together with its new time, or neither", async () => {
    const recordId = await draft(banner, { bannerHeading: "Sown" });
    const { id, plannedFor } = await plan(60, recordId);
    const change = (minutes: number) =>
      changeReleaseTime(site, piet, id, { name: "Summer", ...site.inMinutes(minutes) });
    expect((await refusal(change(-5))).code).toBe("invalid");
    expect(await readRelease(site, olga, id)).toMatchObject({ name: "Spring", plannedFor });
    const changed = await change(120);
    expect(changed.name).toBe("Summer");
    expect(changed.plannedFor).toBeGreaterThan(plannedFor);
    expect(await recordsInOpenReleases(site, olga)).toEqual(new Set([recordId]));
    await cancelRelease(site, piet, id);
    expect(await recordsInOpenReleases(site, olga)).toEqual(new Set());
  });

  test("that got another time while a worker had it is carried out at that time only", async () => {
    const before = await heading();
    const { id } = await plan(60, await draft(banner, { bannerHeading: "Sown" }));
    const claim = await leasedReleases.claim(site.database, site.time.now + 60 * 60_000);
    if (claim === undefined) throw new Error("Nothing was due.");
    await changeReleaseTime(site, piet, id, site.inMinutes(120));
    expect(await runClaimed(site, claim, { isTold: true })).toEqual([]);
    expect([await heading(), await stateOf(id)]).toEqual([before, "planned"]);
    await site.pass(121);
    expect([await heading(), await stateOf(id)]).toEqual(["Sown", "done"]);
    // A worker whose lease had ended comes too late.
    expect(await runClaimed(site, claim, { isTold: true })).toEqual([]);
  });

  test("has its time in the time zone of the site, also on the days on which clocks change", async () => {
    const timeOf = async (wallTime: string, isLater = false) => {
      const { plannedFor, timeZone } = await planRelease(site, piet, {
        name: "Clocks",
        wallTime,
        isLater,
      });
      expect(timeZone).toBe("Europe/Berlin");
      return new Date(plannedFor).toISOString().slice(0, 16);
    };
    expect(await timeOf("2027-01-10T09:00")).toBe("2027-01-10T08:00");
    expect(await timeOf("2027-03-28T02:30")).toBe("2027-03-28T01:30");
    expect(await timeOf("2027-10-31T02:30")).toBe("2027-10-31T00:30");
    expect(await timeOf("2027-10-31T02:30", true)).toBe("2027-10-31T01:30");
    const passed = await refusal(
      planRelease(site, piet, { name: "Late", wallTime: "2020-01-01T10:00" }),
    );
    expect([passed.code, passed.issues[0]?.path]).toEqual(["invalid", "wallTime"]);
    for (const wallTime of ["2027-02-30T10:00", "soon", 7, undefined]) {
      expect((await refusal(planRelease(site, piet, { name: "Odd", wallTime }))).code).toBe(
        "invalid",
      );
    }
  });

  test("is planned only with drafts that could be published now", async () => {
    const recordId = await draft(plans, { packagePrice: "free" });
    const { code, issues } = await refusal(plan(60, recordId));
    expect([code, issues[0]?.path]).toEqual(["invalid", "packagePrice"]);
    const nothing = await refusal(plan(60, (await site.first(banner))._id));
    expect([nothing.code, nothing.message]).toEqual([
      "conflict",
      expect.stringContaining("no draft"),
    ]);
    const page = await pageOfReleases(site, olga, {
      state: "",
      sort: "newest",
      page: 1,
      pageSize: 9,
    });
    expect(page.items).toEqual([]);
  });

  test("is planned and changed only by people who may publish, and read by people who may edit", async () => {
    const recordId = await draft(banner, { bannerHeading: "Sown" });
    const { id } = await plan(60, recordId);
    for (const refused of [
      () => plan(60, undefined, "publish", wim),
      () => addToRelease(site, wim, id, { recordId, kind: "publish" }),
      () => removeFromRelease(site, wim, id, recordId),
      () => changeReleaseTime(site, wim, id, site.inMinutes(5)),
      () => cancelRelease(site, wim, id),
      () => releaseNow(site, wim, id),
    ]) {
      expect((await refusal(refused())).code).toBe("forbidden");
    }
    expect((await readRelease(site, wim, id)).entries).toHaveLength(1);
    expect((await refusal(readRelease(site, { kind: "visitor" }, id))).code).toBe(
      "unauthenticated",
    );
    expect((await refusal(readRelease(site, olga, "unknown"))).code).toBe("not-found");
  });
});
