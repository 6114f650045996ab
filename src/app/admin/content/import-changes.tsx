import { Alert, List, Text } from "@mantine/core";
import type { ImportReport } from "../../../content/archive/import-content.ts";
import type { NamedRecord } from "../../../content/archive/import-report.server.ts";
import { Table } from "../ui/table.tsx";

/** What an import would do, block by block. */
export function ImportChanges({ report }: { report: ImportReport }) {
  if (report.blocks.length === 0) {
    return <Alert>The file says what the site says already. Nothing would change.</Alert>;
  }
  return (
    <Table spacing="xs" aria-label="What the import would change">
      <tbody>
        {report.blocks.map((block) => (
          <tr key={block.block}>
            <th style={{ width: 180 }}>{block.title}</th>
            <td>
              <Names verb="Adds" records={block.added} />
              <Names verb="Changes" records={block.changed} />
              <Names verb="Moves to the trash" records={block.removed} />
              {block.reordered && <Text size="sm">Puts the list into another order</Text>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Names({ verb, records }: { verb: string; records: readonly NamedRecord[] }) {
  if (records.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        {verb}
      </Text>
      <List size="sm">
        {records.map(({ _id, label }) => (
          <List.Item key={_id}>{label}</List.Item>
        ))}
      </List>
    </>
  );
}
