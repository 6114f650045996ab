import { type Generated, sql } from "kysely";
import type { Migrations } from "../platform/database/migrations.ts";

/**
 * Companies of customers that have been named, have invited people, have been merged, or were
 * started by a person who left another company. Every other account is a company of one, which
 * needs no row.
 */
interface CompaniesTable {
  /**
   * Account id of the founder. The company of somebody who has left another company gets a new id.
   */
  id: string;
  /** "" until somebody names the company. */
  name: string;
  created_at: number;
}

/** Each account belongs to at most one company. */
interface CompanyPeopleTable {
  account_id: string;
  company_id: string;
  /** 1 for somebody with the right. */
  orders: number;
  payments: number;
  may_order: number;
  people: number;
  /** Account of the person who invited; null for the founder. */
  invited_by: string | null;
  since: number;
  /** Raised with each change of the rights, so that open pages notice the change. */
  version: Generated<number>;
}

/** Open invitations, at most one for each company and address; deleted when used. */
interface CompanyInvitationsTable {
  id: string;
  company_id: string;
  email: string;
  /** `email` in lower case. */
  email_key: string;
  orders: number;
  payments: number;
  may_order: number;
  people: number;
  /** SHA-256 of the link's token. */
  token_hash: string;
  invited_by: string;
  sent_at: number;
  expires_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    companies: CompaniesTable;
    company_people: CompanyPeopleTable;
    company_invitations: CompanyInvitationsTable;
  }
}

const rightColumns = ["orders", "payments", "may_order", "people"] as const;

/**
 * A person who manages people has every right, so that nobody can give a right to others without
 * having the right.
 */
const rightsCheck = sql`(orders = 1 or payments = 1)
  and (people = 0 or (orders = 1 and payments = 1 and may_order = 1))`;

export const companyMigrations: Migrations = {
  "0212-companies": {
    async up(db) {
      await db.schema
        .createTable("companies")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
      const people = db.schema
        .createTable("company_people")
        .addColumn("account_id", "text", (column) => column.primaryKey().notNull())
        .addColumn("company_id", "text", (column) => column.notNull().references("companies.id"));
      const withRights = rightColumns.reduce(
        (table, name) =>
          table.addColumn(name, "integer", (column) =>
            column.notNull().check(sql`${sql.ref(name)} in (0, 1)`),
          ),
        people,
      );
      await withRights
        .addColumn("invited_by", "text")
        .addColumn("since", "bigint", (column) => column.notNull())
        .addColumn("version", "bigint", (column) => column.notNull().defaultTo(1))
        .addCheckConstraint("company_people_rights", rightsCheck)
        .execute();
      await db.schema
        .createIndex("company_people_of_company")
        .on("company_people")
        .columns(["company_id", "account_id"])
        .execute();
      const invitations = db.schema
        .createTable("company_invitations")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("company_id", "text", (column) => column.notNull().references("companies.id"))
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("email_key", "text", (column) => column.notNull());
      const invited = rightColumns.reduce(
        (table, name) =>
          table.addColumn(name, "integer", (column) =>
            column.notNull().check(sql`${sql.ref(name)} in (0, 1)`),
          ),
        invitations,
      );
      await invited
        .addColumn("token_hash", "text", (column) => column.notNull().unique())
        .addColumn("invited_by", "text", (column) => column.notNull())
        .addColumn("sent_at", "bigint", (column) => column.notNull())
        .addColumn("expires_at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("company_invitations_once", ["company_id", "email_key"])
        .addCheckConstraint("company_invitations_rights", rightsCheck)
        .execute();
      await db.schema
        .createIndex("company_invitations_of_address")
        .on("company_invitations")
        .column("email_key")
        .execute();
    },
  },
};
