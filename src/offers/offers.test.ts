import { describe, expect, test } from "vitest";
import { addOns } from "#content/blocks/add-ons.ts";
import { emailTemplates } from "#content/emails/email-templates.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { cyclePricesOf } from "#orders/lines/order-lines.ts";
import { actorOfLink } from "#orders/links/open-link.ts";
import { withdrawOrderPlaced } from "#orders/placing/order-placed-email.server.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { actorWithRole, system, visitor } from "#policy/actor.ts";
import { describeOnEachDatabase, describeStore } from "../../tests/support/databases/databases.ts";
import { openOffers } from "../../tests/support/orders/offers.ts";
import { ada, owner } from "../../tests/support/orders/shop.ts";
import { expectRefused } from "../../tests/support/refusals.ts";
import { onlyOrders, onlyPayments } from "../../tests/support/rights/companies.ts";
import { openAcceptedOrder } from "./accept-offer.ts";
import { dateOffers } from "./date-offers.server.ts";
import {
  changeOffer,
  makeOffer,
  makeOfferLink,
  reopenOffer,
  sendOffer,
  withdrawOffer,
} from "./manage-offers.ts";
import { differencesBetween, offeredTo } from "./offer.ts";
import { enterOfferCode, sendOfferCode } from "./offer-code.ts";
import {
  noteSeenVersion,
  openOffer,
  previewOffer,
  readOfferLink,
  readOpenOffer,
} from "./open-offer.ts";
import { personalOffers } from "./personal-offers.server.ts";
import { pageOfOffers, readOffer } from "./read-offers.ts";

const manager = actorWithRole("Manager", { accountId: "m", email: "manager@example.com" });
const worker = actorWithRole("Worker", { accountId: "w", email: "worker@example.com" });
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const email = "zoe@example.com";

describeStore("An offer", (openDatabase) => {
  const openAll = async () => openOffers(await openDatabase());

  test("is a plan at its own price with add-ons, whose copies stay when they change", async () => {
    const all = await openAll();
    const { deps, make, changing, extraId } = all;
    const addOnIds = [
      { id: extraId("A call with your team"), quantity: 2 },
      { id: extraId("A translation") },
    ];
    const { id, priceCents } = await make({ addOns: addOnIds });
    expect(priceCents).toBe(24_900 + 18_000 + 4550);
    const { content } = await readOffer(deps, owner, id);
    expect(
      content.lines.map(({ kind, quantity, unitCents }) => [kind, quantity, unitCents]),
    ).toEqual([
      ["plan", 1, 29_900],
      ["add-on", 2, 9000],
      ["add-on", 1, 4550],
      ["discount", 1, -5000],
    ]);
    expect(content).toMatchObject({ title: "Standard", workingDays: 15, includedRounds: 2 });
    expect(content.points).toContain("30 searches chosen and tracked");
    expect(content.points).toContain("A call of one hour × 2");
    await deps.database.write((tx) => tx.deleteFrom("content_history").execute());
    await deps.database.write((tx) =>
      tx
        .deleteFrom("content_records")
        .where("block", "in", [addOns.name, "pricing-package"])
        .execute(),
    );
    const change = { ...changing, version: 1, price: "279", addOns: addOnIds };
    const changed = await changeOffer(deps, owner, id, change);
    expect(changed).toMatchObject({ version: 2, title: "Standard", priceCents: 27_900 + 22_550 });
  });

  test("takes the points of an add-on along when the add-on goes, and has those of a kept one once", async () => {
    const { deps, make, changing, extraId } = await openAll();
    const [call, translation] = [extraId("A call with your team"), extraId("A translation")];
    const { id } = await make({ addOns: [{ id: call }, { id: translation }] });
    const pointsOf = async () => (await readOffer(deps, owner, id)).content.points;
    const own = (await pointsOf()).filter((point) => !point.endsWith("A call of one hour"));
    const { points: _, ...rest } = { ...changing, version: 1 };
    const change = (changes: object) => changeOffer(deps, owner, id, { ...rest, ...changes });
    await change({ addOns: [{ id: call, quantity: 2 }] });
    expect(await pointsOf()).toEqual([...own, "A call of one hour × 2"]);
    // The points are copies, like the price.
    await deps.database.write((tx) =>
      tx.deleteFrom("content_records").where("block", "=", addOns.name).execute(),
    );
    await change({ version: 2, addOns: [{ id: call, quantity: 3 }], note: "More" });
    expect(await pointsOf()).toEqual([...own, "A call of one hour × 3"]);
    await change({ version: 3, note: "None" });
    expect(await pointsOf()).toEqual(own);
    await change({ version: 4, points: ["One talk"] });
    expect(await pointsOf()).toEqual(["One talk"]);
  });

  test("leaves no address, name or note of the customer in the audit log, which stays for ever", async () => {
    const { deps, make, changing } = await openAll();
    const { id } = await make({ note: "For Zoe's bakery", points: ["A talk with Zoe"] });
    const change = { ...changing, version: 1, price: "239", note: "Zoe has called", sends: true };
    await changeOffer(deps, owner, id, change);
    await makeOfferLink(deps, owner, id);
    await withdrawOffer(deps, owner, id);
    const entries = await deps.database.read
      .selectFrom("audit_log")
      .select(["action", "label", "before_json", "after_json"])
      .where("subject", "=", "offer")
      .execute();
    const actions = entries.map(({ action }) => action).sort();
    expect(actions).toEqual([
      "Change offer",
      "Copy link of offer",
      "Make offer",
      "Send offer",
      "Send offer",
      "Withdraw offer",
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/zoe/i);
  });

  test("of something else has a price of its own, also nothing, and says what is missing", async () => {
    const { make } = await openAll();
    const free = { packageId: "", price: "0", title: "A talk" };
    expect(await make(free)).toMatchObject({ title: "A talk", priceCents: 0 });
    await expect(make({ ...free, title: "  " })).rejects.toMatchObject({
      issues: [{ path: "title" }],
    });
    await expect(make({ ...free, price: undefined })).rejects.toMatchObject({
      issues: [{ path: "price" }],
    });
    await expect(make({ lastDay: "2026-11-19" })).rejects.toMatchObject({
      issues: [{ path: "lastDay" }],
    });
    await expect(make({ packageId: "gone" })).rejects.toMatchObject({
      issues: [{ path: "packageId" }],
    });
    await expect(make({ email: "" })).rejects.toMatchObject({ issues: [{ path: "email" }] });
    await expect(make({ accountId: "nobody", email: "" })).rejects.toMatchObject({
      issues: [{ path: "accountId" }],
    });
  });

  test("is refused with everything that is wrong at once", async () => {
    const { make } = await openAll();
    const refused = await make({
      email: "",
      packageId: "",
      price: "x",
      payDays: Number.NaN,
    }).catch((error) => error);
    expect(refused.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      "email",
      "payDays",
      "price",
      "title",
    ]);
  });

  test("is made only with the right, and a discount only with its own", async () => {
    const { deps, make, giveRole } = await openAll();
    for (const [code, actor] of [
      ["unauthenticated", visitor],
      ["forbidden", ada],
      ["forbidden", worker],
    ] as const) {
      await expectRefused(code, make({}, actor));
      await expectRefused(code, pageOfOffers(deps, actor, { page: 1, pageSize: 20 }));
    }
    const reading = { id: "key", name: "Reading", isReadOnly: true };
    await expectRefused("forbidden", make({}, { ...owner, key: reading } as never));
    const { id } = await make({}, manager);
    expect(await readOffer(deps, { ...owner, key: reading } as never, id)).toMatchObject({ id });
    await expectRefused("forbidden", withdrawOffer(deps, worker, id));
    await giveRole("ben@example.com", "Worker");
    await expect(make({ email: "Ben@Example.com" })).rejects.toMatchObject({
      issues: [{ path: "email" }],
    });
  });

  test("is emailed to the customer by name, with the note and its lines", async () => {
    const { make, textsTo } = await openAll();
    await make({ note: "Hello,\nas promised." });
    const [text] = await textsTo(email, "offerMade");
    expect(text).toContain("Here is our offer to you, Zoe Field: Standard for $249.00.");
    expect(text).toContain("Our note:\nHello,\nas promised.\n");
    await make({ email: "nameless@example.com", name: "" });
    const [unnamed] = await textsTo("nameless@example.com", "offerMade");
    expect(unnamed).toContain("Here is our offer to you: Standard for $249.00.");
  });

  test("is made once for an idempotency key", async () => {
    const { deps, form, textsTo } = await openAll();
    const first = await makeOffer(deps, owner, form, "key");
    expect(await makeOffer(deps, owner, form, "key")).toEqual(first);
    await expectRefused("key-reused", makeOffer(deps, owner, { ...form, price: "99" }, "key"));
    expect(await textsTo(email, "offerMade")).toHaveLength(1);
  });

  test("changes only from its newest version, and not without a change", async () => {
    const { deps, make, changing, textsTo } = await openAll();
    const { id } = await make();
    expect(await changeOffer(deps, owner, id, { ...changing, version: 1 })).toMatchObject({
      version: 1,
    });
    await changeOffer(deps, owner, id, { ...changing, version: 1, price: "239", sends: true });
    await expectRefused("conflict", changeOffer(deps, owner, id, { ...changing, version: 1 }));
    expect(await textsTo(email, "offerChanged")).toHaveLength(1);
    await withdrawOffer(deps, owner, id);
    await withdrawOffer(deps, owner, id);
    await expectRefused("conflict", changeOffer(deps, owner, id, { ...changing, version: 2 }));
    await expectRefused("conflict", sendOffer(deps, owner, id));
    await expectRefused("conflict", makeOfferLink(deps, owner, id));
    await expectRefused("forbidden", reopenOffer(deps, worker, id));
    expect(await reopenOffer(deps, owner, id)).toMatchObject({ withdrawnAt: null });
    await reopenOffer(deps, owner, id);
    expect(await readOffer(deps, owner, id)).toMatchObject({ state: "open" });
    await sendOffer(deps, owner, id);
    await withdrawOffer(deps, owner, id);
    const { events, versions } = await readOffer(deps, owner, id);
    expect(events.map(({ kind }) => kind)).toEqual([
      "made",
      "sent",
      "changed",
      "sent",
      "sent",
      "withdrawn",
    ]);
    expect(versions.map(({ content: { lines } }) => lines.at(-1)?.unitCents)).toEqual([
      -5000, -6000,
    ]);
  });

  test("ends by itself at the end of its last day in the zone of the site", async () => {
    const { deps, make, time, open, accept, changing } = await openAll();
    const { id } = await make({ lastDay: "2026-11-20" });
    const secret = await open();
    const stateAt = async (now: number) => {
      time.now = now;
      return (await readOffer(deps, owner, id)).state;
    };
    const end = Date.UTC(2026, 10, 21);
    expect(await stateAt(end - 1)).toBe("open");
    expect(await stateAt(end)).toBe("ended");
    await expectRefused("conflict", accept(secret));
    await deps.database.write((tx) => dateOffers(tx, "America/New_York"));
    expect(await stateAt(end + 5 * 60 * minuteMs - 1)).toBe("open");
    expect(await stateAt(end + 5 * 60 * minuteMs)).toBe("ended");
    await changeOffer(deps, owner, id, { ...changing, version: 1, lastDay: "2026-12-01" });
    expect(await stateAt(end + dayMs)).toBe("open");
  });

  test("is found by words and by its state", async () => {
    const { deps, make, time } = await openAll();
    const zoe = await make();
    const ed = await make({ email: "ed@example.com", name: "Éd O'Hara", lastDay: "2026-11-21" });
    const gone = await make({ email: "lou@example.com", name: "=cmd|' /C calc'!A0" });
    await withdrawOffer(deps, owner, gone.id);
    time.now += 3 * dayMs;
    const found = async (search: object) => {
      const page = await pageOfOffers(deps, manager, { ...search, page: 1, pageSize: 20 });
      return page.items.map(({ id }) => id);
    };
    expect(await found({})).toEqual([gone.id, ed.id, zoe.id]);
    expect(await found({ q: "ed ohara" })).toEqual([]);
    expect(await found({ q: "ED o'h" })).toEqual([ed.id]);
    expect(await found({ q: "%" })).toEqual([gone.id, ed.id, zoe.id]);
    expect(await found({ q: "stand_rd" })).toEqual([]);
    expect(await found({ state: "open" })).toEqual([zoe.id]);
    expect(await found({ state: "ended" })).toEqual([ed.id]);
    expect(await found({ state: "withdrawn" })).toEqual([gone.id]);
    expect(await found({ state: "accepted" })).toEqual([]);
    expect(offeredTo(ed)).toBe("Éd O'Hara");
  });
});

describeStore("The link of an offer", (openDatabase) => {
  const openAll = async () => openOffers(await openDatabase());

  test("changes nothing until somebody presses its button, and opens nothing with another token", async () => {
    const { deps, make, tokenTo, open } = await openAll();
    const { id } = await make();
    const token = await tokenTo(email);
    expect(await readOfferLink(deps, token)).toMatchObject({ email, state: "open" });
    expect((await readOffer(deps, owner, id)).events.map(({ kind }) => kind)).toEqual([
      "made",
      "sent",
    ]);
    await open();
    await open();
    expect((await readOffer(deps, owner, id)).events.map(({ kind }) => kind)).toEqual([
      "made",
      "sent",
      "opened",
    ]);
    for (const wrong of ["", `${token}x`, token.slice(1), "x".repeat(5000)]) {
      await expectRefused("not-found", readOfferLink(deps, wrong));
      await expectRefused("not-found", openOffer(deps, wrong, ""));
      expect(await readOpenOffer(deps, wrong)).toBeUndefined();
    }
    const stored = await deps.database.read.selectFrom("offer_links").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("shows the newest version, with what changed since the browser saw it last", async () => {
    const { deps, make, open, changing } = await openAll();
    const { id } = await make();
    const secret = await open();
    expect(await readOpenOffer(deps, secret)).toMatchObject({ earlier: null, seenVersion: 1 });
    const points = ["A call"];
    await changeOffer(deps, owner, id, {
      ...changing,
      version: 1,
      price: "239",
      points,
      sends: true,
    });
    const shown = await readOpenOffer(deps, secret);
    const changes = differencesBetween(
      shown?.earlier ?? ({} as never),
      shown?.content as never,
      (day) => day,
    );
    expect(changes).toContainEqual({ label: "Price", before: "$249.00", after: "$239.00" });
    expect(changes).toContainEqual({ label: "Now included", before: "", after: "A call" });
    if (shown === undefined) throw new Error("The offer is not open.");
    await noteSeenVersion(deps, shown, 1);
    expect(await readOpenOffer(deps, secret)).toMatchObject({ seenVersion: 2, comparedVersion: 1 });
    const elsewhere = await open(email, "", "offerChanged");
    expect(await readOpenOffer(deps, elsewhere)).toMatchObject({
      seenVersion: 2,
      comparedVersion: 1,
    });
    const again = await open(email, secret, "offerChanged");
    expect(await readOpenOffer(deps, again)).toMatchObject({ comparedVersion: 2, earlier: null });
  });

  test("is previewed by the team as its customer sees it, without being opened", async () => {
    const { deps, make, open, changing } = await openAll();
    const { id } = await make();
    await changeOffer(deps, owner, id, { ...changing, version: 1, price: "239" });
    const preview = await previewOffer(deps, owner, id);
    const events = async () => (await readOffer(deps, owner, id)).events.map(({ kind }) => kind);
    expect(await events()).not.toContain("opened");
    const seen = await readOpenOffer(deps, await open());
    expect(seen).toMatchObject(preview);
    expect(preview.earlier).not.toBeNull();
    await expectRefused("forbidden", previewOffer(deps, worker, id));
    await expectRefused("not-found", previewOffer(deps, owner, newId()));
  });

  test("tells whether its last email waits, was sent or failed", async () => {
    const { deps, make, time } = await openAll();
    const { id } = await make({ sends: false });
    const listed = async () =>
      (await pageOfOffers(deps, owner, { page: 1, pageSize: 20 })).items[0]?.delivery;
    const setState = (state: "sent" | "failed") =>
      deps.database.write((tx) =>
        tx.updateTable("mail_outbox").set({ state }).where("about", "=", id).execute(),
      );
    expect(await listed()).toBe("none");
    await sendOffer(deps, owner, id);
    expect(await listed()).toBe("waiting");
    await setState("sent");
    expect(await listed()).toBe("sent");
    time.now += minuteMs;
    await sendOffer(deps, owner, id);
    const { delivery, events } = await readOffer(deps, owner, id);
    expect(delivery).toBe("waiting");
    expect(events.map((event) => event.delivery)).toEqual(["none", "sent", "waiting"]);
    await setState("failed");
    expect(await listed()).toBe("failed");
  });

  test("is not sent while the owner has switched its email off", async () => {
    const { deps, make } = await openAll();
    const { id } = await make({ sends: false });
    await deps.database.write((tx) =>
      insertRecord(
        tx,
        emailTemplates.offerMade.block,
        { ...emailTemplates.offerMade.block.seed[0], isSent: "Not sent" } as never,
        { actor: system, author: "test", at: 1 },
      ),
    );
    await expect(sendOffer(deps, owner, id)).rejects.toThrow("switched off");
    expect(await readOffer(deps, owner, id)).toMatchObject({ sentAt: null, delivery: "none" });
  });

  test("takes an emailed code, of which five guesses are allowed", async () => {
    const { deps, make, open, codeTo, accept, prove, tokenTo } = await openAll();
    await make();
    const secret = await open();
    await expect(accept(secret)).rejects.toMatchObject({ extra: { codeRequired: true } });
    await sendOfferCode(deps, secret);
    const code = await codeTo(email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let guess = 0; guess < 5; guess++) {
      await expectRefused("invalid", enterOfferCode(deps, secret, wrong));
    }
    await expectRefused("invalid", enterOfferCode(deps, secret, code));
    await sendOfferCode(deps, secret);
    const { secret: other } = await openOffer(deps, await tokenTo(email), "");
    await expectRefused("invalid", enterOfferCode(deps, other, await codeTo(email)));
    await prove(secret);
    await expect(accept(secret)).resolves.toMatchObject({ order: { priceCents: 24_900 } });
  });

  test("limits how often it is opened and how many codes it sends", async () => {
    const all = await openAll();
    await all.make();
    const configuration = { ...all.deps.post.configuration, rateLimitFactor: 1 };
    const deps = { ...all.deps, post: { ...all.deps.post, configuration } };
    const token = await all.tokenTo(email);
    const { secret } = await openOffer(deps, token, "");
    for (let count = 0; count < 6; count++) await sendOfferCode(deps, secret);
    await expectRefused("too-many", sendOfferCode(deps, secret));
    for (let count = 1; count < 120; count++) await openOffer(deps, token, "");
    await expectRefused("too-many", openOffer(deps, token, ""));
    const visits = await deps.database.read.selectFrom("offer_visits").select("id").execute();
    expect(visits).toHaveLength(20);
  });
});

describeOnEachDatabase("Accepting an offer", (openDatabase) => {
  const openAll = async () => openOffers(await openDatabase());
  type All = Awaited<ReturnType<typeof openAll>>;
  const differences = async ({ deps }: All) =>
    (await inSnapshot(deps.database, checkLedger)).differences;
  const orders = ({ deps }: All) => deps.database.read.selectFrom("orders").select("id").execute();

  test("makes one order with its lines, points and terms, and an account without a password", async () => {
    const all = await openAll();
    const { deps, make, open, prove, accept, extraId, access, textsTo } = all;
    const addOnIds = [{ id: extraId("A call with your team"), quantity: 2 }];
    const offer = await make({ addOns: addOnIds, email: "Zoe@Example.com", workingDays: 7 });
    const secret = await open("Zoe@Example.com");
    await prove(secret, "Zoe@Example.com");
    const { order, paySecret } = await accept(secret);
    expect(order).toMatchObject({
      packageName: "Standard",
      priceCents: 24_900 + 18_000,
      workingDays: 7,
      customerEmail: email,
      paymentStatus: "UnPaid",
    });
    expect((await linesOfOrder(deps.database.read, order)).map(({ kind }) => kind)).toEqual([
      "plan",
      "add-on",
      "discount",
    ]);
    const points = await deps.database.read.selectFrom("order_points").select("point").execute();
    expect(points.map(({ point }) => point)).toContain("A call of one hour × 2");
    expect(await actorOfLink(deps, paySecret)).toMatchObject({
      kind: "link",
      purpose: "payment",
      orderId: order.id,
      isProven: true,
    });
    const user = await deps.database.read
      .selectFrom("user")
      .selectAll()
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect(Boolean(user.emailVerified)).toBe(true);
    const passwords = await access.database.read
      .selectFrom("account")
      .select("id")
      .where("userId", "=", user.id)
      .execute();
    expect(passwords).toEqual([]);
    const [placed] = await textsTo(email, "orderPlaced");
    expect(placed).toMatch(
      new RegExp(
        `Choose a password to see the whole order:\\n\\S+/reset\\?first&from=\\S+${order.id}`,
      ),
    );
    const read = await readOffer(deps, owner, offer.id);
    expect(read).toMatchObject({
      state: "accepted",
      order: { number: order.number, isUnpaid: true },
      acceptedVersion: 1,
      payUntil: "2026-12-04",
    });
    expect(read.events.at(-1)).toMatchObject({ kind: "accepted", author: email });
    expect((await accept(secret)).order.id).toBe(order.id);
    expect((await openAcceptedOrder(deps, secret)).order.id).toBe(order.id);
    await expectRefused("conflict", withdrawOffer(deps, owner, offer.id));
    // The email about the unpaid order is not sent any more, and takes no link from the browser.
    await deps.database.write((tx) => withdrawOrderPlaced(tx, order, deps.clock()));
    expect(await actorOfLink(deps, paySecret)).toMatchObject({ orderId: order.id });
    expect(await orders(all)).toHaveLength(1);
    expect(await differences(all)).toEqual([]);
  });

  test("twice at once, by two colleagues, makes one order", async () => {
    const all = await openAll();
    const { make, open, prove, accept, person, join, deps } = all;
    const [zoe, ben] = [await person("zoe"), await person("ben")];
    await join(zoe, ben, { orders: true, payments: true, mayOrder: true });
    const offer = await make({ email: "", companyId: zoe.actor.accountId });
    const secrets = [await open(email), await open("ben@example.com")];
    await prove(secrets[0] ?? "", email);
    await prove(secrets[1] ?? "", "ben@example.com");
    const placed = await Promise.all(
      [...secrets, ...secrets, ...secrets].map((secret) => accept(secret)),
    );
    expect(new Set(placed.map(({ order }) => order.id)).size).toBe(1);
    expect(placed[0]?.order.companyId).toBe(zoe.actor.accountId);
    expect(await orders(all)).toHaveLength(1);
    const { events } = await readOffer(deps, owner, offer.id);
    expect(events.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
    expect(await differences(all)).toEqual([]);
  });

  test("while the team changes or withdraws it, makes an order of a version that was seen", async () => {
    const all = await openAll();
    const { make, open, prove, accept, deps, changing } = all;
    for (let round = 0; round < 6; round++) {
      const offer = await make({ sends: true });
      const secret = await open();
      await prove(secret);
      const [accepted, other] = await Promise.allSettled([
        accept(secret),
        round % 2 === 0
          ? changeOffer(deps, owner, offer.id, { ...changing, version: 1, price: "9" })
          : withdrawOffer(deps, owner, offer.id),
      ]);
      expect([accepted.status, other.status].filter((one) => one === "fulfilled")).toHaveLength(1);
      if (accepted.status === "fulfilled") expect(accepted.value.order.priceCents).toBe(24_900);
      if (accepted.status === "rejected" && round % 2 === 0) {
        expect(accepted.reason).toMatchObject({ code: "conflict", extra: { newVersion: 2 } });
        expect((await accept(secret, 2)).order.priceCents).toBe(900);
      }
    }
    expect(await differences(all)).toEqual([]);
  });

  test("of nothing to pay makes a Paid order", async () => {
    const all = await openAll();
    await all.make({ packageId: "", title: "A talk", price: "0" });
    const secret = await all.open();
    await all.prove(secret);
    const { order } = await all.accept(secret);
    expect(order).toMatchObject({ priceCents: 0, paymentStatus: "Paid" });
    expect(await differences(all)).toEqual([]);
  });

  test("of a plan that is charged again can have its price for the first payments only", async () => {
    const all = await openAll();
    await all.make({ packageId: all.planId("Premium"), price: "399", priceCycles: 3 });
    const secret = await all.open();
    await all.prove(secret);
    const { order } = await all.accept(secret);
    const lines = await linesOfOrder(all.deps.database.read, order);
    expect(cyclePricesOf(lines)).toEqual({
      priceCents: 49_900,
      reductions: [{ cents: 10_000, cycles: 3 }],
    });
    expect(await differences(all)).toEqual([]);
  });

  test("of a plan that is charged again starts a subscription at the offered price", async () => {
    const all = await openAll();
    await all.make({ packageId: all.planId("Premium"), price: "399" });
    const secret = await all.open();
    await all.prove(secret);
    const { order } = await all.accept(secret);
    const subscription = await all.deps.database.read
      .selectFrom("subscriptions")
      .select(["price_cents", "account_id"])
      .executeTakeFirstOrThrow();
    expect(subscription).toEqual({ price_cents: 39_900, account_id: order.accountId });
    expect(await differences(all)).toEqual([]);
  });
});

describeStore("Accepting an offer is refused", (openDatabase) => {
  const openAll = async () => openOffers(await openDatabase());

  test("with faulty details, without the terms, for an old version, and with a price of its own", async () => {
    const { make, open, prove, accept } = await openAll();
    await make();
    const secret = await open();
    await prove(secret);
    await expect(accept(secret, 1, { customerName: "" })).rejects.toMatchObject({
      issues: [{ path: "customerName" }],
    });
    await expect(accept(secret, 1, { terms: undefined })).rejects.toMatchObject({
      issues: [{ path: "terms" }],
    });
    await expect(accept(secret, 2)).rejects.toMatchObject({ extra: { newVersion: 1 } });
    await expectRefused("invalid", accept(secret, 1, { price: "1" }));
    await expect(accept(secret)).resolves.toMatchObject({ order: { priceCents: 24_900 } });
  });

  test("to the team, and to a colleague without the right, with a sentence", async () => {
    const { make, open, prove, accept, person, join, giveRole, deps } = await openAll();
    const [zoe, ben, cem] = [await person("zoe"), await person("ben"), await person("cem")];
    await join(zoe, ben, { orders: true, payments: true, mayOrder: true });
    await join(zoe, cem, onlyPayments);
    await make({ email: "", companyId: zoe.actor.accountId });
    await expect(make({ email: "cem@example.com" })).rejects.toMatchObject({
      issues: [{ path: "email", message: expect.stringContaining("cannot order for") }],
    });
    expect(await open("cem@example.com").catch(() => "no link")).toBe("no link");
    const bens = await open("ben@example.com");
    await prove(bens, "ben@example.com");
    await deps.database.write((tx) =>
      tx
        .updateTable("company_people")
        .set({ payments: 0, orders: onlyOrders.orders ? 1 : 0 })
        .where("account_id", "=", ben.actor.accountId)
        .execute(),
    );
    await expect(accept(bens)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("Nothing was ordered"),
    });
    expect((await readOpenOffer(deps, bens))?.refusal).toContain("see the payments of");
    await make({ email: "dan@example.com" });
    const dans = await open("dan@example.com");
    await prove(dans, "dan@example.com");
    await giveRole("dan@example.com", "Manager");
    await expect(accept(dans)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("on the team"),
    });
    const users = await deps.database.read.selectFrom("user").select("email").execute();
    expect(users.map((user) => user.email)).not.toContain("dan@example.com");
  });

  test("to whoever registered the address before without confirming it", async () => {
    const { make, open, prove, accept, access, deps } = await openAll();
    const { registered } = await import("../../tests/support/rights/access.ts");
    const stranger = await registered(access, email);
    await make();
    const secret = await open();
    await prove(secret);
    const { order } = await accept(secret);
    expect(order.accountId).toBe(stranger.actor.accountId);
    const kept = await deps.database.read
      .selectFrom("account")
      .select("id")
      .where("userId", "=", order.accountId)
      .execute();
    expect(kept).toEqual([]);
    expect(await stranger.now()).toEqual(visitor);
  });
});

describe("The personal data of offers", () => {
  describeStore("of an account", (openDatabase) => {
    const openAll = async () => openOffers(await openDatabase());
    const recordsOf = async (all: Awaited<ReturnType<typeof openAll>>, person: object) => {
      const records = [];
      for await (const chunk of personalOffers.records(all.deps.database.read, person as never)) {
        records.push(...chunk);
      }
      return records;
    };

    test("are in its download, follow its address, and go with it", async () => {
      const all = await openAll();
      const { deps, make, open, prove, accept, person, tokenTo } = all;
      const zoe = await person("zoe");
      const me = { accountId: zoe.actor.accountId, email, emailVerified: true };
      const accepted = await make({ note: "Dear Zoe" });
      const secret = await open();
      await prove(secret);
      const { order } = await accept(secret);
      const waiting = await make();
      expect(await recordsOf(all, me)).toMatchObject([
        { offer: "Standard", order: order.id, note: "Dear Zoe" },
        { offer: "Standard", order: null },
      ]);
      expect(await recordsOf(all, { ...me, accountId: "x", emailVerified: false })).toEqual([]);
      const token = await tokenTo(email);
      await deps.database.write(
        (tx) => personalOffers.readdress?.(tx, me, "new@example.com") ?? Promise.resolve(),
      );
      expect(await readOfferLink(deps, token)).toMatchObject({ email: "new@example.com" });
      const search = { q: "new@example.com", page: 1, pageSize: 20 };
      expect((await pageOfOffers(deps, owner, search)).total).toBe(2);
      const moved = { ...me, email: "new@example.com" };
      await deps.database.write((tx) => personalOffers.forget(tx, moved));
      await expectRefused("not-found", readOfferLink(deps, token));
      await expectRefused("not-found", readOffer(deps, owner, waiting.id));
      const left = await readOffer(deps, owner, accepted.id);
      expect(left).toMatchObject({ email: "", name: "", accountId: null, state: "accepted" });
      expect(JSON.stringify(left)).not.toMatch(/zoe|new@example/i);
      expect(await recordsOf(all, moved)).toEqual([]);
    });
  });
});
