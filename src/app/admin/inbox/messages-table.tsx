import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Message } from "../../../inbox/messages.ts";
import type { Page } from "../../../platform/pages.ts";

const columns = [
  "Sl No.",
  "Full Name",
  "Phone Number",
  "Email",
  "Subject",
  "Message Status",
  "Read Now",
];

/** Messages of one kind, newest first. */
export function MessagesTable({ messages, empty }: { messages: Page<Message>; empty: string }) {
  if (messages.total === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {messages.items.map((message, index) => (
            <Table.Tr key={message._id}>
              <Table.Td>{messages.offset + index + 1}</Table.Td>
              <Table.Td>{message.name}</Table.Td>
              <Table.Td>{message.number}</Table.Td>
              <Table.Td>{message.email}</Table.Td>
              <Table.Td maw={260}>
                <Text size="sm" lineClamp={2}>
                  {message.subject}
                </Text>
              </Table.Td>
              <Table.Td>{message.messageStatus}</Table.Td>
              <Table.Td>
                <Anchor component={Link} to={`/view/${message._id}`} size="sm">
                  View Message
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
