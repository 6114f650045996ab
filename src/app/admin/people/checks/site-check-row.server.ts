import { instantOf } from "#app/admin/messages/mail/mail-row.server.ts";
import type { ListedCheck } from "#check/requests/read-checks.ts";
import type { DateReader } from "#platform/time/dates.ts";

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
