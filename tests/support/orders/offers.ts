import { accountOfProvenAddress } from "#access/accounts/accounts.server.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import { addOns } from "#content/blocks/add-ons.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { acceptOffer } from "#offers/accept-offer.ts";
import { makeOffer } from "#offers/manage-offers.ts";
import { enterOfferCode, sendOfferCode } from "#offers/offer-code.ts";
import { openOffer } from "#offers/open-offer.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, system } from "#policy/actor.ts";
import { waysIn } from "#server/ways-in.ts";
import { openCompanies } from "../rights/companies.ts";
import { owner } from "./shop.ts";

const details = {
  customerName: "Zoe Field",
  customerAddress: "1 Long Acre",
  customerCountry: "Norway",
};

/** Offers with accounts, companies and a shop, and an adjustable clock. */
export async function openOffers(database: Database) {
  const companies = await openCompanies(database);
  const { access, shop } = companies;
  const time = { now: Date.UTC(2026, 10, 20, 12) };
  const clock = () => time.now;
  const post = { ...access.post, clock };
  const deps = {
    ...shop,
    database,
    clock,
    post,
    clientAddress: "203.0.113.7",
    accountOfProvenAddress: accountOfProvenAddress(waysIn),
  };
  const by = { actor: system, author: "test", at: clock() };
  await database.write(async (tx) => {
    await insertRecord(tx, addOns, { ...addOns.example, addOnPrice: "90" } as never, by);
    await insertRecord(
      tx,
      addOns,
      { ...addOns.example, addOnName: "A translation", addOnPrice: "45.50" } as never,
      by,
    );
  });
  const plans = await listRecords(database.read, pricingPackages);
  const extras = await listRecords(database.read, addOns);
  const planId = (name: string) => plans.find((plan) => plan.packageName === name)?._id ?? "";
  const extraId = (name: string) => extras.find((extra) => extra.addOnName === name)?._id ?? "";

  const form = {
    email: "zoe@example.com",
    name: "Zoe Field",
    packageId: planId("Standard"),
    price: "249",
    lastDay: "2026-12-24",
    sends: true,
  };
  const { email: _, name: _name, ...content } = form;
  const standard = plans.find((plan) => plan.packageName === "Standard");
  /** The form that changes an offer of `make`. */
  const changing = { ...content, sends: false, points: standard ? planPoints(standard) : [] };
  const make = (changes: object = {}, actor: Actor = owner) =>
    makeOffer(deps, actor, { ...form, ...changes });
  const textsTo = async (email: string, letter: string) => {
    const rows = await database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("recipient", "=", email)
      .where("letter", "=", letter)
      .orderBy("id")
      .execute();
    return rows.map(({ text_body }) => text_body);
  };
  const tokenTo = async (email: string, letter = "offerMade") =>
    /offer\?token=([\w-]+)/.exec((await textsTo(email, letter)).at(-1) ?? "")?.[1] ?? "";
  const codeTo = async (email: string) =>
    /code is (\d{6})/.exec((await textsTo(email, "offerCode")).at(-1) ?? "")?.[1] ?? "";
  async function open(email = form.email, earlier = "", letter = "offerMade") {
    const { secret } = await openOffer(deps, await tokenTo(email, letter), earlier);
    return secret;
  }
  async function prove(secret: string, email = form.email) {
    await sendOfferCode(deps, secret);
    await enterOfferCode(deps, secret, await codeTo(email));
  }
  const accept = (secret: string, version = 1, changes: object = {}) =>
    acceptOffer(deps, secret, { ...details, terms: "yes", version, ...changes });
  const giveRole = (email: string, role: "Manager" | "Worker") =>
    database.write(async (tx) => {
      await lockCompanies(tx);
      await tx
        .insertInto("user_records")
        .values({
          id: newId(),
          user_email: email,
          email_key: email,
          user_role: role,
          created_at: 1,
        })
        .execute();
    });
  return {
    ...companies,
    deps,
    time,
    form,
    changing,
    make,
    planId,
    extraId,
    textsTo,
    tokenTo,
    codeTo,
    open,
    prove,
    accept,
    giveRole,
  };
}
