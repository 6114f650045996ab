import { Anchor, Button, Text, Title } from "@mantine/core";
import { Link, useFetcher } from "react-router";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { trashDays } from "#platform/time/trash-retention.ts";

/** Anything in the trash except content records and pictures. */
export interface TrashItem {
  readonly kind: "message" | "subscriber" | "note" | "file";
  /** Id of the item, or the version of a picture file. */
  readonly id: string;
  /** Id of the account of a note, or of the picture of a file; "" for other kinds. */
  readonly of: string;
  readonly what: string;
  readonly detail: string;
  /** Screen of the item; null if it has none. */
  readonly path: string | null;
  readonly deleted: string;
  readonly until: string;
}

/**
 * Maximum number of listed items. Older items appear when newer items are restored or deleted for
 * good.
 */
export const mostTrashItems = 100;

const columns: readonly AdminColumn<TrashItem>[] = [
  { heading: "What", cell: (item) => <Described item={item} /> },
  { heading: "Deleted", cell: ({ deleted }) => deleted },
  { heading: "Deleted for good on", cell: ({ until }) => until },
  { heading: "Restore", end: true, cell: (item) => <Restore item={item} /> },
];

export function TrashItems({ items }: { items: readonly TrashItem[] }) {
  return (
    <section>
      <Title order={2} mt="md" mb="xs">
        Deleted messages, subscribers and notes, and replaced picture files, kept for {trashDays}{" "}
        days
      </Title>
      {items.length === mostTrashItems && (
        <Text size="sm" c="dimmed" mb="xs">
          Only the last {mostTrashItems} are listed.
        </Text>
      )}
      <AdminTable
        label="Other deleted items"
        columns={columns}
        rows={items}
        keyOf={({ kind, id, of }) => `${kind} ${of} ${id}`}
        empty="No deleted messages, subscribers, notes or picture files."
      />
    </section>
  );
}

function Described({ item: { what, detail, path } }: { item: TrashItem }) {
  return (
    <div style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
      {path === null ? (
        what
      ) : (
        <Anchor component={Link} to={path} inherit>
          {what}
        </Anchor>
      )}
      {detail !== "" && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {detail}
        </Text>
      )}
    </div>
  );
}

function Restore({ item: { kind, id, of, what } }: { item: TrashItem }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action="/trash">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="of" value={of} />
      <Button
        type="submit"
        size="xs"
        variant="default"
        aria-label={`Restore ${what}`}
        loading={fetcher.state !== "idle"}
      >
        Restore
      </Button>
    </fetcher.Form>
  );
}
