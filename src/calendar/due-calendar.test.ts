import ICAL from "ical.js";
import { expect, test } from "vitest";
import { auditEntries } from "../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { orderIn } from "../../tests/support/orders/order-in-stage.ts";
import { ada, owner } from "../../tests/support/orders/shop.ts";
import { sendOrderMessage } from "../conversation/messages/send-order-message.ts";
import type { TeamAddress } from "../mail/mailer.ts";
import type { Database } from "../platform/database/database.ts";
import { type Actor, actorWithRole } from "../policy/actor.ts";
import type { TeamRole } from "../policy/roles.ts";
import { assignOrder } from "../work/assignment/assign-order.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";
import {
  readCalendarAddresses,
  removeCalendarAddresses,
  renewCalendarAddresses,
} from "./calendar-address.ts";
import { dueCalendar } from "./due-calendar.server.ts";

const person = (accountId: string, role: TeamRole) => ({
  accountId,
  email: `${accountId}@example.com`,
  name: "",
  role,
});
const confirmedRecently = true;
const wim = actorWithRole("Worker", { ...person("wim", "Worker"), confirmedRecently });
const max = actorWithRole("Manager", { ...person("max", "Manager"), confirmedRecently });
const publicUrl = "https://farm.example";

async function openCalendar(database: Database) {
  const { shop: opened, id } = await orderIn("paid", database);
  const team: (TeamAddress & { name: string })[] = [
    person("wim", "Worker"),
    person("max", "Manager"),
  ];
  const shop = {
    ...opened,
    publicUrl,
    post: { ...opened.post, readTeam: async () => team },
    calendar: { timeZone: "UTC", weekdays: [1, 2, 3, 4, 5], closedDays: [] },
  };
  const assign = (assignee: string) =>
    assignOrder({ ...shop, lockAssignee: async () => team }, owner, id, { assignee });
  const fileOf = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";
  const read = (address: string) =>
    dueCalendar(shop, fileOf(address), new URL(address).searchParams.get("orders") === "all");
  return {
    shop,
    id,
    team,
    assign,
    read,
    renew: (actor: Actor, seen: number | null = null) => renewCalendarAddresses(shop, actor, seen),
  };
}

/** The events as an independent implementation reads them. */
function eventsIn(text: string | undefined) {
  return new ICAL.Component(ICAL.parse(text ?? ""))
    .getAllSubcomponents("vevent")
    .map((component) => {
      const event = new ICAL.Event(component);
      const { summary, startDate, endDate, uid, description } = event;
      return {
        summary,
        uid,
        description,
        status: component.getFirstPropertyValue("status"),
        start: startDate.toString(),
        end: endDate.toString(),
        isAllDay: startDate.isDate,
      };
    });
}

describeOnEachDatabase("A calendar address", (openDatabase) => {
  test("shows the assigned orders on the days when they are due", async () => {
    const { shop, id, assign, read, renew } = await openCalendar(await openDatabase());
    const { assigned } = await renew(wim);
    expect(eventsIn(await read(assigned))).toEqual([]);
    await assign("wim");
    const [event, ...others] = eventsIn(await read(assigned));
    expect(others).toEqual([]);
    // Paid on Friday, November 20; the ten working days begin on Monday.
    expect(event).toEqual({
      uid: `order-${id}@farm.example`,
      summary: "Order 1: Basic for Ada Field",
      description: `${publicUrl}/my-work/${id}`,
      status: "CONFIRMED",
      start: "2026-12-04",
      end: "2026-12-05",
      isAllDay: true,
    });
    expect(await read(assigned)).toBe(await read(assigned));
    await sendOrderMessage(shop, wim, id, { text: "Which?", asks: true, key: "k" }, "team");
    expect(eventsIn(await read(assigned))[0]).toMatchObject({
      summary: "Order 1: Basic for Ada Field (waits for the customer)",
      status: "TENTATIVE",
    });
    await setOrderStatus(shop, owner, id, { orderStatus: "Delivered" });
    expect(eventsIn(await read(assigned))).toEqual([]);
  });

  test("contains all open orders for a Manager, and only assigned orders for a Worker", async () => {
    const { read, renew } = await openCalendar(await openDatabase());
    const { all, assigned } = await renew(max);
    expect(eventsIn(await read(assigned))).toEqual([]);
    expect(eventsIn(await read(all ?? ""))).toHaveLength(1);
    const ofWorker = await renew(wim);
    expect(ofWorker.all).toBeNull();
    expect(eventsIn(await read(`${ofWorker.assigned}?orders=all`))).toEqual([]);
  });

  test("ends when it is renewed, removed, or its person loses the role, and rests while its person lacks the required second factor", async () => {
    const { shop, team, read, renew } = await openCalendar(await openDatabase());
    const first = await renew(wim);
    expect(await read(first.assigned)).toBeDefined();
    const second = await renew(wim, first.createdAt);
    expect(await read(first.assigned)).toBeUndefined();
    expect(await read(second.assigned)).toBeDefined();
    expect(await readCalendarAddresses(shop, wim)).toEqual(second);
    const unconfirmed = actorWithRole("Worker", person("wim", "Worker"));
    expect(await readCalendarAddresses(shop, unconfirmed)).toEqual({
      createdAt: second.createdAt,
      assigned: null,
    });
    await expect(renew(unconfirmed)).rejects.toMatchObject({
      extra: { confirmationRequired: true },
    });
    const former = team.splice(0, 1);
    expect(await read(second.assigned)).toBeUndefined();
    team.push({ ...person("wim", "Worker"), missingSecondFactor: { dueAt: 0, isOverdue: true } });
    expect(await read(second.assigned)).toBeUndefined();
    team.splice(-1, 1, ...former);
    expect(await read(second.assigned)).toBeDefined();
    await removeCalendarAddresses(shop, wim);
    expect(await read(second.assigned)).toBeUndefined();
    expect(await readCalendarAddresses(shop, wim)).toBeNull();
  });

  test("is created once by ten simultaneous clicks, and renewed once by ten more", async () => {
    const database = await openDatabase();
    const { renew } = await openCalendar(database);
    const clicks = Array.from({ length: 10 });
    const [first, ...alsoFirst] = await Promise.all(clicks.map(() => renew(wim)));
    for (const other of alsoFirst) expect(other).toEqual(first);
    const [second, ...alsoSecond] = await Promise.all(
      clicks.map(() => renew(wim, first?.createdAt)),
    );
    for (const other of alsoSecond) expect(other).toEqual(second);
    expect(second).not.toEqual(first);
    const actions = (await auditEntries(database)).map(({ action }) => action);
    expect(actions.filter((action) => action === "Create calendar address")).toHaveLength(1);
    expect(actions.filter((action) => action === "Renew calendar address")).toHaveLength(1);
  });

  test("is refused with another signature, and to customers", async () => {
    const { shop, read, renew } = await openCalendar(await openDatabase());
    const { assigned } = await renew(wim);
    const [id = ""] = (new URL(assigned).pathname.split("/").at(-1) ?? "").split(".");
    for (const file of [
      `${id}.ics`,
      `${id}.${"a".repeat(43)}.ics`,
      ".ics",
      `${id}..ics`,
      "'.'.ics",
    ]) {
      expect(await dueCalendar(shop, file, false)).toBeUndefined();
    }
    expect(await read(assigned)).toBeDefined();
    await expect(renew(ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(readCalendarAddresses(shop, ada)).rejects.toMatchObject({ code: "forbidden" });
  });
});
