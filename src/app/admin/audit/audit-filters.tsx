import { Anchor, Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link } from "react-router";

interface AuditFiltersProps {
  filters: Readonly<Record<"search" | "subject" | "from" | "until", string>>;
  subjects: readonly string[];
  isFiltered: boolean;
}

/** What the log is looked through for; it stands in the address, so that it can be sent to somebody. */
export function AuditFilters({ filters, subjects, isFiltered }: AuditFiltersProps) {
  const kinds = subjects.map((subject) => ({ value: subject, label: titleOf(subject) }));
  return (
    <Form method="get" action="/audit-log" role="search">
      <Group align="end" gap="sm">
        <TextInput
          name="search"
          label="Search"
          placeholder="Who, what or which thing"
          type="search"
          defaultValue={filters.search}
          flex={{ base: "1 1 100%", lg: 1 }}
        />
        <NativeSelect
          name="subject"
          label="Kind"
          defaultValue={filters.subject}
          flex={grows}
          data={[{ value: "", label: "Everything" }, ...kinds]}
        />
        <TextInput name="from" label="From" type="date" defaultValue={filters.from} flex={grows} />
        <TextInput
          name="until"
          label="Until"
          type="date"
          defaultValue={filters.until}
          flex={grows}
        />
        <Button type="submit">Search</Button>
        {isFiltered && (
          <Anchor component={Link} to="/audit-log" size="sm" py={8}>
            Show everything
          </Anchor>
        )}
      </Group>
    </Form>
  );
}

/** On a phone two of them fill a line. */
const grows = { base: "1 1 8rem", sm: "none" };

function titleOf(subject: string): string {
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}
