import { Stack, Title } from "@mantine/core";
import { pageOfMessages } from "../../../inbox/page-of-messages.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import { pageTitle } from "../../page-title.ts";
import { adminOnly } from "../admin-guard.server.ts";
import { AdminPagination } from "../ui/admin-pagination.tsx";
import type { Route } from "./+types/all-messages";
import { MessagesTable } from "./messages-table.tsx";

export const handle = { breadcrumb: [{ label: "Messages" }] };

export function meta() {
  return pageTitle("Messages");
}

const pageSize = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const pageOf = (status: "UnRead" | "Read", name: string) =>
    pageOfMessages(services, actor, { status, page: pageNumberOf(request, name), pageSize });
  const [unread, read] = await Promise.all([pageOf("UnRead", "unread"), pageOf("Read", "read")]);
  return { unread, read };
}

export default function AllMessages({ loaderData }: Route.ComponentProps) {
  const { unread, read } = loaderData;
  return (
    <Stack gap="xl">
      <Title order={1}>Messages</Title>
      <section>
        <Title order={2} mb="xs">
          Unread messages
        </Title>
        <MessagesTable
          label="Unread messages"
          messages={unread}
          empty="Every message has been read."
        />
        <AdminPagination
          page={unread.page}
          pageCount={unread.pageCount}
          hrefOf={(page) => `/all-messages?unread=${page}&read=${read.page}`}
          label="Pages of unread messages"
        />
      </section>
      <section>
        <Title order={2} mb="xs">
          Read messages
        </Title>
        <MessagesTable
          label="Read messages"
          messages={read}
          empty="No message has been read yet."
        />
        <AdminPagination
          page={read.page}
          pageCount={read.pageCount}
          hrefOf={(page) => `/all-messages?unread=${unread.page}&read=${page}`}
          label="Pages of read messages"
        />
      </section>
    </Stack>
  );
}
