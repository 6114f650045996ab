import { companyOfAccount, withPresentCompany } from "#companies/company-people.server.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { companyOf } from "#policy/company.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireInOwnCompany, requireRight, requireSignedIn } from "#policy/rights.ts";
import { type BillingDetails, noBilling, readWholeBilling } from "./billing-details.ts";
import { billingOfCompany, storeBilling } from "./company-billing.server.ts";

interface Reading {
  readonly database: Database;
}

export interface SavingBilling extends Reading {
  readonly clock: Clock;
  readonly lockActorAccount: LockActorAccount;
}

/** The details of the actor's company. Throws "unauthenticated" and "forbidden". */
export async function readOwnBilling(
  { database: { read } }: Reading,
  actor: Actor,
): Promise<BillingDetails> {
  requireInOwnCompany(actor, "payments");
  const { id } = companyOf(requireSignedIn(actor));
  return (await billingOfCompany(read, id)) ?? noBilling;
}

/**
 * Keeps the details of the actor's company for its next invoices. Throws "unauthenticated",
 * "forbidden" and "invalid" with an issue for each wrong field.
 */
export async function saveOwnBilling(
  { database, clock, lockActorAccount }: SavingBilling,
  actor: Actor,
  input: unknown,
): Promise<void> {
  const { accountId } = requireSignedIn(actor);
  requireInOwnCompany(actor, "payments");
  const details = await readWholeBilling(input);
  await database.write(async (tx: WriteTransaction) => {
    await lockActorAccount(tx, accountId);
    const present = await withPresentCompany(tx, actor);
    requireInOwnCompany(present, "payments");
    await storeBilling(tx, companyOf(requireSignedIn(present)).id, details, clock());
  });
}

/** The details of the company of an account, for the team. Throws "forbidden". */
export async function readBillingOf(
  { database: { read } }: Reading,
  actor: Actor,
  accountId: string,
): Promise<BillingDetails> {
  requireRight(actor, "see customers");
  return (await billingOfCompany(read, await companyOfAccount(read, accountId))) ?? noBilling;
}

/** Changes the details of the company of an account, for the team. Throws "forbidden" and "invalid". */
export async function saveBillingOf(
  { database, clock, lockActorAccount }: SavingBilling,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update customers");
  const details = await readWholeBilling(input);
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const companyId = await companyOfAccount(tx, accountId);
    const before = (await billingOfCompany(tx, companyId)) ?? noBilling;
    const names = Object.keys(noBilling) as (keyof BillingDetails)[];
    const changed = names.filter((name) => before[name] !== details[name]);
    if (changed.length === 0) return;
    const at = clock();
    await storeBilling(tx, companyId, details, at);
    await audit(tx, actor, {
      action: "Change invoice details",
      subject: "company",
      subjectId: companyId,
      // The audit log is never deleted, so it must not contain the details.
      label: `Company of account ${accountId}`,
      before: null,
      after: { changed },
      at,
    });
  });
}
