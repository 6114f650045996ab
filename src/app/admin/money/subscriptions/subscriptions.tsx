import { Stack, Title } from "@mantine/core";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { may } from "#policy/rights.ts";
import { readFigures } from "#subscriptions/figures/read-figures.ts";
import { pageOfSubscriptions } from "#subscriptions/list-subscriptions.ts";
import type { Route } from "./+types/subscriptions";
import { figuresView } from "./figures-view.server.ts";
import { FiguresNow, SubscriptionFigures } from "./subscription-figures.tsx";
import { subscriptionRow } from "./subscription-row.server.ts";
import { subscriptionsList } from "./subscriptions-list.tsx";

export const handle = {
  breadcrumb: [{ label: "Payments", path: "/payments" }, { label: "Subscriptions" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Subscriptions", matches);
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { search, shown } = await readList(services, actor, request, subscriptionsList);
  const [subscriptions, figures] = await Promise.all([
    pageOfSubscriptions(services, actor, { ...search, pageSize }),
    readFigures(services, actor),
  ]);
  const words = { reader };
  const items = subscriptions.items.map((one) => subscriptionRow(one, words));
  return {
    subscriptions: { ...subscriptions, items },
    figures: figuresView(figures, reader.locale),
    shown,
    mayChangePlans: may(actor, "edit content"),
  };
}

const empty = {
  title: "No subscriptions yet",
  why: "When a customer orders a plan that is charged every month, quarter or year, it appears here with its next payment.",
};
const plans = { label: "See the plans", path: "/add-pricing" };

export default function Subscriptions({ loaderData }: Route.ComponentProps) {
  const { subscriptions, figures, shown, mayChangePlans } = loaderData;
  return (
    <Stack gap="xl">
      <Title order={1}>Subscriptions</Title>
      {figures && <FiguresNow figures={figures} />}
      <ListView
        list={subscriptionsList}
        {...shown}
        label="All subscriptions"
        page={subscriptions}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/subscriptions/${id}`}
        nameOf={({ plan, customer }) => `${plan} of ${customer}`}
        empty={<EmptyList {...empty} {...(mayChangePlans && { todo: plans })} />}
      />
      {figures && <SubscriptionFigures figures={figures} />}
    </Stack>
  );
}
