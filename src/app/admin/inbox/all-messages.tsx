import { Anchor, Badge, Stack, Title } from "@mantine/core";
import { Link } from "react-router";
import { listSavedTabs } from "#access/admins/saved-tabs.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import { changeMessages, undoMessageChanges } from "#inbox/messages/change-messages.ts";
import { mostLookedThrough, pagesOfMessages } from "#inbox/messages/list-messages.ts";
import type { Message } from "#inbox/messages/message.ts";
import { longestSearch } from "#inbox/messages/message-search.ts";
import { canBeId } from "#platform/ids.ts";
import type { Page } from "#platform/pages.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { changedQuery, type List, listHref } from "../list/list.ts";
import { listAction } from "../list/list-action.server.ts";
import { ListFrame } from "../list/list-frame.tsx";
import { EmptyList, type ListColumn, ListRows } from "../list/list-rows.tsx";
import { listShapes } from "../list/list-shapes.server.ts";
import { readQuery } from "../list/read-query.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/all-messages";

const list: List = {
  path: "/all-messages",
  one: "message",
  many: "messages",
  search: {
    name: "search",
    label: "Search by name, email or text",
    placeholder: "Name, email or text",
    maxLength: longestSearch,
  },
  filters: [],
  sorts: { newest: "Newest first", oldest: "Oldest first" },
  tabs: [{ label: "All", query: "" }],
};

const columnsFrom = (offset: number): ListColumn<Message>[] => [
  {
    heading: "Sl No.",
    isData: false,
    place: "wide",
    cell: (_message, index) => offset + index + 1,
  },
  {
    heading: "Full Name",
    place: "title",
    // The name is optional in the contact form.
    cell: ({ name, email }) => name || shownEmail(email),
    whole: ({ name, email }) => name || shownEmail(email),
  },
  { heading: "Phone Number", place: "wide", cell: ({ number }) => number },
  {
    heading: "Email",
    place: "wide",
    cell: ({ email }) => shownEmail(email),
    whole: ({ email }) => shownEmail(email),
  },
  {
    heading: "Subject",
    place: "detail",
    cell: ({ subject }) => subject,
    whole: ({ subject }) => subject,
  },
  {
    heading: "Message Status",
    place: "value",
    cell: ({ messageStatus }) => (
      <Badge variant="dot" color={messageStatus === "UnRead" ? "yellow" : "gray"}>
        {messageStatus}
      </Badge>
    ),
  },
  {
    heading: "Read Now",
    isData: false,
    place: "wide",
    cell: (message) => (
      <Anchor component={Link} to={messageHref(message)} size="sm" fw={500}>
        View Message
      </Anchor>
    ),
  },
];

const messageHref = ({ _id }: Message) => `/view/${_id}`;

export const handle = { breadcrumb: [{ label: "Messages" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Messages", matches);
}

const pageSize = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const after = new URL(request.url).searchParams.get("after") ?? "";
  const { values, query } = readQuery(request, listShapes.messages);
  const [pages, savedTabs] = await Promise.all([
    pagesOfMessages(services, actor, {
      ...values,
      after: after !== "" && canBeId(after) ? after : undefined,
      unreadPage: pageNumberOf(request, "unread"),
      readPage: pageNumberOf(request, "read"),
      pageSize,
    }),
    listSavedTabs(services, actor, list.path),
  ]);
  return { ...pages, ...values, query, savedTabs, after, mostLookedThrough };
}

const done = { Read: "marked Read", UnRead: "marked UnRead", delete: "moved to the trash" };

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return listAction(request, {
    change: async ({ ids, change }) => {
      const changed = await changeMessages(services, actor, { ids, change });
      const count = changed.done.length;
      const what = done[change as keyof typeof done];
      return {
        message: count === 1 ? `1 message is ${what}` : `${count} messages are ${what}`,
        failed: changed.failed,
        undo: count === 0 ? null : { ids: changed.done, change: change as string },
      };
    },
    undo: (token) => undoMessageChanges(services, actor, token),
  });
}

const remove = { label: "Delete", input: { change: "delete" }, shortcut: "d" };

const noMessages = (
  <EmptyList
    title="No messages yet"
    why="Messages from the contact form appear here and reach you by email. A quick reply is often the beginning of an order."
    todo={{ label: "View the contact form", path: "/contact" }}
  />
);

export default function AllMessages({ loaderData }: Route.ComponentProps) {
  const { unread, read, search, after, continuesAfter, mostLookedThrough } = loaderData;
  const { query, savedTabs } = loaderData;
  const present = changedQuery(query, {
    after,
    unread: unread.page === 1 ? "" : String(unread.page),
    read: read.page === 1 ? "" : String(read.page),
  });
  const isEmpty = search === "" && unread.total + read.total === 0;
  return (
    <Stack gap="lg">
      <Title order={1}>Messages</Title>
      <ListFrame
        list={list}
        query={query}
        savedTabs={savedTabs}
        count={unread.total + read.total}
        csv={listHref("/admin/csv/messages", query)}
      >
        {continuesAfter !== null && (
          <div>
            Only {mostLookedThrough.toLocaleString("en-US")} messages were searched.{" "}
            <Anchor
              component={Link}
              to={listHref(list.path, query, { after: continuesAfter })}
              inherit
            >
              Search {query.includes("oldest") ? "newer" : "older"} messages
            </Anchor>
          </div>
        )}
        {isEmpty && noMessages}
        <Stack gap="xl" display={isEmpty ? "none" : undefined}>
          <MessagesSection
            title="Unread messages"
            messages={unread}
            pageName="unread"
            query={present}
            empty="No unread messages."
            actions={[{ label: "Mark Read", input: { change: "Read" }, shortcut: "m" }, remove]}
          />
          <MessagesSection
            title="Read messages"
            messages={read}
            pageName="read"
            query={present}
            empty="No read messages yet."
            actions={[{ label: "Mark Unread", input: { change: "UnRead" }, shortcut: "u" }, remove]}
          />
        </Stack>
      </ListFrame>
    </Stack>
  );
}

interface MessagesSectionProps
  extends Pick<
    Parameters<typeof ListRows<Message>>[0],
    "actions" | "pageName" | "query" | "empty"
  > {
  title: string;
  messages: Page<Message>;
}

function MessagesSection({ title, messages, ...rows }: MessagesSectionProps) {
  const many = title.toLowerCase();
  return (
    <section>
      <Title order={2}>{title}</Title>
      <ListRows
        list={{ ...list, one: many.replace(/s$/, ""), many }}
        label={title}
        page={messages}
        columns={columnsFrom(messages.offset)}
        keyOf={({ _id }) => _id}
        hrefOf={messageHref}
        nameOf={({ name, email }) => `the message from ${name || shownEmail(email)}`}
        {...rows}
      />
    </section>
  );
}
