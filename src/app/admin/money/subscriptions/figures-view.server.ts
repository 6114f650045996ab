import { labelSteps, layOutChart } from "#app/admin/today/sales/chart-layout.server.ts";
import { counted } from "#content/model/plan-terms.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { lastDayOf } from "#platform/time/calendar.ts";
import { monthOf } from "#platform/time/dates.ts";
import type { SubscriptionFigures } from "#subscriptions/figures/subscription-figures.ts";

export type FiguresView = NonNullable<ReturnType<typeof figuresView>>;

/** Figures with their charts, which the server lays out; null before the first subscription. */
export function figuresView(
  { now, months, forecast }: SubscriptionFigures,
  locale: string | undefined,
) {
  const isEmpty = months.every(
    ({ recurringCents, pausedCents, pastDueCents, lostCents }) =>
      recurringCents + pausedCents + pastDueCents + lostCents === 0,
  );
  if (isEmpty) return null;
  const latest = months.at(-1);
  const steps = months.map(({ month }) => ({ from: month, to: lastDayOf("month", month) }));
  const range = { name: "all", from: steps[0]?.from ?? "", to: steps.at(-1)?.to ?? "" } as const;
  const seriesOf = (names: Readonly<Record<string, (month: (typeof months)[number]) => number>>) =>
    Object.entries(names).map(([name, read], place) => ({ name, place, values: months.map(read) }));
  const standing = seriesOf({
    Recurring: ({ recurringCents }) => recurringCents,
    Paused: ({ pausedCents }) => pausedCents,
    "Past due": ({ pastDueCents }) => pastDueCents,
  });
  const changes = seriesOf({
    Gained: ({ gainedCents }) => gainedCents,
    Lost: ({ lostCents }) => lostCents,
  });
  return {
    now: [
      {
        label: "Recurring revenue a month",
        value: dollarsFromCents(now.recurringCents),
        detail: `${counted(now.running, "paid subscription")}${now.cancelled > 0 ? `, ${now.cancelled} of them cancelled` : ""}`,
      },
      {
        label: "Gained this month",
        value: dollarsFromCents(latest?.gainedCents ?? 0),
        detail: `Lost: ${dollarsFromCents(latest?.lostCents ?? 0)}`,
      },
      {
        label: "Paused",
        value: dollarsFromCents(now.pausedCents),
        detail: counted(now.paused, "subscription"),
      },
      {
        label: "Past due",
        value: dollarsFromCents(now.pastDueCents),
        detail: counted(now.pastDue, "subscription"),
      },
    ],
    forecast: forecast.map(({ month, cents }) => ({
      month: monthOf(month, locale),
      sum: dollarsFromCents(cents),
    })),
    labels: labelSteps({ range, step: "month", steps }, locale),
    standing: { series: standing, layout: layOutChart(standing, months.length) },
    changes: { series: changes, layout: layOutChart(changes, months.length) },
  };
}
