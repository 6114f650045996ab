import { companyOfAccount, peopleOfCompany } from "#companies/company-people.server.ts";
import { deleteEmailsAbout } from "#mail/outbox/personal-mails.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Person, PersonalData } from "#policy/personal-data.ts";
import {
  contentIn,
  contentOfVersion,
  deleteOfferLinks,
  deleteOffers,
  lockOffers,
  renewSearchWords,
} from "./offer-store.server.ts";

/** The offers to a person, and the links that the person got to offers of the company. */
export const personalOffers: PersonalData = {
  name: "offers",
  async *records(queries, person) {
    const rows = await offersTo(queries, person)
      .select(["id", "email", "name", "title", "version", "created_at", "last_day"])
      .select(["withdrawn_at", "accepted_at", "order_id"])
      .orderBy("created_at")
      .execute();
    const records = [];
    for (const row of rows) {
      const { points, note } = await contentOfVersion(queries, row.id, row.version);
      records.push({
        email: row.email,
        name: row.name,
        offer: row.title,
        points,
        note,
        lastDay: row.last_day,
        madeAt: isoTime(row.created_at),
        withdrawnAt: row.withdrawn_at === null ? null : isoTime(row.withdrawn_at),
        acceptedAt: row.accepted_at === null ? null : isoTime(row.accepted_at),
        order: row.order_id,
      });
    }
    yield records;
  },
  async forget(tx, person) {
    const own = await offersTo(tx, person).select(["id", "order_id"]).execute();
    const rows = [...own, ...(await offersToCompanyOf(tx, person))];
    const linked = await linksTo(tx, person).select("offer_id").execute();
    await lockOffers(tx, [...rows.map(({ id }) => id), ...linked.map((link) => link.offer_id)]);
    // Nobody can accept these offers any more, and their notes and points may name the person.
    const open = rows.flatMap(({ id, order_id }) => (order_id === null ? [id] : []));
    await deleteEmailsAbout(tx, open);
    await deleteOffers(tx, open);
    const accepted = rows.flatMap(({ id, order_id }) => (order_id === null ? [] : [id]));
    if (accepted.length > 0) {
      await deleteEmailsAbout(tx, accepted);
      await deleteOfferLinks(tx, accepted);
      await deleteNotes(tx, accepted);
      await tx
        .updateTable("offers")
        .set({ email: "", email_key: "", name: "", account_id: null, search_words: "" })
        .where("id", "in", accepted)
        .execute();
    }
    const links = linksTo(tx, person).select("id");
    await tx.deleteFrom("offer_visits").where("link_id", "in", links).execute();
    const ids = (await linksTo(tx, person).select("id").execute()).map(({ id }) => id);
    if (ids.length > 0) await tx.deleteFrom("offer_links").where("id", "in", ids).execute();
    await tx
      .updateTable("offer_events")
      .set({ author: "" })
      .where("kind", "=", "accepted")
      .where("author", "=", person.email)
      .execute();
  },
  async readdress(tx, person, newEmail) {
    const address = { email: newEmail, email_key: normalEmail(newEmail) };
    const offers = (await offersTo(tx, person).select("id").execute()).map(({ id }) => id);
    if (offers.length > 0) {
      await tx.updateTable("offers").set(address).where("id", "in", offers).execute();
      await renewSearchWords(tx, offers);
    }
    const links = (await linksTo(tx, person).select("id").execute()).map(({ id }) => id);
    if (links.length > 0) {
      await tx.updateTable("offer_links").set(address).where("id", "in", links).execute();
    }
    await tx
      .updateTable("offer_events")
      .set({ author: newEmail })
      .where("kind", "=", "accepted")
      .where("author", "=", person.email)
      .execute();
  },
};

/** The offers to the company of a person who is the last one there. */
async function offersToCompanyOf(tx: WriteTransaction, { accountId }: Person) {
  const companyId = await companyOfAccount(tx, accountId);
  const others = (await peopleOfCompany(tx, companyId)).filter(
    (one) => one.accountId !== accountId,
  );
  if (others.length > 0) return [];
  return tx
    .selectFrom("offers")
    .select(["id", "order_id"])
    .where("company_id", "=", companyId)
    .execute();
}

/** The lines and points stay, because the order has them, too. */
async function deleteNotes(tx: WriteTransaction, offerIds: readonly string[]): Promise<void> {
  const versions = await tx
    .selectFrom("offer_versions")
    .select(["offer_id", "number", "content"])
    .where("offer_id", "in", offerIds)
    .execute();
  for (const { offer_id, number, content } of versions) {
    const unnoted = { ...contentIn(content), note: "" };
    await tx
      .updateTable("offer_versions")
      .set({ content: JSON.stringify(unnoted) })
      .where("offer_id", "=", offer_id)
      .where("number", "=", number)
      .execute();
  }
}

/** An offer to an address belongs to its account once the account has confirmed the address. */
function offersTo(queries: Queries, { accountId, email, emailVerified }: Person) {
  return queries
    .selectFrom("offers")
    .where((where) =>
      where.or([
        where("account_id", "=", accountId),
        ...(emailVerified && email !== "" ? [where("email_key", "=", normalEmail(email))] : []),
      ]),
    );
}

function linksTo(queries: Queries, { accountId, email, emailVerified }: Person) {
  return queries
    .selectFrom("offer_links")
    .where((where) =>
      where.or([
        where("account_id", "=", accountId),
        ...(emailVerified && email !== "" ? [where("email_key", "=", normalEmail(email))] : []),
      ]),
    );
}
