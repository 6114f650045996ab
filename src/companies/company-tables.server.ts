import type { Generated } from "kysely";

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
