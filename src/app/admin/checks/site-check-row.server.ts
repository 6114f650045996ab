import type { ListedCheck } from "#check/requests/read-checks.ts";
import type { DateReader } from "#platform/time/dates.ts";
import { instantOf } from "../mail/mail-row.server.ts";

export type SiteCheckListRow = ReturnType<typeof siteCheckRow>;

export function siteCheckRow(check: ListedCheck, reader: DateReader) {
  const { id, website, state, email, orderId, findings, requestedBy, person } = check;
  return {
    id,
    website,
    state,
    email,
    orderId,
    findings,
    requestedBy,
    person,
    requested: instantOf(check.requestedAt, reader),
  };
}
