import { Table, Text } from "@mantine/core";
import type { Subscriber } from "../../inbox/subscribers.ts";
import type { Page } from "../../platform/pages.ts";

/** Who wants to hear from the site, newest first. */
export function SubscribersTable({ subscribers }: { subscribers: Page<Subscriber> }) {
  if (subscribers.total === 0) return <Text c="dimmed">No subscribers yet.</Text>;
  return (
    <Table verticalSpacing="sm" maw={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={90}>Sl No.</Table.Th>
          <Table.Th>Email</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {subscribers.items.map((subscriber, index) => (
          <Table.Tr key={subscriber._id}>
            <Table.Td>{subscribers.offset + index + 1}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{subscriber.subemail}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
