import { Anchor, Badge } from "@mantine/core";
import { Link } from "react-router";
import { defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { Message } from "#inbox/messages/message.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";

export const messageHref = ({ _id }: Message) => `/view/${_id}`;

const columns: readonly ListColumn<Message, Message>[] = [
  {
    heading: "Sl No.",
    isData: false,
    place: "wide",
    cell: (_message, index) => index + 1,
  },
  {
    heading: "Full Name",
    place: "title",
    // The name is optional in the contact form.
    cell: ({ name, email }) => name || shownEmail(email),
    whole: ({ name, email }) => name || shownEmail(email),
    csv: ({ name }) => name,
  },
  {
    heading: "Phone Number",
    place: "wide",
    cell: ({ number }) => number,
    csv: ({ number }) => number,
  },
  {
    heading: "Email",
    place: "wide",
    cell: ({ email }) => shownEmail(email),
    whole: ({ email }) => shownEmail(email),
    csv: ({ email }) => email,
  },
  {
    heading: "Subject",
    place: "detail",
    cell: ({ subject }) => subject,
    whole: ({ subject }) => subject,
    csv: ({ subject }) => subject,
  },
  { heading: "Message", csv: ({ message }) => message },
  {
    heading: "Message Status",
    place: "value",
    cell: ({ messageStatus }) => (
      <Badge variant="dot" color={messageStatus === "UnRead" ? "yellow" : "gray"}>
        {messageStatus}
      </Badge>
    ),
    csv: ({ messageStatus }) => messageStatus,
  },
  {
    heading: "Read Now",
    isData: false,
    place: "wide",
    cell: (message) => (
      <Anchor component={Link} to={messageHref(message)} size="sm" fw={500}>
        View Message
      </Anchor>
    ),
  },
];

export const messagesList = defineList({
  path: "/all-messages",
  one: "message",
  many: "messages",
  search: {
    name: "search",
    label: "Search by name, email or text",
    placeholder: "Name, email or text",
    maxLength: 200,
  },
  filters: [],
  sorts: ["newest", "oldest"],
  tabs: [{ label: "All", query: "" }],
  columns,
  csv: "/admin/csv/messages",
});
