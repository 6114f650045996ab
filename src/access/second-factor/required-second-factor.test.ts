import { afterEach, expect, test, vi } from "vitest";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { may, mayInEveryRoom, mayInRoom, requireRight } from "#policy/rights.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  openAccess,
  registered,
  registeredAdmin,
  signedInAgain,
  verified,
} from "../../../tests/support/rights/access.ts";
import { lockAccountOf } from "../accounts/accounts.server.ts";
import { addUserRecord, updateUserRecord } from "../admins/admins.ts";
import { readAssignees } from "../admins/assignees.ts";
import { createApiKey } from "../api-keys/api-keys.ts";
import { actorOfKey } from "../api-keys/key-lookup.server.ts";
import { withSeenRole } from "../sessions/see-as.ts";

const day = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

function moveTo(at: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
}

const require = (access: Access, actor: Actor, isRequired: boolean) =>
  saveSettings(
    {
      ...access,
      onMailServerChanged: async () => {},
      onTimeZoneChanged: async () => {},
      onFirstNumberChanged: async () => {},
      onBusinessChanged: async () => {},
      onBankTransferChanged: async () => {},
      onInvoicingChanged: async () => {},
      onPaymentModeChanged: async () => {},
    },
    actor,
    { staffSecondFactor: isRequired },
  );

describeOnEachDatabase("A required second factor", (openDatabase) => {
  test("gives an admin seven days, and then withholds the rights until codes are switched on", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const began = Date.now();
    await require(access, owner.actor, true);
    const within = await owner.now();
    expect(within).toMatchObject({ kind: "admin", missingSecondFactor: { isOverdue: false } });
    expect(may(within, "see every order")).toBe(true);
    moveTo(began + 6 * day);
    expect(may(await owner.now(), "see every order")).toBe(true);
    moveTo(began + 7 * day + 60_000);
    const late = await owner.now();
    expect(may(late, "see every order")).toBe(false);
    expect(() => requireRight(late, "see every order")).toThrow("requires a second factor");
    const { internalAdapter } = await access.authentication.$context;
    await internalAdapter.updateUser(owner.actor.accountId, { twoFactorEnabled: true });
    // The sign-in was too long ago to count as a confirmation.
    const { confirmedRecently: _longAgo, ...actor } = owner.actor;
    expect(await owner.now()).toEqual(actor);
  });

  test("withholds the rights wherever a role is read: for sessions, API keys, replies by email, emails and calendars", async () => {
    const access = await openAccess(await openDatabase());
    const { database } = access;
    const owner = await registeredAdmin(access, "owner@example.com");
    const form = { name: "Export", access: "all", key: "key-of-form" };
    const { secret: key } = await createApiKey(access, owner.actor, form);
    await require(access, owner.actor, true);
    const limits = {
      clock: access.clock,
      secret: access.secret,
      configuration: access.configuration,
    };
    const request = { key, method: "GET", clientAddress: "203.0.113.7" };
    const present = async () => {
      const team = await readAssignees(database.read);
      const sender = await database.write((tx) => lockAccountOf(tx, "owner@example.com"));
      const withKey = await actorOfKey({ database, limits }, request);
      const ofTeam = team.map((person) => actorWithRole(person.role, person));
      return [await owner.now(), withKey, sender ?? visitor, ...ofTeam];
    };
    const rightsOf = async () =>
      (await present()).map((actor) => mayInEveryRoom(actor, "see order rooms"));
    expect(await rightsOf()).toEqual([true, true, true, true]);
    moveTo(Date.now() + 7 * day + 60_000);
    expect(await rightsOf()).toEqual([false, false, false, false]);
  });

  test("gives a person who becomes an admin later seven days from that moment", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const { internalAdapter } = await access.authentication.$context;
    await internalAdapter.updateUser(owner.actor.accountId, { twoFactorEnabled: true });
    await require(access, owner.actor, true);
    moveTo(Date.now() + 20 * day);
    const ben = await registered(access, "ben@example.com");
    await verified(access, ben.actor.accountId);
    const cleo = await registered(access, "cleo@example.com");
    await verified(access, cleo.actor.accountId);
    const { record } = await addUserRecord(access, owner.actor, { userEmail: "ben@example.com" });
    const { _id } = record;
    expect(may(await ben.now(), "see every order")).toBe(true);
    moveTo(Date.now() + 8 * day);
    expect(may(await ben.now(), "see every order")).toBe(false);
    expect((await ben.now()).kind).toBe("admin");
    await updateUserRecord(access, owner.actor, _id, { userEmail: "cleo@example.com" });
    expect((await ben.now()).kind).toBe("visitor");
    expect((await signedInAgain(access, "ben@example.com")).actor.kind).toBe("customer");
    expect(may(await cleo.now(), "see every order")).toBe(true);
  });

  test("ends at once when the owner switches the requirement off, and never applies to customers", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const ada = await registered(access, "ada@example.com");
    await require(access, owner.actor, true);
    expect(await ada.now()).toEqual(ada.actor);
    await require(access, owner.actor, false);
    expect(await owner.now()).toEqual(owner.actor);
  });
});

test("a person whose second factor is overdue has the rights of no role, also while seeing the panel as another role", () => {
  const missingSecondFactor = { dueAt: 0, isOverdue: true };
  const person = { accountId: "account-own", email: "own@example.com", missingSecondFactor };
  const owner: Actor = { kind: "admin", ...person };
  const manager: Actor = { kind: "staff", role: "Manager", ...person };
  const worker: Actor = { kind: "staff", role: "Worker", ...person };
  for (const actor of [owner, manager, worker, withSeenRole(owner, "furrow-see-as=Manager")]) {
    expect(may(actor, "open the admin panel")).toBe(false);
    expect(may(actor, "see every order")).toBe(false);
    expect(mayInEveryRoom(actor, "see order rooms")).toBe(false);
    expect(mayInRoom(actor, "see order rooms", { assigneeId: "account-own" })).toBe(false);
    expect(may(actor, "place orders")).toBe(true);
  }
});
