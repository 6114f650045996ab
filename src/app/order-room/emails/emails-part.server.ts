import { receivedRow } from "#app/admin/messages/mail/received-row.server.ts";
import { listWaitingMails } from "#mail/incoming/read-incoming-mails.ts";
import type { RoomReading } from "../room-part.ts";

/** Emails that may not speak for their sender and wait for a decision of the team. */
export const teamEmails = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const emails = await listWaitingMails(services, actor, order.id);
    return emails.map((mail) => receivedRow(mail, reader));
  },
};
