import type { Database, Queries } from "#platform/database/database.ts";
import type { SandboxOrder } from "./sandbox-orders.server.ts";

export interface SandboxWebhook {
  readonly id: string;
  readonly url: string;
  /** Types of events to send; "*" stands for all. */
  readonly events: readonly string[];
  readonly createdAt: number;
}

type Provider = "stripe" | "paypal";

/** Webhooks of the pasted account, oldest first. */
export async function sandboxWebhooks(
  queries: Queries,
  provider: Provider,
): Promise<readonly SandboxWebhook[]> {
  const rows = await queries
    .selectFrom("sandbox_webhooks")
    .selectAll()
    .where("provider", "=", provider)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, url, events, created_at }) => ({
    id,
    url,
    events: JSON.parse(events),
    createdAt: created_at,
  }));
}

/** Webhooks of the account with which an order or a subscription was made; the built-in account has only `builtIn`. */
export async function webhooksOf(
  queries: Queries,
  provider: Provider,
  { account }: Pick<SandboxOrder, "account">,
  builtIn: Pick<SandboxWebhook, "id" | "url">,
): Promise<readonly SandboxWebhook[]> {
  if (account === "pasted") return sandboxWebhooks(queries, provider);
  return [{ ...builtIn, events: ["*"], createdAt: 0 }];
}

/** False when the provider allows no more webhooks. */
export async function addSandboxWebhook(
  database: Database,
  provider: Provider,
  webhook: SandboxWebhook,
  most: number,
): Promise<boolean> {
  return database.write(async (tx) => {
    if ((await sandboxWebhooks(tx, provider)).length >= most) return false;
    const { id, url, events, createdAt } = webhook;
    await tx
      .insertInto("sandbox_webhooks")
      .values({
        id,
        provider,
        created_at: createdAt,
        url,
        events: JSON.stringify(events),
      })
      .execute();
    return true;
  });
}

/** False for an unknown webhook. */
export async function changeSandboxWebhook(
  database: Database,
  provider: Provider,
  id: string,
  events: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await database.write((tx) =>
    tx
      .updateTable("sandbox_webhooks")
      .set({ events: JSON.stringify(events) })
      .where("provider", "=", provider)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** False for an unknown webhook. */
export async function removeSandboxWebhook(
  database: Database,
  provider: Provider,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await database.write((tx) =>
    tx
      .deleteFrom("sandbox_webhooks")
      .where("provider", "=", provider)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

export function isHeardBy({ events }: SandboxWebhook, type: string): boolean {
  return events.includes("*") || events.includes(type);
}
