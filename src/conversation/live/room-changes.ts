import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";

/** Called with the new state of an order. */
type Listener = (state: string) => void;

/**
 * Time between two queries for changes by other processes. Pages show a change within two seconds.
 */
const intervalMs = 1_000;
/** Pause after a write of this process, so that many writes cause one query. */
const afterCommitMs = 200;
const ordersPerQuery = 200;

interface RoomChangesDependencies {
  readonly database: Database;
  readonly log: Log;
}

/**
 * Tells open pages when any process changes their orders. Each process reads the states of the
 * orders with open pages in one query. A state is a hash of counts and versions of rows, so a write
 * needs no further statement and cannot forget to report its change.
 */
export class RoomChanges {
  readonly #database: Database;
  readonly #log: Log;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Last known states of the orders with listeners. */
  readonly #states = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #isLooking = false;

  constructor({ database, log }: RoomChangesDependencies) {
    this.#database = database;
    this.#log = log;
    database.onCommit(() => this.#lookIn(afterCommitMs));
  }

  /**
   * The state of an order; "" for an unknown order. Every change that a page of the order shows
   * changes the state.
   */
  async stateOf(orderId: string): Promise<string> {
    return (await this.#read([orderId])).get(orderId) ?? "";
  }

  /**
   * Calls `listener` after each change since the state `known`. The returned function stops this.
   */
  watch(orderId: string, known: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(orderId) ?? new Set();
    this.#listeners.set(orderId, listeners.add(listener));
    const state = this.#states.get(orderId);
    if (state === undefined) this.#states.set(orderId, known);
    // The order changed after `known` was read, or `#states` lacks a change that `known` includes.
    else if (state !== known) listener(state);
    this.#lookIn(0);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(orderId) !== listeners) return;
      this.#listeners.delete(orderId);
      this.#states.delete(orderId);
      if (this.#listeners.size === 0) this.#rest();
    };
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
  }

  #lookIn(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#listeners.size === 0 || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => void this.#look(), ms);
    // Open pages do not keep a process alive.
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    if (!this.#isLooking) {
      this.#isLooking = true;
      try {
        await this.#compare();
      } catch (err) {
        this.#log.warn({ err }, "open pages of orders could not be told about changes");
      }
      this.#isLooking = false;
    }
    this.#lookIn(intervalMs);
  }

  async #compare(): Promise<void> {
    const ids = [...this.#listeners.keys()];
    for (let start = 0; start < ids.length; start += ordersPerQuery) {
      const states = await this.#read(ids.slice(start, start + ordersPerQuery));
      for (const [id, state] of states) {
        if (this.#states.get(id) === state) continue;
        const listeners = this.#listeners.get(id);
        if (listeners === undefined) continue;
        this.#states.set(id, state);
        for (const listener of listeners) listener(state);
      }
    }
  }

  async #read(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.read
      .selectFrom("orders")
      .leftJoin("order_rooms", "order_rooms.order_id", "orders.id")
      .select((where) => [
        "orders.id",
        "orders.payment_status as payment",
        "orders.order_status as status",
        "orders.assignee_id as assignee",
        "orders.company_id as company",
        where
          .selectFrom("company_people as person")
          .whereRef("person.company_id", "=", "orders.company_id")
          // The state includes the people of the company, so that the open pages of a removed
          // person lose the order.
          .select(
            sql<string>`count(*) || '-' || coalesce(sum(version), 0) || '-' || coalesce(max(since), 0)`.as(
              "state",
            ),
          )
          .as("people"),
        "order_rooms.last_number as messages",
        where
          .selectFrom("order_messages as message")
          .whereRef("message.order_id", "=", "orders.id")
          // The index contains edited messages only.
          .where("message.edited_at", "is not", null)
          .select(sql<string>`count(*) || '-' || coalesce(sum(edited_at), 0)`.as("state"))
          .as("edits"),
        where
          .selectFrom("order_review_events as event")
          .whereRef("event.order_id", "=", "orders.id")
          .select(({ fn }) => fn.countAll<number | string>().as("count"))
          .as("events"),
        where
          .selectFrom("order_passwords as password")
          .whereRef("password.order_id", "=", "orders.id")
          // Withdrawing one password and adding another changes the latest id.
          .select(
            sql<string>`count(*) || '-' || coalesce(sum(version), 0) || '-' || coalesce(max(id), '')`.as(
              "state",
            ),
          )
          .as("passwords"),
        where
          .selectFrom("order_files as file")
          .whereRef("file.order_id", "=", "orders.id")
          .select(sql<string>`count(*) || '-' || coalesce(max(file_id), '')`.as("state"))
          .as("files"),
        where
          .selectFrom("order_question_events as question")
          .whereRef("question.order_id", "=", "orders.id")
          .select(({ fn }) => fn.countAll<number | string>().as("count"))
          .as("questions"),
        where
          .selectFrom("order_brief_events as brief")
          .whereRef("brief.order_id", "=", "orders.id")
          .select(({ fn }) => fn.countAll<number | string>().as("count"))
          .as("briefs"),
        where
          .selectFrom("order_site_checks as check")
          .innerJoin("site_crawls as crawl", "crawl.id", "check.crawl_id")
          .whereRef("check.order_id", "=", "orders.id")
          // The state changes with every fifth of up to 200 pages, so that open pages do not reload
          // each second.
          .select(
            sql<string>`count(*) || '-' || coalesce(max(crawl.id), '') || '-' || coalesce(sum(
              (crawl.asked_count + crawl.read_count) / 5
              + case when crawl.finished_at is null then 0 else 1000 end
              + crawl.failed_attempts * 10000), 0)`.as("state"),
          )
          .as("siteChecks"),
        where
          .selectFrom("money_back_requests as request")
          .whereRef("request.order_id", "=", "orders.id")
          .select(
            sql<string>`request.asked_at || '-' || coalesce(request.declined_at, 0)`.as("state"),
          )
          .as("moneyBack"),
        where
          .selectFrom("bank_transfers as transfer")
          .whereRef("transfer.order_id", "=", "orders.id")
          .select(
            sql<string>`transfer.chosen_at || '-' || coalesce(transfer.left_at, 0)`.as("state"),
          )
          .as("transfer"),
        where
          .selectFrom("given_testimonials as testimonial")
          .whereRef("testimonial.order_id", "=", "orders.id")
          .select(
            sql<string>`testimonial.given_at || '-' || coalesce(testimonial.answered_at, 0)`.as(
              "state",
            ),
          )
          .as("testimonial"),
        where
          .selectFrom("month_reports as report")
          .whereRef("report.order_id", "=", "orders.id")
          .where("report.state", "=", "sent")
          .select(({ fn }) => fn.countAll<number | string>().as("count"))
          .as("reports"),
        where
          .selectFrom("order_search_lists as list")
          .whereRef("list.order_id", "=", "orders.id")
          .select("list.revision")
          .as("searches"),
      ])
      .where("orders.id", "in", orderIds)
      .execute();
    return new Map(
      rows.map(({ id, messages, ...row }) => {
        const { payment, status, assignee, edits, events, passwords, files, questions, briefs } =
          row;
        const { company, people, siteChecks, moneyBack, testimonial, reports, searches, transfer } =
          row;
        const state = [
          payment,
          status,
          assignee ?? "",
          company,
          people,
          messages ?? 0,
          edits,
          events,
          passwords,
          files,
          questions,
          briefs,
          siteChecks,
          transfer ?? "",
          moneyBack ?? "",
          testimonial ?? "",
          reports,
          searches ?? 0,
        ];
        return [id, shortened(state.join("."))];
      }),
    );
  }
}

/** Pages send the state in a URL, so its length must not grow with the content of the order. */
function shortened(state: string): string {
  return createHash("sha256").update(state).digest("base64url");
}
