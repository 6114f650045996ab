import { Table, Text } from "@mantine/core";

interface MessageFieldsProps {
  fields: readonly (readonly [name: string, value: string])[];
}

/** Everything that a provider's message says, folded. */
export function MessageFields({ fields }: MessageFieldsProps) {
  return (
    <Text component="details" size="sm" mt="sm">
      <Text component="summary" size="sm" py={8} style={{ cursor: "pointer" }}>
        Every field of the message
      </Text>
      <Table layout="fixed" aria-label="Every field of the message">
        <Table.Tbody>
          {fields.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand in it twice
            <Table.Tr key={index}>
              <Table.Th w="40%" fw={400} c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Text>
  );
}
