import type { ListedSubscriber } from "#inbox/subscribers/list-subscribers.ts";
import type { Page } from "#platform/pages.ts";
import { AdminTable } from "../frame/ui/admin-table.tsx";
import { subscriberKey, subscribersList } from "../messages/inbox/subscribers-list.tsx";

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
