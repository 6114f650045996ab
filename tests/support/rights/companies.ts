import { lockActorAccount } from "#access/accounts/accounts.server.ts";
import { acceptCompanyInvitation, inviteToCompany } from "#access/companies/company-invitations.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import type { CompanyRights } from "#policy/company.ts";
import { openShop, orderForm, owner } from "../orders/shop.ts";
import { openAccess, registered, verified } from "./access.ts";

export const onlyOrders = { orders: true };
export const onlyPayments = { payments: true };
export const manager = { people: true };

type Person = Awaited<ReturnType<typeof registered>>;

/** Accounts, companies and orders on one database. */
export async function openCompanies(database: Database) {
  const access = await openAccess(database);
  const shop = { ...(await openShop(database)), lockActorAccount };
  const deps = { ...shop, ...access, access: access.access, clock: access.clock };

  async function person(name: string): Promise<Person> {
    const one = await registered(access, `${name}@example.com`);
    await verified(access, one.actor.accountId);
    return { ...one, actor: (await one.now()) as Person["actor"] };
  }
  const now = async (one: Person): Promise<Actor> => one.now();
  async function invite(by: Person, email: string, rights: Partial<CompanyRights>) {
    await inviteToCompany(deps, await now(by), { email, ...rights });
    return (await access.mailedTokens(email)).at(-1) ?? "";
  }
  async function join(by: Person, one: Person, rights: Partial<CompanyRights>) {
    const token = await invite(by, one.actor.email, rights);
    await acceptCompanyInvitation(deps, await now(one), { token, understood: "yes" });
  }
  const place = async (by: Person) => placeOrder(shop, await now(by), orderForm);
  async function pay(orderId: string) {
    const payment = { amount: "149.00", date: "2026-11-20", reference: newId(), key: newId() };
    await recordManualPayment(shop, owner, orderId, payment);
  }
  return { access, shop, deps, person, now, invite, join, place, pay };
}
