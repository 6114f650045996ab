import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { readAccounts, readableAccount } from "#payments/accounts/payment-accounts.server.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { accountInWords } from "./account-names.ts";

/** Sentence that follows one about an account that cannot charge plans; "" without such plans. */
export async function concernedPlans(queries: Queries): Promise<string> {
  const plans = await listRecords(queries, pricingPackages);
  const repeated = plans.filter(({ packageCharged }) => isRepeated(packageCharged));
  if (repeated.length === 0) return "";
  const names = repeated.map(({ packageName }) => packageName);
  const noun = names.length === 1 ? "Plan" : "Plans";
  return `${noun} concerned: ${new Intl.ListFormat("en-US").format(names)}.`;
}

interface FaultsDependencies {
  readonly database: Pick<Database, "read">;
  readonly secret: string;
  readonly payments: Pick<Payments, "mode" | "isFromEnvironment">;
}

interface PlansFault {
  readonly id: string;
  readonly account: string;
  /** Such as "Plan concerned: Premium." */
  readonly concerned: string;
}

/** The accounts that take payments now and cannot charge the plans that this site sells. */
export async function plansFaults({
  database,
  secret,
  payments: { mode, isFromEnvironment },
}: FaultsDependencies): Promise<readonly PlansFault[]> {
  const concerned = await concernedPlans(database.read);
  if (concerned === "" || isFromEnvironment) return [];
  const rows = await readAccounts(database.read);
  return rows.flatMap((row) => {
    if (row.state !== "on" || row.mode !== mode) return [];
    const credentials = readableAccount(secret, row)?.credentials ?? {};
    const fault = "plansFault" in credentials ? credentials.plansFault : undefined;
    if (fault === undefined) return [];
    return [{ id: row.id, account: accountInWords(row), concerned }];
  });
}
