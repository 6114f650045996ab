import { Stack, Title } from "@mantine/core";
import { pageOfSubscribers } from "../../../inbox/subscribers.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import { pageTitle } from "../../page-title.ts";
import { adminOnly } from "../admin-guard.server.ts";
import { SubscribersTable } from "../subscribers-table.tsx";
import { AdminPagination } from "../ui/admin-pagination.tsx";
import type { Route } from "./+types/all-subscribers";

export const handle = { breadcrumb: [{ label: "Subscribers" }] };

export function meta() {
  return pageTitle("Subscribers");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const page = pageNumberOf(request);
  return { subscribers: await pageOfSubscribers(servicesOf(context), actor, page, 5) };
}

export default function AllSubscribers({ loaderData }: Route.ComponentProps) {
  const { subscribers } = loaderData;
  return (
    <Stack>
      <Title order={1}>Subscribers</Title>
      <SubscribersTable subscribers={subscribers} />
      <AdminPagination
        page={subscribers.page}
        pageCount={subscribers.pageCount}
        hrefOf={(page) => `/all-subscriber?page=${page}`}
        label="Pages of subscribers"
      />
    </Stack>
  );
}
