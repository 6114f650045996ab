import { Button, Group, Text } from "@mantine/core";
import { Fragment } from "react";
import { Link } from "react-router";
import { pageNumbers } from "#app/ui/customer/pagination.tsx";

interface AdminPaginationProps {
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
  label: string;
}

export function AdminPagination({ page, pageCount, hrefOf, label }: AdminPaginationProps) {
  const links = pageNumbers(page, pageCount)
    .filter((number) => number > 0)
    .map((number) => ({ page: number, href: hrefOf(number) }));
  return <PageLinks page={page} links={links} label={label} />;
}

interface PageLink {
  page: number;
  href: string;
}

interface PageLinksProps {
  page: number;
  /** In ascending order, including the current page. Gaps are shown as "…". */
  links: readonly PageLink[];
  label: string;
}

export function PageLinks({ page, links, label }: PageLinksProps) {
  const current = links.findIndex((link) => link.page === page);
  return (
    <Group component="nav" aria-label={label} gap={6} mt="md">
      <Step text="Previous" link={links[current - 1]} />
      {links.map((link, index) => (
        <Fragment key={link.page}>
          {link.page - (links[index - 1]?.page ?? 0) > 1 && (
            <Text size="sm" c="dimmed" aria-hidden>
              …
            </Text>
          )}
          <Button
            component={Link}
            to={link.href}
            preventScrollReset
            size="xs"
            h={height}
            miw={height}
            variant={link.page === page ? "filled" : "default"}
            aria-current={link.page === page ? "page" : undefined}
          >
            {link.page}
          </Button>
        </Fragment>
      ))}
      <Step text="Next" link={links[current + 1]} />
    </Group>
  );
}

function Step({ text, link }: { text: string; link: PageLink | undefined }) {
  const look = { variant: "default", size: "xs", h: height } as const;
  if (link === undefined) {
    return (
      <Button {...look} disabled>
        {text}
      </Button>
    );
  }
  return (
    <Button {...look} component={Link} to={link.href} preventScrollReset>
      {text}
    </Button>
  );
}

// Large enough for a thumb on a phone.
const height = { base: 44, sm: 32 };
