import { Badge } from "@mantine/core";
import type { ListedSubscriber } from "#inbox/subscribers/list-subscribers.ts";
import type { Page } from "#platform/pages.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { ListColumn } from "../list/list-rows.tsx";
import { AdminTable } from "../ui/admin-table.tsx";

export function SubscribersTable({ subscribers }: { subscribers: Page<ListedSubscriber> }) {
  return (
    <AdminTable
      label="Subscribers"
      columns={subscriberColumns(subscribers.offset)}
      rows={subscribers.items}
      keyOf={subscriberKey}
      empty="No subscribers yet."
    />
  );
}

export const subscriberKey = ({ _id }: ListedSubscriber) => _id;

export function subscriberColumns(offset: number): ListColumn<ListedSubscriber>[] {
  return [
    {
      heading: "Sl No.",
      isData: false,
      cell: (_subscriber, index) => offset + index + 1,
      place: "wide",
    },
    {
      heading: "Email",
      place: "title",
      sorts: ["email-a-z", "email-z-a"],
      cell: ({ subemail }) => shownEmail(subemail),
      whole: ({ subemail }) => shownEmail(subemail),
    },
    {
      heading: "State",
      place: "detail",
      cell: ({ isWaiting }) =>
        isWaiting ? (
          <Badge variant="dot" color="yellow" title="Has not confirmed the subscription yet">
            Not confirmed
          </Badge>
        ) : (
          "Subscribed"
        ),
    },
  ];
}
