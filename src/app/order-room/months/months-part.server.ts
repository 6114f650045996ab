import { listReports } from "#reports/read-reports.ts";
import { monthName, reportPath } from "#reports/report.ts";
import type { RoomReading } from "../room-part.ts";

/** Links to the sent reports of the order, the newest first. */
export const customerMonths = {
  read: async ({ services, actor, order }: RoomReading) => {
    const reports = await listReports(services, actor, order.id);
    return reports
      .filter(({ state }) => state === "sent")
      .map(({ month }) => ({ name: monthName(month), path: reportPath(order.id, month) }));
  },
};
