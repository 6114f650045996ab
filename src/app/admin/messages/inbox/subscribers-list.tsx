import { Badge } from "@mantine/core";
import { defineList, type TableColumn } from "#app/admin/frame/list/define-list.ts";
import type { ListedSubscriber } from "#inbox/subscribers/list-subscribers.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";

export const subscriberKey = ({ _id }: ListedSubscriber) => _id;

const columns: readonly TableColumn<ListedSubscriber>[] = [
  {
    heading: "Sl No.",
    isData: false,
    cell: (_subscriber, index) => index + 1,
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

export const subscribersList = defineList({
  path: "/all-subscriber",
  one: "subscriber",
  many: "subscribers",
  search: {
    name: "q",
    label: "Search subscribers",
    placeholder: "Email address starts with",
    maxLength: 254,
  },
  filters: [
    { name: "state", label: "State", options: [{ value: "waiting", label: "Not confirmed" }] },
  ],
  sorts: ["newest", "oldest", "email-a-z", "email-z-a"],
  tabs: [
    { label: "All", query: "" },
    { label: "Not confirmed", query: "state=waiting" },
  ],
  columns,
  // The REST interface writes the file, because a newsletter program reads it.
  csv: "/api/subscribers.csv",
});
