import { Stack, Text, Title } from "@mantine/core";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { idsIn, listAction } from "#app/admin/frame/list/list-action.server.ts";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import {
  forgetMissingPages,
  listAgain,
  pageOfMissingPages,
} from "#content/addresses/list-missing-pages.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { contentCrumb } from "../content/content-crumbs.ts";
import type { Route } from "./+types/missing-pages";
import { missingPagesList } from "./missing-pages-list.tsx";

const title = "Addresses without a page";

export const handle = {
  breadcrumb: [contentCrumb, { label: "Redirects", path: "/redirects" }, { label: title }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

const pageSize = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, missingPagesList);
  const [page, reader] = await Promise.all([
    pageOfMissingPages(services, actor, { ...search, pageSize }),
    dateReader(services, request),
  ]);
  const items = page.items.map((row) => ({ ...row, lastSeen: minuteOf(row.lastSeenAt, reader) }));
  return { shown, page: { ...page, items } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return listAction(request, {
    change: async (input) => {
      const paths = idsIn(input.ids);
      await forgetMissingPages(services, actor, paths);
      const said =
        paths.length === 1
          ? `${paths[0]} is off the list until somebody asks for it again`
          : `${paths.length} addresses are off the list until somebody asks for them again`;
      return { said, data: { failed: [] }, undo: paths };
    },
    undo: async (paths) => {
      await listAgain(services, actor, idsIn(paths));
      return { done: idsIn(paths), failed: [] };
    },
  });
}

export default function MissingPages({ loaderData }: Route.ComponentProps) {
  const { shown, page } = loaderData;
  return (
    <Stack gap="lg">
      <Title order={1}>{title}</Title>
      <Text size="sm" c="dimmed" maw={640}>
        What visitors asked for and did not find, with the pages that link there. Programs that try
        out addresses are in the list too; look first at those that a page links to. New visits
        appear within a minute, and nothing about the visitors is kept.
      </Text>
      <ListView
        list={missingPagesList}
        {...shown}
        page={page}
        keyOf={({ path }) => path}
        nameOf={({ path }) => path}
        actions={[{ label: "Take off the list", input: {}, shortcut: "r" }]}
        empty={
          <EmptyList
            title="No address is missing"
            why="When somebody follows a link to your site that leads to no page, the address appears here."
          />
        }
      />
    </Stack>
  );
}
