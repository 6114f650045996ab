import { type MarkedOrderView, markedOrderViews } from "#app/order-room/order-view.server.ts";
import type { Services } from "#compose.ts";
import { pageOfOrders } from "#orders/list-orders.ts";
import type { Order } from "#orders/order.ts";
import type { Page } from "#platform/pages.ts";
import type { DateReader } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { type StandingWords, standingWords } from "./standing-words.server.ts";

/** An order in a list of the team, with its stage and the person who works on it. */
export interface TeamOrderRow extends MarkedOrderView, StandingWords {
  /** Account of the assignee; "" for nobody. */
  readonly assigneeId: string;
  /** Name of the assignee; "" for nobody, and for readers who may not assign orders. */
  readonly assignee: string;
}

/** Somebody of the team who can work on orders. */
export interface TeamPerson {
  readonly accountId: string;
  /** The name that the person has set, or the email address. */
  readonly name: string;
}

/** The people to whom orders can be assigned; nobody for readers who may not assign orders. */
export async function assignablePeople(
  { database, readAssignees }: Pick<Services, "database" | "readAssignees">,
  actor: Actor,
): Promise<readonly TeamPerson[]> {
  if (!may(actor, "assign orders")) return [];
  const people = await readAssignees(database.read);
  return people.map(({ accountId, email, name }) => ({ accountId, name: name || email }));
}

export async function teamOrderRows(
  services: Services,
  actor: Actor,
  orders: readonly Order[],
  reader: DateReader,
): Promise<readonly TeamOrderRow[]> {
  const [rows, wordsFor, people] = await Promise.all([
    markedOrderViews(services, actor, orders, reader),
    standingWords(services, orders, reader),
    assignablePeople(services, actor),
  ]);
  const nameOf = new Map(people.map(({ accountId, name }) => [accountId, name]));
  return rows.map((row, index) => {
    const assigneeId = orders[index]?.assigneeId ?? "";
    const assignee = nameOf.get(assigneeId) ?? "";
    return { ...row, ...wordsFor(row.id), assigneeId, assignee };
  });
}

/** A page of all orders, newest first. */
export async function teamOrdersPage(
  services: Services,
  actor: Actor,
  reader: DateReader,
  range: { readonly page: number; readonly pageSize: number },
): Promise<Page<TeamOrderRow>> {
  const orders = await pageOfOrders(services, actor, { whose: "every", ...range });
  return { ...orders, items: await teamOrderRows(services, actor, orders.items, reader) };
}
