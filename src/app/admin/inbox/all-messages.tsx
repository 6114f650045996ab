import { Anchor, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Form, Link, useNavigation } from "react-router";
import { mostLookedThrough, pagesOfMessages } from "../../../inbox/messages/list-messages.ts";
import type { Message } from "../../../inbox/messages/message.ts";
import { longestSearch } from "../../../inbox/messages/message-search.ts";
import { canBeId } from "../../../platform/ids.ts";
import type { Page } from "../../../platform/pages.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminPagination } from "../ui/admin-pagination.tsx";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import type { Route } from "./+types/all-messages";

interface SearchFieldProps {
  path: string;
  label: string;
  search: string;
  maxLength: number;
}

/** A search field whose text is in the URL, so that paging and Back keep it. */
function SearchField({ path, label, search, maxLength }: SearchFieldProps) {
  const navigation = useNavigation();
  const isSearching = navigation.state === "loading" && navigation.location.pathname === path;
  return (
    <Form method="get" action={path} role="search">
      <Group gap="xs" align="end" maw={560}>
        <TextInput
          // The key resets the field for each URL, so that Back shows the former search.
          key={search}
          name="search"
          type="search"
          label={label}
          defaultValue={search}
          maxLength={maxLength}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          flex={1}
          miw={200}
        />
        <Button type="submit" variant="default" loading={isSearching}>
          Search
        </Button>
        {search !== "" && (
          <Anchor component={Link} to={path} size="sm" lh="36px">
            Show all
          </Anchor>
        )}
      </Group>
    </Form>
  );
}

interface MessagesTableProps {
  label: string;
  messages: Page<Message>;
  empty: string;
}

/** Messages of one kind, newest first. */
function MessagesTable({ label, messages, empty }: MessagesTableProps) {
  const columns: AdminColumn<Message>[] = [
    { heading: "Sl No.", cell: (_message, index) => messages.offset + index + 1 },
    { heading: "Full Name", cell: ({ name }) => name || "not given", whole: ({ name }) => name },
    { heading: "Phone Number", cell: ({ number }) => number },
    { heading: "Email", cell: ({ email }) => email, whole: ({ email }) => email },
    { heading: "Subject", cell: ({ subject }) => subject, whole: ({ subject }) => subject },
    { heading: "Message Status", cell: ({ messageStatus }) => messageStatus },
    {
      heading: "Read Now",
      cell: ({ _id }) => (
        <Anchor component={Link} to={`/view/${_id}`} size="sm" fw={500}>
          View Message
        </Anchor>
      ),
    },
  ];
  return (
    <AdminTable
      label={label}
      columns={columns}
      rows={messages.items}
      keyOf={({ _id }) => _id}
      hrefOf={({ _id }) => `/view/${_id}`}
      empty={empty}
    />
  );
}

export const handle = { breadcrumb: [{ label: "Messages" }] };

export function meta() {
  return pageTitle("Messages");
}

const path = "/all-messages";
const pageSize = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const asked = new URL(request.url).searchParams;
  const search = (asked.get("search") ?? "").slice(0, longestSearch);
  const after = asked.get("after") ?? "";
  const pages = await pagesOfMessages(servicesOf(context), actor, {
    search,
    after: after !== "" && canBeId(after) ? after : undefined,
    unreadPage: pageNumberOf(request, "unread"),
    readPage: pageNumberOf(request, "read"),
    pageSize,
  });
  return { ...pages, search, after, mostLookedThrough };
}

export default function AllMessages({ loaderData }: Route.ComponentProps) {
  const { unread, read, search, after, continuesAfter, mostLookedThrough } = loaderData;
  const hrefOf = (pages: { unread?: number; read?: number }) => {
    const query = new URLSearchParams(search === "" ? {} : { search });
    if (after !== "") query.set("after", after);
    query.set("unread", String(pages.unread ?? unread.page));
    query.set("read", String(pages.read ?? read.page));
    return `${path}?${query}`;
  };
  return (
    <Stack gap="xl">
      <Title order={1}>Messages</Title>
      <SearchField
        path={path}
        label="Search by name, email or words"
        search={search}
        maxLength={longestSearch}
      />
      {continuesAfter !== null && (
        <Text size="sm">
          This looked through {mostLookedThrough.toLocaleString("en-US")} messages.{" "}
          <Anchor
            component={Link}
            to={`${path}?${new URLSearchParams({ search, after: continuesAfter })}`}
            inherit
          >
            Search older messages
          </Anchor>
        </Text>
      )}
      <MessagesSection
        title="Unread messages"
        messages={unread}
        empty={search === "" ? "No unread messages." : "No unread messages match your search."}
        hrefOf={(page) => hrefOf({ unread: page })}
      />
      <MessagesSection
        title="Read messages"
        messages={read}
        empty={search === "" ? "No read messages yet." : "No read messages match your search."}
        hrefOf={(page) => hrefOf({ read: page })}
      />
    </Stack>
  );
}

interface MessagesSectionProps {
  title: string;
  messages: Page<Message>;
  empty: string;
  hrefOf: (page: number) => string;
}

function MessagesSection({ title, messages, empty, hrefOf }: MessagesSectionProps) {
  return (
    <section>
      <Title order={2} mb="xs">
        {title}
        {messages.total > 0 && (
          <Text span c="dimmed" fw={400} ml="xs" aria-hidden>
            {messages.total}
          </Text>
        )}
      </Title>
      <MessagesTable label={title} messages={messages} empty={empty} />
      {messages.total > 0 && (
        <AdminPagination
          page={messages.page}
          pageCount={messages.pageCount}
          hrefOf={hrefOf}
          label={`Pages of ${title.toLowerCase()}`}
        />
      )}
    </section>
  );
}
