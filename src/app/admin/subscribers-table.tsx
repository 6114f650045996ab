import { Box } from "@mantine/core";
import type { Subscriber } from "../../inbox/subscribers.ts";
import type { Page } from "../../platform/pages.ts";
import { AdminTable } from "./ui/admin-table.tsx";

/** Who wants to hear from the site, newest first. */
export function SubscribersTable({ subscribers }: { subscribers: Page<Subscriber> }) {
  return (
    <Box maw={640}>
      <AdminTable
        label="Subscribers"
        columns={[
          { heading: "Sl No.", cell: (_subscriber, index) => subscribers.offset + index + 1 },
          { heading: "Email", cell: ({ subemail }) => subemail, whole: ({ subemail }) => subemail },
        ]}
        rows={subscribers.items}
        keyOf={({ _id }) => _id}
        empty="No subscribers yet."
      />
    </Box>
  );
}
