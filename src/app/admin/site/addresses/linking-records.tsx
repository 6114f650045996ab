import { Anchor, List, Text } from "@mantine/core";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { loader } from "./links-to.ts";

/**
 * Records with links to a record, read anew for each question; undefined until they have arrived, and
 * null when they cannot be loaded.
 */
export function useLinksTo(recordId: string | null) {
  const { data, load } = useFetcher<typeof loader>({ key: `links to ${recordId}` });
  useEffect(() => {
    if (recordId !== null)
      void load(`/admin/links-to?${new URLSearchParams({ record: recordId })}`);
  }, [recordId, load]);
  // The panel answers a failed request with null, which the type does not mention.
  const answer: typeof data | null = data;
  return recordId === null ? undefined : answer === null ? null : answer?.links;
}

type Links = NonNullable<ReturnType<typeof useLinksTo>>;

/** Says which links would lead nowhere. */
export function LinkingRecords({ links }: { links: Links | null | undefined }) {
  if (links === null) {
    return (
      <Text size="sm" c="dimmed" role="status">
        The links to it could not be loaded. Close this question and open it again.
      </Text>
    );
  }
  if (links === undefined) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Looking for links to it…
      </Text>
    );
  }
  if (links.length === 0) {
    return <Text size="sm">No menu, redirect or text of this site links to it.</Text>;
  }
  return (
    <div>
      <Text size="sm">
        {links.length === 1 ? "One place links" : `${links.length} places link`} to it. Menu entries
        disappear, and links in texts become plain text
        {links.some(({ isRedirect }) => isRedirect) &&
          ". Redirects to it lead where you send its visitors, or say that the page is gone"}
        :
      </Text>
      <List size="sm" mt="xs">
        {links.map(({ id, title, label, path }) => (
          <List.Item key={id}>
            <Anchor href={path} size="sm" target="_blank">
              {title}: {label}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
