import { shownHost } from "#check/fetching/typed-address.ts";
import type { Order } from "#orders/order.ts";
import { type DateReader, isoTime, longDateOf } from "#platform/time/dates.ts";
import { seriesOf } from "#reports/month-series.ts";
import type { ReportOfOrder } from "#reports/read-reports.ts";
import { monthName, shortMonthName } from "#reports/report.ts";
import { type MonthView, shownListOf, shownNumberOf } from "./month-view.ts";

export function monthView(
  { report, order, earlier, searches }: ReportOfOrder,
  reader: DateReader,
): MonthView {
  const { month, done, changed, next, numbers, lists, sentAt } = report;
  const shortName = shortMonthName(month);
  return {
    month,
    name: monthName(month),
    shortName,
    done,
    changed,
    next,
    orderNumber: order.number,
    website: websiteOf(order),
    sent: sentAt === null ? null : { iso: isoTime(sentAt), date: longDateOf(sentAt, reader) },
    numbers: numbers.map((one) => shownNumberOf(one, shortName)),
    earlier,
    series: seriesOf(month, numbers, earlier),
    searches,
    lists: lists.map(shownListOf),
  };
}

/** "example.com"; "" for an order without a website. */
export function websiteOf({ customerWebsite }: Order): string {
  if (customerWebsite === "") return "";
  try {
    return shownHost(
      customerWebsite.includes("://") ? customerWebsite : `https://${customerWebsite}`,
    );
  } catch {
    return customerWebsite;
  }
}
