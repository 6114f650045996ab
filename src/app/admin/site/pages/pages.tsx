import { Anchor, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm, savedForm } from "#app/forms.server.ts";
import { valuesOfPattern } from "#app/landing/patterns.ts";
import { pages } from "#content/blocks/pages.ts";
import { startPage } from "#content/drafts/start-page.ts";
import { editorPages } from "../editor/editor-places.server.ts";
import type { Route } from "./+types/pages";
import { NewPage } from "./new-page.tsx";
import { readPageRows } from "./page-rows.server.ts";
import { pagesList } from "./pages-list.tsx";

export const handle = { breadcrumb: [{ label: "All pages" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("All pages", matches);
}

export async function loader(args: Route.LoaderArgs) {
  return {
    ...(await readPageRows(args, pagesList, pages)),
    given: editorPages.map(({ name, title }) => ({ name, title })),
  };
}

/** Starts a page as a draft, and opens the page beside its form. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  const { pageTitle = "", pageAddress = "", pattern = "" } = values;
  try {
    const { _id: id } = await startPage(servicesOf(context), actor, {
      pageTitle,
      pageAddress,
      others: valuesOfPattern(pattern, pageTitle),
    });
    return savedForm({ data: { id } });
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Pages({ loaderData }: Route.ComponentProps) {
  const { shown, page, given } = loaderData;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>All pages</Title>
        <NewPage />
      </Group>
      <ListView
        list={pagesList}
        {...shown}
        label="All pages"
        page={page}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/admin/site?page=${id}`}
        nameOf={({ title }) => `the page “${title}”`}
        empty={
          <EmptyList
            title="No pages of your own yet"
            why="A page for each service and each town is how people find you. Start one from a pattern: its sections come with texts that you only have to change."
          />
        }
      />
      <Card withBorder component="section" aria-labelledby="given-pages">
        <Title order={2} size="h4" id="given-pages">
          Pages of the site
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="xs">
          The site came with these pages. You can hide, move and add sections on them too.
        </Text>
        <Group gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {given.map(({ name, title }) => (
            <li key={name}>
              <Anchor component={Link} to={`/admin/site?page=${name}`} size="sm">
                {title}
              </Anchor>
            </li>
          ))}
        </Group>
      </Card>
    </Stack>
  );
}
