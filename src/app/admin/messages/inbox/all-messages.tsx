import { Anchor, Stack, Title } from "@mantine/core";
import { Link } from "react-router";
import { ageWords, changedQuery, listHref } from "#app/admin/frame/list/define-list.ts";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { listAction } from "#app/admin/frame/list/list-action.server.ts";
import { ListFrame } from "#app/admin/frame/list/list-frame.tsx";
import { ListRows } from "#app/admin/frame/list/list-rows.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import { changeMessages, undoMessageChanges } from "#inbox/messages/change-messages.ts";
import { mostLookedThrough, pagesOfMessages } from "#inbox/messages/list-messages.ts";
import type { Message } from "#inbox/messages/message.ts";
import { canBeId } from "#platform/ids.ts";
import type { Page } from "#platform/pages.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Route } from "./+types/all-messages";
import { messageHref, messagesList } from "./messages-list.tsx";

export const handle = { breadcrumb: [{ label: "Messages" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Messages", matches);
}

const pageSize = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, messagesList);
  const pages = await pagesOfMessages(services, actor, {
    ...search,
    after: canBeId(search.after) ? search.after : "",
    unreadPage: pageNumberOf(request, "unread"),
    readPage: pageNumberOf(request, "read"),
    pageSize,
  });
  return { ...pages, search, shown, mostLookedThrough };
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
        said: count === 1 ? `1 message is ${what}` : `${count} messages are ${what}`,
        data: { failed: changed.failed },
        undo: count === 0 ? undefined : { ids: changed.done, change: change as string },
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
  const { unread, read, search, continuesAfter, mostLookedThrough, shown } = loaderData;
  // Each section keeps the page of the other.
  const present = changedQuery(shown.query, {
    after: search.after,
    unread: unread.page === 1 ? "" : String(unread.page),
    read: read.page === 1 ? "" : String(read.page),
  });
  const isEmpty = search.search === "" && unread.total + read.total === 0;
  return (
    <Stack gap="lg">
      <Title order={1}>Messages</Title>
      <ListFrame list={messagesList} {...shown} count={unread.total + read.total}>
        {continuesAfter !== null && (
          <div>
            Only {mostLookedThrough.toLocaleString("en-US")} messages were searched.{" "}
            <Anchor
              component={Link}
              to={listHref(messagesList.path, shown.query, { after: continuesAfter })}
              inherit
            >
              Search {ageWords(shown.query).beyond} messages
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
        list={{ ...messagesList, one: many.replace(/s$/, ""), many }}
        label={title}
        page={messages}
        keyOf={({ _id }) => _id}
        hrefOf={messageHref}
        nameOf={({ name, email }) => `the message from ${name || shownEmail(email)}`}
        {...rows}
      />
    </section>
  );
}
