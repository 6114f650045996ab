import { Anchor, Stack, Title } from "@mantine/core";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import { mayOpen } from "#app/route-access.server.ts";
import type { Services } from "#compose.ts";
import { paymentEmail } from "#content/blocks/payment-email.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { listFirstSteps } from "#content/records/first-steps.ts";
import { pageOfSubscribers } from "#inbox/subscribers/list-subscribers.ts";
import { hasSentMail } from "#mail/outbox/outbox.server.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { moneyTotals, salesTotalCents } from "#sales/order-totals.ts";
import { readSales } from "#sales/read-sales.ts";
import { readBusiness } from "#settings/business.server.ts";
import { readBankTransfer } from "#settings/stored-settings.server.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import { AdminOrdersTable } from "../frame/ui/admin-orders-table.tsx";
import { AdminPagination } from "../frame/ui/admin-pagination.tsx";
import { teamOrdersPage } from "../orders/team-order-rows.server.ts";
import type { Route } from "./+types/admin-dashboard";
import classes from "./admin-dashboard.module.css";
import { DashboardTotals, describeTotals } from "./dashboard-totals.tsx";
import { areFirstStepsFolded } from "./folded-steps.ts";
import { labelSteps, layOutChart } from "./sales/chart-layout.server.ts";
import { dashboardAddress, useDashboardChoices } from "./sales/range-choice.tsx";
import { SalesSection } from "./sales/sales-section.tsx";
import { tasksOfToday } from "./today.server.ts";
import { Today } from "./today.tsx";

/** Loaded on demand, because only a new site shows the first steps. */
const FirstStepsCard = lazy(() => import("./first-steps-card.tsx"));
/** Loaded later, because it is at the end of the screen. */
const SubscribersTable = lazy(async () => {
  const { SubscribersTable } = await import("./subscribers-table.tsx");
  return { default: SubscribersTable };
});

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Admin Dashboard", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const asked = new URL(request.url).searchParams;
  const range = { range: asked.get("range"), from: asked.get("from"), to: asked.get("to") };
  const split = asked.get("by") === "status" ? "status" : "plan";
  const reader = await dateReader(services, request);
  const [orders, subscribers, totalCents, money, sales, paymentEmails, firstSteps, tasks] =
    await Promise.all([
      teamOrdersPage(services, actor, reader, {
        page: pageNumberOf(request, "orders"),
        pageSize: 7,
      }),
      pageOfSubscribers(services, actor, pageNumberOf(request, "subscribers"), 3),
      salesTotalCents(services, actor),
      moneyTotals(services, actor),
      readSales(services, actor, range, split),
      may(actor, "change where payments go")
        ? listRecords(services.database.read, paymentEmail)
        : [],
      may(actor, "change settings") ? openSteps(services, actor) : [],
      tasksOfToday(services, actor, reader),
    ]);
  const paymentEmailIds = paymentEmails.map(({ _id }) => _id);
  const totals = describeTotals(totalCents, money);
  const layouts = {
    sales: layOutChart(sales.sales, sales.steps.length),
    orders: layOutChart(sales.orders, sales.steps.length),
  };
  const labels = labelSteps(sales, reader.locale);
  const charts = { sales, labels, layouts };
  const cards = [
    ...cardsOfScreens.filter(({ path }) => mayOpen(actor, path)),
    ...paymentEmailIds.map(paymentCard),
  ];
  const areStepsFolded = areFirstStepsFolded(request.headers.get("cookie") ?? "");
  return { orders, subscribers, totals, charts, cards, firstSteps, areStepsFolded, tasks };
}

interface Card {
  readonly label: string;
  readonly path: string;
}

async function openSteps(services: Services, actor: SignedInActor) {
  const { configuration, database, payments } = services;
  const isPayable = payments.ways.length > 0 || (await readBankTransfer(database.read)) !== null;
  return listFirstSteps(services, actor, {
    takesMoney: payments.mode === "live" && isPayable,
    hasSentMail: await hasSentMail(database),
    business: await readBusiness(configuration, database.read),
  });
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { orders, subscribers, totals, charts, cards, firstSteps, areStepsFolded, tasks } =
    loaderData;
  const present = useDashboardChoices();
  return (
    <Stack gap="xl">
      <Title order={1}>Welcome to Admin Dashboard</Title>
      <Today tasks={tasks} />
      {firstSteps.length > 0 && (
        <Suspense fallback={null}>
          <FirstStepsCard steps={firstSteps} isFolded={areStepsFolded} />
        </Suspense>
      )}
      <DashboardTotals totals={totals} />
      <SalesSection {...charts} />
      <Cards cards={cards} />
      <section>
        <Title order={2} mb="xs">
          Total Orders
        </Title>
        <AdminOrdersTable orders={orders} updateLabel="Update Order" />
        {orders.total > 0 && (
          <AdminPagination
            page={orders.page}
            pageCount={orders.pageCount}
            hrefOf={(page) => dashboardAddress(present, { orders: String(page) })}
            label="Pages of orders"
          />
        )}
      </section>
      <section>
        <Title order={2} mb="xs">
          Total Subscribers
        </Title>
        <Suspense fallback={null}>
          <SubscribersTable subscribers={subscribers} />
        </Suspense>
        {subscribers.total > 0 && (
          <AdminPagination
            page={subscribers.page}
            pageCount={subscribers.pageCount}
            hrefOf={(page) => dashboardAddress(present, { subscribers: String(page) })}
            label="Pages of subscribers"
          />
        )}
      </section>
    </Stack>
  );
}

const cardsOfScreens: readonly Card[] = [
  { label: "Content", path: "/setting" },
  { label: "Total Orders", path: "/total-orders" },
  { label: "Messages", path: "/all-messages" },
  { label: "Subscribers", path: "/all-subscriber" },
  { label: "Admin", path: "/add-user" },
];

function paymentCard(recordId: string): Card {
  return { label: "Payment", path: `/paypal-email/${recordId}` };
}

/** The specified cards, in one line, because the navigation leads to the same screens. */
function Cards({ cards }: { cards: readonly Card[] }) {
  return (
    <nav aria-label="Screens of the dashboard" className={classes.cards}>
      {cards.map(({ label, path }) => (
        <Anchor key={path} component={Link} to={path} size="sm">
          {label}
        </Anchor>
      ))}
    </nav>
  );
}
