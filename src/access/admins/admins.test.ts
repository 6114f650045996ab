import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { assignOrder } from "#work/assignment/assign-order.ts";
import { releaseOrders } from "#work/assignment/release-orders.server.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { waitsForLock } from "../../../tests/support/databases/waits-for-lock.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, orderForm } from "../../../tests/support/orders/shop.ts";
import { openAccess } from "../../../tests/support/rights/access.ts";
import {
  actorOf,
  anyone,
  colleague,
  idOf,
  join,
  latestToken,
  openPeople,
  owner,
  password,
} from "../../../tests/support/rights/people.ts";
import { deleteAccountOnRequest } from "../accounts/delete-account.ts";
import { signIn, signUp } from "../sessions/sign-in.ts";
import { addUserRecord, removeUserRecord, updateUserRecord } from "./admins.ts";
import { lockAssignee } from "./assignees.ts";
import { setUpFirstAdmin, setUpToken } from "./first-admin.ts";
import { acceptInvitation, readInvitation } from "./invitations.server.ts";

describeOnEachDatabase("A set-up link that two people use at once", (openDatabase) => {
  test("leaves the password and the rights of the slower person's account unchanged", async () => {
    const access = await openAccess(await openDatabase());
    const people = ["ann@example.com", "ben@example.com", "cay@example.com"];
    for (const email of people) await signUp(access, anyone, { email, password, name: "" });
    const token = setUpToken(access.secret);
    const results = await Promise.allSettled(
      people.map((email) => setUpFirstAdmin(access, token, { email, password: owner.password })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const [index, email] of people.entries()) {
      if (results[index]?.status === "fulfilled") continue;
      expect(await actorOf(access, { email, password })).toMatchObject({ kind: "customer" });
    }
  });
});

describeOnEachDatabase("A change of the admins", (openDatabase) => {
  test("takes effect at the next request when a role is removed or moved to another address", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await join(people, "second@example.com");
    const second = { email: "second@example.com", password };
    let { cookies } = await signIn(access, anyone, second);
    const kind = async () => (await access.visit(cookies).actor()).kind;
    expect(await kind()).toBe("admin");
    const id = await idOf(people, "second@example.com");
    await updateUserRecord(access, actor, id, { userEmail: "third@example.com" });
    expect(await kind()).toBe("visitor");
    ({ cookies } = await signIn(access, anyone, second));
    expect(await kind()).toBe("customer");
    expect(await latestToken(access, "third@example.com")).not.toBe("");
    await updateUserRecord(access, actor, id, { userEmail: "Second@Example.com" });
    expect(await kind()).toBe("admin");
    // The role has moved back from third@example.com, so the link that was sent to this address is
    // invalid.
    const stale = await latestToken(access, "third@example.com");
    await expect(readInvitation(access, stale)).rejects.toMatchObject({ code: "not-found" });
    await removeUserRecord(access, actor, id);
    expect(await kind()).toBe("visitor");
    ({ cookies } = await signIn(access, anyone, second));
    expect(await kind()).toBe("customer");
  });

  test("takes the orders away from somebody who cannot work on orders any more, in the same transaction", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    const { database } = access;
    const { id: orderId, shop } = await orderIn("paid", database);
    const { id: delivered } = await placeOrder(shop, ada, orderForm);
    await setOrderStatus(shop, actor, delivered, { orderStatus: "Delivered" });
    const email = "wim@example.com";
    const accountId = requireSignedIn(await join(people, email)).accountId;
    const id = await idOf(people, email);
    const assignBoth = () =>
      database.write((tx) =>
        tx
          .updateTable("orders")
          .set({ assignee_id: accountId })
          .where("id", "in", [orderId, delivered])
          .execute(),
      );
    const assignees = async () =>
      (await database.read.selectFrom("orders").select("assignee_id").execute()).map(
        ({ assignee_id }) => assignee_id,
      );
    await assignBoth();
    for (const userRole of ["Worker", "Manager"] as const) {
      await updateUserRecord(access, actor, id, { userEmail: email, userRole });
      expect(await assignees()).toEqual([accountId, accountId]);
    }
    await updateUserRecord(access, actor, id, { userEmail: email, userRole: "Writer" });
    expect(await assignees()).toEqual([null, null]);
    const entries = (await auditEntries(database)).filter(
      ({ action }) => action === "Assign order",
    );
    expect(entries).toMatchObject([
      {
        before_json: `{"assignee":"${email}"}`,
        after_json: '{"assignee":null}',
      },
    ]);

    await updateUserRecord(access, actor, id, { userEmail: email, userRole: "Worker" });
    await assignBoth();
    await updateUserRecord(access, actor, id, { userEmail: "other@example.com" });
    expect(await assignees()).toEqual([null, null]);
    await updateUserRecord(access, actor, id, { userEmail: email });
    await assignBoth();
    await removeUserRecord(access, actor, id);
    expect(await assignees()).toEqual([null, null]);

    await assignBoth();
    await deleteAccountOnRequest(access, actor, accountId, { confirmation: email });
    expect(await assignees()).toEqual([null, null]);
  });

  test("emails a person who loses the role, and nobody when the removal is undone at once", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    const email = "wim@example.com";
    await join(people, email);
    const before = await access.lettersTo(email);
    const again = { userEmail: email, userRole: "Admin" };
    await removeUserRecord(access, actor, await idOf(people, email));
    expect(await access.lettersTo(email)).toEqual([...before, "removedFromTeam"]);
    await addUserRecord(access, actor, again);
    expect(await access.lettersTo(email)).toEqual(before);

    await removeUserRecord(access, actor, await idOf(people, email));
    access.time.ahead += 20_000;
    await addUserRecord(access, actor, again);
    expect(await access.lettersTo(email)).toEqual([...before, "removedFromTeam", "madeAdmin"]);
    // The role moves to another person, who is removed before accepting the invitation.
    const id = await idOf(people, email);
    await updateUserRecord(access, actor, id, { userEmail: "wanda@example.com" });
    expect((await access.lettersTo(email)).at(-1)).toBe("removedFromTeam");
    await removeUserRecord(access, actor, id);
    expect(await access.lettersTo("wanda@example.com")).toEqual(["invitation"]);
  });

  test("leaves no order assigned to somebody whose role is removed at the same moment", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    const { database } = access;
    const { id: orderId } = await orderIn("paid", database);
    const accountId = requireSignedIn(await join(people, "wim@example.com")).accountId;
    const id = await idOf(people, "wim@example.com");
    let assigning: Promise<unknown> = Promise.resolve();
    const releaseAndWait: typeof releaseOrders = async (...call) => {
      await releaseOrders(...call);
      const input = { assignee: accountId };
      assigning = assignOrder({ ...access, lockAssignee }, actor, orderId, input).catch(
        (error: unknown) => error,
      );
      // Without the lock of the role, the assignment ends before the removal.
      await Promise.race([assigning, waitsForLock(database)]);
    };
    await removeUserRecord({ ...access, releaseOrders: releaseAndWait }, actor, id);
    expect(await assigning).toMatchObject({ code: "invalid" });
    const order = await database.read.selectFrom("orders").select("assignee_id").execute();
    expect(order).toEqual([{ assignee_id: null }]);
  });

  test("keeps the last admin who can sign in, also while an invitation is open", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await addUserRecord(access, actor, { userEmail: colleague });
    const own = await idOf(people, owner.email);
    await expect(removeUserRecord(access, actor, own)).rejects.toMatchObject({ code: "conflict" });
    await acceptInvitation(access, await latestToken(access, colleague), password);
    expect(await removeUserRecord(access, actor, own)).toMatchObject({ userEmail: owner.email });
  });

  test("succeeds for only one of two admins who remove each other at the same time", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    const second = await join(people, "second@example.com");
    await join(people, "third@example.com");
    const [ownId, secondId] = [
      await idOf(people, owner.email),
      await idOf(people, "second@example.com"),
    ];
    const results = await Promise.allSettled([
      removeUserRecord(access, actor, secondId),
      removeUserRecord(access, second, ownId),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "forbidden" } });
  });

  test("keeps one of three admins who give up their roles at the same time", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    const emails = ["second@example.com", "third@example.com"];
    const actors = [actor];
    for (const email of emails) actors.push(await join(people, email));
    const ids = await Promise.all([owner.email, ...emails].map((email) => idOf(people, email)));
    const results = await Promise.allSettled(
      actors.map((one, index) => removeUserRecord(access, one, ids[index] ?? "")),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "conflict" } }]);
  });

  test("is refused if an address would get a second role, also when the two spellings differ in case", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await addUserRecord(access, actor, { userEmail: colleague });
    const adding = addUserRecord(access, actor, { userEmail: colleague.toLowerCase() });
    await expect(adding).rejects.toMatchObject({ code: "conflict" });
    const id = await idOf(people, colleague);
    const moving = updateUserRecord(access, actor, id, { userEmail: "OWNER@example.com" });
    await expect(moving).rejects.toMatchObject({ code: "conflict" });
    expect(await access.mailedTokens(colleague)).toHaveLength(1);
  });
});
