import { Button, Group, Text } from "@mantine/core";
import { Link } from "react-router";
import { pageNumbers } from "../../ui/page-numbers.ts";

interface AdminPaginationProps {
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
  label: string;
}

/** Previous, numbers, Next, disabled at the ends. */
export function AdminPagination({ page, pageCount, hrefOf, label }: AdminPaginationProps) {
  const step = (text: string, target: number) =>
    target < 1 || target > pageCount ? (
      <Button variant="default" size="xs" h={height} disabled>
        {text}
      </Button>
    ) : (
      <Button
        component={Link}
        to={hrefOf(target)}
        preventScrollReset
        variant="default"
        size="xs"
        h={height}
      >
        {text}
      </Button>
    );
  return (
    <Group component="nav" aria-label={label} gap={6} mt="md">
      {step("Previous", page - 1)}
      {pageNumbers(page, pageCount).map((entry) =>
        entry < 0 ? (
          <Text key={entry} size="sm" c="dimmed" aria-hidden>
            …
          </Text>
        ) : (
          <Button
            key={entry}
            component={Link}
            to={hrefOf(entry)}
            preventScrollReset
            size="xs"
            h={height}
            miw={height}
            variant={entry === page ? "filled" : "default"}
            aria-current={entry === page ? "page" : undefined}
          >
            {entry}
          </Button>
        ),
      )}
      {step("Next", page + 1)}
    </Group>
  );
}

// Large enough for a thumb on a phone.
const height = { base: 44, sm: 32 };
