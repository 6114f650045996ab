import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { Message } from "../../../inbox/messages/message.ts";
import type { Page } from "../../../platform/pages.ts";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";

interface MessagesTableProps {
  label: string;
  messages: Page<Message>;
  empty: string;
}

/** Messages of one kind, newest first. */
export function MessagesTable({ label, messages, empty }: MessagesTableProps) {
  const columns: AdminColumn<Message>[] = [
    { heading: "Sl No.", cell: (_message, index) => messages.offset + index + 1 },
    { heading: "Full Name", cell: ({ name }) => name || "not given", whole: ({ name }) => name },
    { heading: "Phone Number", cell: ({ number }) => number },
    { heading: "Email", cell: ({ email }) => email, whole: ({ email }) => email },
    { heading: "Subject", cell: ({ subject }) => subject, whole: ({ subject }) => subject },
    { heading: "Message Status", cell: ({ messageStatus }) => messageStatus },
    {
      heading: "Read Now",
      cell: ({ _id }) => (
        <Anchor component={Link} to={`/view/${_id}`} size="sm" fw={500}>
          View Message
        </Anchor>
      ),
    },
  ];
  return (
    <AdminTable
      label={label}
      columns={columns}
      rows={messages.items}
      keyOf={({ _id }) => _id}
      empty={empty}
    />
  );
}
