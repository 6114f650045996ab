import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { idsIn, listAction } from "#app/admin/frame/list/list-action.server.ts";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageOfRedirects } from "#content/addresses/list-redirects.ts";
import { titlesOfLinkedPages } from "#content/addresses/pages-to-link.ts";
import { redirects } from "#content/blocks/redirects.ts";
import { restoreFromTrash } from "#content/history/trash.ts";
import { targetedPage } from "#content/model/links.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { deleteRecord } from "#content/records/save-block.ts";
import { eachOf } from "#platform/each-of.ts";
import { contentCrumb } from "../content/content-crumbs.ts";
import { RecordForm } from "../content/record/record-form.tsx";
import type { Route } from "./+types/redirects";
import { redirectsList } from "./redirects-list.tsx";

export const handle = { breadcrumb: [contentCrumb, { label: "Redirects" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Redirects", matches);
}

const pageSize = 50;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, redirectsList);
  const page = await pageOfRedirects(services, actor, { ...search, pageSize });
  const links = page.items.map(({ values }) => values.newAddress ?? "");
  const titles = await titlesOfLinkedPages(services, actor, links);
  const leadsTo = (link: string) => {
    const target = targetedPage(link);
    return target === undefined ? link : (titles.get(target.id) ?? "A page that is gone");
  };
  return {
    shown,
    page: {
      ...page,
      items: page.items.map((record) => ({
        ...record,
        leadsTo: record.values.becameOf === "Gone" ? "" : leadsTo(record.values.newAddress ?? ""),
      })),
    },
    /** The old address of a redirect to add; null while the form is closed. */
    adds: url.searchParams.get("add")?.slice(0, redirects.fields.oldAddress.maxLength) ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return listAction(request, {
    change: async (input) => {
      const { done, failed } = await eachOf(idsIn(input.ids), (id) =>
        deleteRecord(services, actor, redirects, id),
      );
      const said =
        done.length === 1
          ? `The redirect from ${done[0]?.oldAddress} was moved to the trash`
          : `${done.length} redirects were moved to the trash`;
      return {
        said,
        data: { failed },
        undo: done.length === 0 ? undefined : done.map(({ _id }) => _id),
      };
    },
    undo: (ids) => eachOf(idsIn(ids), (id) => restoreFromTrash(services, actor, id)),
  });
}

export default function Redirects({ loaderData }: Route.ComponentProps) {
  const { shown, page, adds } = loaderData;
  const { publishes } = usePanelRights();
  const navigate = useNavigate();
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>Redirects</Title>
        <Group gap="sm">
          <Button component={Link} to="/missing-pages" variant="default">
            Addresses without a page
          </Button>
          {publishes && (
            <Button component={Link} to="/redirects/import" variant="default">
              Import
            </Button>
          )}
          <Button component={Link} to="?add=">
            Add
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed" maw={640}>
        A redirect sends visitors and search engines from an address that no longer has a page to
        another one. When you move a page, its redirect is added here by itself.
      </Text>
      {adds !== null && (
        <Card withBorder component="section" aria-label="New redirect">
          <RecordForm
            key={adds}
            block={redirects}
            record={null}
            start={{ oldAddress: adds, becameOf: "Moved", newAddress: "" }}
            onSaved={() => navigate("/redirects")}
          />
        </Card>
      )}
      <ListView
        list={redirectsList}
        {...shown}
        page={page}
        keyOf={({ _id }) => _id}
        hrefOf={({ _id }) => editPathOf(redirects, _id)}
        nameOf={({ label }) => `the redirect from ${label}`}
        actions={publishes ? [{ label: "Delete", input: {}, shortcut: "r" }] : []}
        empty={
          <EmptyList
            title="No redirects"
            why="When a page gets another address, or you bring a website from elsewhere, redirects keep its old links working."
            todo={{ label: "Import redirects", path: "/redirects/import" }}
          />
        }
      />
    </Stack>
  );
}
