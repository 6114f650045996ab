import ical, { ICalEventStatus } from "ical-generator";
import type { Post } from "../mail/mailer.ts";
import type { Order } from "../orders/order.ts";
import { isSameText } from "../platform/signatures.ts";
import { addDays } from "../platform/time/calendar.ts";
import { actorWithRole, type SignedInActor } from "../policy/actor.ts";
import { mayInEveryRoom, mayInSomeRoom } from "../policy/rights.ts";
import { readOrderSearch } from "../search/order-search.ts";
import { searchOrders } from "../search/search-orders.ts";
import type { SearchDependencies } from "../search/standing-filter.server.ts";
import { assignedOrders, mostAssigned } from "../work/assignment/assigned-orders.ts";
import type { WorkCalendar } from "../work/clock/order-clock.ts";
import { orderStandings } from "../work/clock/order-standings.server.ts";
import { calendarSignature } from "./calendar-address.ts";

interface CalendarDependencies extends SearchDependencies {
  readonly secret: string;
  readonly publicUrl: string;
  readonly post: Pick<Post, "readTeam" | "readBusiness">;
  readonly calendar: WorkCalendar;
}

/**
 * Due days of open orders as a calendar (RFC 5545), for the file name of a calendar address.
 * Undefined for an address that was never valid or has ended, and for a person who cannot work on
 * orders any more. `isEveryOrder` has no effect for a person who does not see every order.
 */
export async function dueCalendar(
  dependencies: CalendarDependencies,
  fileName: string,
  isEveryOrder: boolean,
): Promise<string | undefined> {
  const person = await personOf(dependencies, fileName);
  if (person === undefined) return undefined;
  const { database, clock, publicUrl, calendar } = dependencies;
  const seesAll = isEveryOrder && mayInEveryRoom(person, "see order rooms");
  const orders = seesAll
    ? await everyOpenOrder(dependencies, person)
    : (await assignedOrders({ database }, person)).open;
  const business = await dependencies.post.readBusiness(database.read);
  const standings = await orderStandings(database.read, orders, { calendar, now: clock() });
  const due = ical({
    name: `${seesAll ? "Due orders" : "Your due orders"} · ${business.name}`,
    prodId: { company: business.name, product: "Due orders", language: "EN" },
    // Programs that follow the hint read the address again after an hour.
    ttl: 3600,
  });
  for (const order of orders) {
    const standing = standings.get(order.id);
    const dueDay = standing?.clock?.dueDay;
    if (dueDay == null) continue;
    const waits = standing?.waitsFor === "customer";
    const url = `${publicUrl}/my-work/${order.id}`;
    const lines = [order.customerWebsite, url].filter((line) => line !== "");
    due.createEvent({
      id: `order-${order.id}@${new URL(publicUrl).hostname}`,
      // A stable time stamp keeps the ETag of an unchanged calendar the same.
      stamp: new Date(order.paidAt ?? order.placedAt),
      start: utcDay(dueDay),
      end: utcDay(addDays(dueDay, 1)),
      allDay: true,
      summary: `Order ${order.number}: ${order.packageName} for ${order.customerName}${waits ? " (waits for the customer)" : ""}`,
      description: lines.join("\n"),
      url,
      status: waits ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return due.toString();
}

const utcDay = (day: string) => new Date(`${day}T00:00:00Z`);

/** The person of an address with their present role, if they may see the room of some order. */
async function personOf(
  { database, secret, post }: CalendarDependencies,
  fileName: string,
): Promise<SignedInActor | undefined> {
  const [, id = "", signature = ""] = /^([\w-]{1,64})\.([\w-]{1,64})\.ics$/.exec(fileName) ?? [];
  if (id === "" || !isSameText(signature, calendarSignature(secret, id))) return undefined;
  const feed = await database.read
    .selectFrom("calendar_feeds")
    .select("account_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (feed === undefined) return undefined;
  const team = await post.readTeam(database.read);
  const member = team.find(({ accountId }) => accountId === feed.account_id);
  const person = member && actorWithRole(member.role, member);
  return person && mayInSomeRoom(person, "see order rooms") ? person : undefined;
}

/** The oldest open orders, at most `mostAssigned`. */
async function everyOpenOrder(
  dependencies: SearchDependencies,
  person: SignedInActor,
): Promise<readonly Order[]> {
  const open = new URLSearchParams({ payment: "Paid", status: "Pending", sort: "oldest" });
  const { search } = readOrderSearch(open);
  const request = { page: 1, pageSize: mostAssigned };
  return (await searchOrders(dependencies, person, search, request)).items;
}
