import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readOrderMessages } from "#conversation/messages/read-order-messages.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { mailboxesOf } from "#conversation/news/mailboxes.server.ts";
import { addOrderPassword } from "#conversation/passwords/add-order-password.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { orderReceipt } from "#money/receipts/payments-of-order.ts";
import { moveOrder, undoMove } from "#orders/companies/move-order.ts";
import { findCustomerOrder, findOrder, findRoomOrder } from "#orders/find-order.ts";
import { pageOfOrders } from "#orders/list-orders.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { newId } from "#platform/ids.ts";
import { system } from "#policy/actor.ts";
import { ownMoneyTotals, spentTotalCents } from "#sales/order-totals.ts";
import { orderTimeline } from "#work/timeline/order-timeline.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { orderForm } from "../../../tests/support/orders/shop.ts";
import { countedSums, keptSums } from "../../../tests/support/payments/order-sums.ts";
import { goodPassword } from "../../../tests/support/rights/access.ts";
import {
  manager,
  onlyOrders,
  onlyPayments,
  openCompanies,
} from "../../../tests/support/rights/companies.ts";
import { deleteOwnAccount } from "../accounts/delete-account.ts";
import { insertUserRecord } from "../admins/user-records.ts";
import {
  acceptCompanyInvitation,
  readCompanyInvitation,
  withdrawCompanyInvitation,
} from "./company-invitations.ts";
import { mergeCompanies } from "./merge-companies.ts";
import {
  changeCompanyRights,
  leaveCompany,
  readOwnCompany,
  removePerson,
  renameCompany,
} from "./own-company.ts";

const notFound = { code: "not-found" };
const forbidden = { code: "forbidden" };
const conflict = { code: "conflict" };
const sure = { password: goodPassword, understood: "yes" };

describeOnEachDatabase("The company of a customer", (openDatabase) => {
  test("shows each colleague what their rights allow, and a removed colleague nothing", async () => {
    const { shop, deps, person, now, join, place, pay } = await openCompanies(await openDatabase());
    const [ada, worker, payer] = [await person("ada"), await person("wim"), await person("pia")];
    const order = await place(ada);
    await join(ada, worker, onlyOrders);
    await join(ada, payer, onlyPayments);
    const unpaid = await place(ada);
    await pay(order.id);
    await sendOrderMessage(shop, await now(worker), order.id, { text: "Hello", key: newId() });
    const read = shop.database.read;
    const succeeds = (attempt: Promise<unknown>) =>
      attempt.then(
        () => true,
        () => false,
      );
    /** `src/api/colleague-matrix.test.ts` makes every call about an order. */
    const reached = async (one: typeof ada) => [
      await succeeds(findRoomOrder(read, await now(one), order.id)),
      await succeeds(orderReceipt(shop, await now(one), order.id)),
      await succeeds(startPayment(shop, await now(one), unpaid.id, { again: true })),
    ];

    expect(await reached(ada)).toEqual([true, true, true]);
    expect(await reached(worker)).toEqual([true, false, false]);
    expect(await reached(payer)).toEqual([false, true, true]);
    await expect(ownMoneyTotals(shop, await now(worker))).rejects.toMatchObject(forbidden);
    const kinds = async (one: typeof ada) =>
      (await orderTimeline(shop, await now(one), order.id, "customer")).map(({ kind }) => kind);
    expect(await kinds(worker)).not.toContain("payment");
    expect(await kinds(payer)).toContain("payment");
    for (const one of [worker, payer]) {
      await expect(placeOrder(shop, await now(one), orderForm)).rejects.toMatchObject(forbidden);
      expect((await findCustomerOrder(shop, await now(one), order.id)).id).toBe(order.id);
      const list = { whose: "own", page: 1, pageSize: 5 } as const;
      expect((await pageOfOrders(shop, await now(one), list)).total).toBe(2);
    }

    const stale = await now(worker);
    await removePerson(deps, await now(ada), worker.actor.accountId);
    expect(await reached(worker)).toEqual([false, false, false]);
    await expect(findCustomerOrder(shop, await now(worker), order.id)).rejects.toMatchObject(
      notFound,
    );
    // A request that was authenticated before the removal can no longer write.
    await expect(
      sendOrderMessage(shop, stale, order.id, { text: "Late", key: newId() }),
    ).rejects.toMatchObject(notFound);
    await expect(
      addOrderPassword(shop, stale, order.id, { label: "L", password: "late", key: newId() }),
    ).rejects.toMatchObject(notFound);
    // The messages of the removed person stay.
    const { messages } = await readOrderMessages(shop, await now(ada), order.id);
    expect(messages.some(({ accountId }) => accountId === worker.actor.accountId)).toBe(true);
  });

  test("sends an email about a payment or the room once to each person with the right to see it", async () => {
    const { access, shop, person, join, place, pay } = await openCompanies(await openDatabase());
    const [ada, worker, payer] = [await person("ada"), await person("wim"), await person("pia")];
    await join(ada, worker, onlyOrders);
    await join(ada, payer, onlyPayments);
    const order = await place(ada);
    await pay(order.id);
    const letters = async (name: string) =>
      (await access.lettersTo(`${name}@example.com`)).filter((letter) => letter !== "welcome");
    // The order was paid before the email about the placed order was sent.
    expect((await letters("pia")).at(-1)).toBe("colleaguePaid");
    expect((await letters("ada")).at(-1)).toBe("colleaguePaid");
    expect(await letters("wim")).toEqual(["companyInvitation"]);
    const { id } = order;
    const placed = await findOrder(shop, system, id);
    const mailboxes = await mailboxesOf(shop.database.read, shop.post, placed, "customer");
    expect(
      mailboxes.map(({ address, seesWholeOrder }) => [address, seesWholeOrder]).toSorted(),
    ).toEqual([
      ["ada@example.com", true],
      ["wim@example.com", false],
    ]);
  });

  test("takes over the orders of a person who agrees and joins, and counts these orders in its sums", async () => {
    const { shop, deps, person, now, invite, place, pay } = await openCompanies(
      await openDatabase(),
    );
    const [ada, ben] = [await person("ada"), await person("ben")];
    const [own, others] = [await place(ada), await place(ben)];
    await pay(own.id);
    await pay(others.id);
    await renameCompany(deps, await now(ada), { name: "Long Acre" });
    const token = await invite(ada, "ben@example.com", onlyOrders);
    expect(await readCompanyInvitation(deps, await now(ben), token)).toMatchObject({
      company: "Long Acre",
      move: { kind: "merges", orders: 1 },
    });
    await expect(acceptCompanyInvitation(deps, await now(ben), { token })).rejects.toMatchObject({
      issues: [{ path: "understood" }],
    });
    expect((await findOrder(shop, await now(ben), others.id)).companyName).toBe("");
    await acceptCompanyInvitation(deps, await now(ben), { token, understood: "yes" });
    expect((await findOrder(shop, await now(ada), others.id)).companyName).toBe("Long Acre");
    await expect(findOrder(shop, await now(ben), others.id)).rejects.toMatchObject(notFound);
    expect(await spentTotalCents(shop, await now(ada))).toBe(29_800);
    expect((await ownMoneyTotals(shop, await now(ada))).netCents).toBe(29_800);
    expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
    const texts = await shop.database.read.selectFrom("orders").select("search_words").execute();
    expect(texts.filter(({ search_words }) => search_words.includes("acre"))).toHaveLength(2);
  });

  test("admits a new person who sets a password, and a person with an account who logs in", async () => {
    const { access, deps, person, now, invite } = await openCompanies(await openDatabase());
    const ada = await person("ada");
    const visitor = { kind: "visitor" } as const;
    const token = await invite(ada, "New@example.com", onlyPayments);
    const [mailed = ""] = await access.mailedTokens("New@example.com");
    expect(mailed).toBe(token);
    expect((await readCompanyInvitation(deps, visitor, token)).step).toBe("set-password");
    await expect(
      acceptCompanyInvitation(deps, visitor, { token, password: "12345" }),
    ).rejects.toMatchObject({ issues: [{ path: "password" }] });
    const accept = () =>
      acceptCompanyInvitation(deps, visitor, { token, password: "orchard and hay" });
    const results = await Promise.allSettled([accept(), accept()]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(accept()).rejects.toMatchObject(notFound);
    const company = await readOwnCompany(deps, await now(ada));
    expect(company.people.map(({ email }) => email)).toEqual([
      "ada@example.com",
      "new@example.com",
    ]);

    await person("ben");
    const second = await invite(ada, "ben@example.com", onlyOrders);
    expect((await readCompanyInvitation(deps, visitor, second)).step).toBe("log-in");
    await expect(acceptCompanyInvitation(deps, visitor, { token: second })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(
      acceptCompanyInvitation(deps, await now(ada), { token: second }),
    ).rejects.toMatchObject(conflict);
  });

  test("replaces a person's earlier invitation, and stores only hashes of links, which end after 14 days", async () => {
    const { access, deps, person, now, invite } = await openCompanies(await openDatabase());
    const [ada, ben] = [await person("ada"), await person("ben")];
    const first = await invite(ada, "ben@example.com", onlyOrders);
    const second = await invite(ada, "Ben@example.com", onlyPayments);
    await expect(readCompanyInvitation(deps, await now(ben), first)).rejects.toMatchObject(
      notFound,
    );
    const rows = await access.database.read.selectFrom("company_invitations").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(second);
    const later = { ...deps, clock: () => access.clock() + 14 * 24 * 3600_000 };
    await expect(readCompanyInvitation(later, await now(ben), second)).rejects.toMatchObject(
      notFound,
    );
    expect((await readOwnCompany(later, await now(ada))).invitations).toEqual([]);
    await withdrawCompanyInvitation(deps, await now(ben), rows[0]?.id ?? "");
    expect((await readCompanyInvitation(deps, await now(ben), second)).step).toBe("accept");
    await withdrawCompanyInvitation(deps, await now(ada), rows[0]?.id ?? "");
    await expect(readCompanyInvitation(deps, await now(ben), second)).rejects.toMatchObject(
      notFound,
    );
  });

  test("admits nobody from the team, and lets only people with the right to manage people invite", async () => {
    const { access, deps, person, now, invite, join } = await openCompanies(await openDatabase());
    const [ada, ben, eve] = [await person("ada"), await person("ben"), await person("eve")];
    await access.database.write((tx) => insertUserRecord(tx, "eve@example.com", 1));
    const token = await invite(ada, "eve@example.com", onlyOrders);
    expect((await readCompanyInvitation(deps, await now(eve), token)).move?.kind).toBe("refused");
    await expect(
      acceptCompanyInvitation(deps, await now(eve), { token, understood: "yes" }),
    ).rejects.toMatchObject(conflict);
    await join(ada, ben, onlyOrders);
    await expect(invite(ben, "zoe@example.com", onlyOrders)).rejects.toMatchObject(forbidden);
    await expect(removePerson(deps, await now(ben), ada.actor.accountId)).rejects.toMatchObject(
      forbidden,
    );
    await expect(renameCompany(deps, await now(ben), { name: "Mine" })).rejects.toMatchObject(
      forbidden,
    );
    await expect(
      changeCompanyRights(deps, await now(ben), ben.actor.accountId, manager),
    ).rejects.toMatchObject(forbidden);
  });

  test("always has a person with the right to manage people", async () => {
    const { deps, person, now, join } = await openCompanies(await openDatabase());
    const [ada, ben] = [await person("ada"), await person("ben")];
    await join(ada, ben, onlyOrders);
    const adaId = ada.actor.accountId;
    await expect(leaveCompany(deps, await now(ada))).rejects.toMatchObject(conflict);
    await expect(
      changeCompanyRights(deps, await now(ada), adaId, onlyOrders),
    ).rejects.toMatchObject(conflict);
    await changeCompanyRights(deps, await now(ada), ben.actor.accountId, manager);
    // The two people remove each other at the same time. Only one removal succeeds.
    const [first, second] = [await now(ada), await now(ben)];
    const results = await Promise.allSettled([
      removePerson(deps, first, ben.actor.accountId),
      removePerson(deps, second, adaId),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const sizes = await Promise.all(
      [ada, ben].map(async (one) => (await readOwnCompany(deps, await now(one))).people.length),
    );
    expect(sizes).toEqual([1, 1]);
  });

  test("keeps its orders when its founder leaves and gets a new company", async () => {
    const { shop, deps, person, now, join, place } = await openCompanies(await openDatabase());
    const [ada, ben] = [await person("ada"), await person("ben")];
    const order = await place(ada);
    await join(ada, ben, manager);
    await leaveCompany(deps, await now(ada));
    await expect(findCustomerOrder(shop, await now(ada), order.id)).rejects.toMatchObject(notFound);
    expect((await findOrder(shop, await now(ben), order.id)).accountId).toBe(ada.actor.accountId);
    const fresh = await place(ada);
    await expect(findOrder(shop, await now(ben), fresh.id)).rejects.toMatchObject(notFound);
  });

  test("keeps the orders of a deleted account, and is deleted with its last account", async () => {
    const { access, shop, deps, person, now, join, place, pay } = await openCompanies(
      await openDatabase(),
    );
    const [ada, ben] = [await person("ada"), await person("ben")];
    const order = await place(ada);
    await pay(order.id);
    await join(ada, ben, onlyOrders);
    await sendOrderMessage(shop, await now(ada), order.id, { text: "From Ada", key: newId() });
    await deleteOwnAccount({ ...deps, access: access.access }, ada.actor, ada.headers, sure);
    expect(await findOrder(shop, await now(ben), order.id)).toMatchObject({
      customerEmail: "ben@example.com",
      customerName: "ben@example.com",
      priceCents: 14_900,
    });
    // Only Ada could manage people, and her account is deleted, so Ben now has the right.
    expect((await readOwnCompany(deps, await now(ben))).rights.people).toBe(true);
    const { messages } = await readOrderMessages(shop, await now(ben), order.id);
    expect(messages.map(({ text }) => text)).toEqual(["From Ada"]);
    await deleteOwnAccount({ ...deps, access: access.access }, ben.actor, ben.headers, sure);
    expect(await findOrder(shop, system, order.id)).toMatchObject({
      customerName: "Deleted customer",
      customerEmail: "",
    });
    for (const table of ["companies", "company_people"] as const) {
      expect(await access.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test("can be merged into another by the team, with all of its orders, even orders placed meanwhile", async () => {
    const { access, shop, deps, person, now, join, place } = await openCompanies(
      await openDatabase(),
    );
    const [ada, ben, cay] = [await person("ada"), await person("ben"), await person("cay")];
    await access.database.write((tx) => insertUserRecord(tx, "cay@example.com", 1));
    const pat = await person("pat");
    await join(ada, pat, onlyPayments);
    const into = { email: "ben@example.com", understood: "yes" };
    const adaId = ada.actor.accountId;
    await expect(mergeCompanies(deps, await now(ada), adaId, into)).rejects.toMatchObject(
      forbidden,
    );
    const admin = await now(cay);
    const placer = await now(ada);
    const orders = await Promise.all([
      ...Array.from({ length: 6 }, () => placeOrder(shop, placer, orderForm)),
      sleep(2).then(() => mergeCompanies(deps, admin, adaId, into)),
      ...Array.from({ length: 6 }, () => placeOrder(shop, placer, orderForm)),
    ]);
    const ids = orders.flatMap((one) => ("number" in one ? [one.id] : []));
    expect(ids).toHaveLength(12);
    for (const id of ids) {
      for (const one of [ada, ben, pat]) {
        expect((await findOrder(shop, await now(one), id)).id).toBe(id);
      }
    }
    expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
    await expect(mergeCompanies(deps, admin, adaId, into)).rejects.toMatchObject(conflict);
    const actions = (await auditEntries(access.database)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("Merge"))).toHaveLength(1);
    const own = await place(ben);
    const zoe = await person("zoe");
    await moveOrder(deps, admin, own.id, { email: "zoe@example.com", understood: "yes" });
    expect((await findOrder(shop, await now(zoe), own.id)).id).toBe(own.id);
    await expect(findOrder(shop, await now(ben), own.id)).rejects.toMatchObject(notFound);
  });

  test("gets a moved order back when the move is undone, unless the order was moved again", async () => {
    const { access, shop, deps, person, now, join, place, pay } = await openCompanies(
      await openDatabase(),
    );
    const [ada, ben, cay] = [await person("ada"), await person("ben"), await person("cay")];
    await access.database.write((tx) => insertUserRecord(tx, "cay@example.com", 1));
    const admin = await now(cay);
    const [pat] = [await person("pat"), await person("dee")];
    await join(ada, pat, onlyPayments);
    await renameCompany(deps, await now(ada), { name: "Long Acre Farm" });
    const { id } = await place(ada);
    await pay(id);
    const to = (email: string) => ({ email, understood: "yes" });
    const { move } = await moveOrder(deps, admin, id, to("ben@example.com"));
    await expect(undoMove(deps, await now(ada), move)).rejects.toMatchObject(forbidden);
    expect(await undoMove(deps, admin, move)).toMatchObject({ failed: [] });
    expect(await findOrder(shop, await now(pat), id)).toMatchObject({
      companyName: "Long Acre Farm",
    });
    await expect(findOrder(shop, await now(ben), id)).rejects.toMatchObject(notFound);
    expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
    const again = await undoMove(deps, admin, move);
    expect(again.failed).toEqual([{ id, reason: "This order was moved again." }]);
    expect((await moveOrder(deps, admin, id, to("pat@example.com"))).move).toBeNull();

    // An order cannot go back to a company without people, because nobody could see the order.
    const { move: onward } = await moveOrder(deps, admin, id, to("ben@example.com"));
    await mergeCompanies(deps, admin, ada.actor.accountId, to("dee@example.com"));
    const refused = await undoMove(deps, admin, onward);
    expect(refused.failed[0]?.reason).toBe("The former company no longer has any people.");
    expect(
      (await auditEntries(access.database))
        .map(({ action }) => action)
        .filter((action) => action.includes("ove")),
    ).toEqual(["Move order", "Undo move of order", "Move order"]);
  });

  test("emails a person who is removed, but not a person who leaves", async () => {
    const { access, deps, person, now, join } = await openCompanies(await openDatabase());
    const [ada, ben, pat] = [await person("ada"), await person("ben"), await person("pat")];
    await join(ada, ben, onlyOrders);
    await join(ada, pat, onlyOrders);
    await removePerson(deps, await now(ada), ben.actor.accountId);
    await leaveCompany(deps, await now(pat));
    expect((await access.lettersTo("ben@example.com")).at(-1)).toBe("removedFromCompany");
    expect(await access.lettersTo("pat@example.com")).not.toContain("removedFromCompany");
  });
});
