import { Badge, Text } from "@mantine/core";
import type { PersonLine } from "#access/accounts/people.ts";
import { defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { isoTime } from "#platform/time/dates.ts";

type PersonRow = PersonLine & { readonly registered: string; readonly orders: number };

const columns: readonly ListColumn<PersonRow, PersonLine>[] = [
  {
    heading: "Email",
    place: "title",
    sorts: ["email-a-z", "email-z-a"],
    cell: ({ email }) => shownEmail(email),
    whole: ({ email }) => shownEmail(email),
    csv: ({ email }) => email,
  },
  {
    heading: "Name",
    place: "detail",
    cell: ({ name }) =>
      name || (
        <Text span c="dimmed" inherit>
          No name
        </Text>
      ),
    whole: ({ name }) => name,
    csv: ({ name }) => name,
  },
  {
    heading: "Email status",
    place: "mark",
    cell: ({ emailVerified }) => (
      <Badge variant="dot" color={emailVerified ? "brand" : "gray"}>
        {emailVerified ? "Confirmed" : "Not confirmed"}
      </Badge>
    ),
  },
  { heading: "Address confirmed", csv: ({ emailVerified }) => (emailVerified ? "yes" : "no") },
  {
    heading: "Registered",
    place: "wide",
    sorts: ["newest", "oldest"],
    cell: ({ registered }) => registered,
    csv: ({ registeredAt }) => isoTime(registeredAt),
  },
  {
    heading: "Orders",
    place: "value",
    cell: ({ orders }) => <span data-unit={orders === 1 ? "order" : "orders"}>{orders}</span>,
    end: true,
  },
];

export const peopleList = defineList({
  path: "/people",
  one: "customer",
  many: "customers",
  search: {
    name: "search",
    label: "Email or name begins with",
    placeholder: "Email or name",
    maxLength: 254,
  },
  filters: [
    {
      name: "state",
      label: "Email status",
      options: [
        { value: "confirmed", label: "Confirmed" },
        { value: "unconfirmed", label: "Not confirmed" },
      ],
    },
  ],
  sorts: ["email-a-z", "email-z-a", "newest", "oldest"],
  tabs: [
    { label: "All", query: "" },
    { label: "Not confirmed", query: "state=unconfirmed" },
  ],
  columns,
  csv: "/admin/csv/people",
});
