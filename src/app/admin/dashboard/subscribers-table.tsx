import type { ListedSubscriber } from "#inbox/subscribers/list-subscribers.ts";
import type { Page } from "#platform/pages.ts";
import { subscriberKey, subscribersList } from "../inbox/subscribers-list.tsx";
import { AdminTable } from "../ui/admin-table.tsx";

export function SubscribersTable({ subscribers }: { subscribers: Page<ListedSubscriber> }) {
  return (
    <AdminTable
      label="Subscribers"
      columns={subscribersList.columns}
      rows={subscribers.items}
      offset={subscribers.offset}
      keyOf={subscriberKey}
      empty="No subscribers yet."
    />
  );
}
