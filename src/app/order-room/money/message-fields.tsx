import { Text } from "@mantine/core";
import { Table } from "#app/admin/frame/ui/table.tsx";

interface MessageFieldsProps {
  fields: readonly (readonly [name: string, value: string])[];
}

export function MessageFields({ fields }: MessageFieldsProps) {
  return (
    <Text component="details" size="sm">
      <Text component="summary" size="sm" py={8} style={{ cursor: "pointer" }}>
        Show all fields of the notification
      </Text>
      <Table isFixed aria-label="All fields">
        <tbody>
          {fields.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand in it twice
            <tr key={index}>
              <th data-quiet style={{ width: "40%", overflowWrap: "anywhere" }}>
                {name}
              </th>
              <td style={{ overflowWrap: "anywhere" }}>{value}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Text>
  );
}
