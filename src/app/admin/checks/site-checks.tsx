import {
  Anchor,
  Button,
  Card,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { Form, Link, redirect, useSubmit } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { checks } from "#check/registry.ts";
import { requestCheckFor } from "#check/requests/check-for-person.ts";
import { checkFilters, listChecks, readCheckFigures } from "#check/requests/read-checks.ts";
import { EmptyList } from "../list/list-rows.tsx";
import { StateTabs } from "../list/state-tabs.tsx";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminTable } from "../ui/admin-table.tsx";
import type { Route } from "./+types/site-checks";
import { NewCheck } from "./new-check.tsx";
import { siteCheckColumns } from "./site-check-columns.tsx";
import { siteCheckRow } from "./site-check-row.server.ts";

export const handle = { breadcrumb: [{ label: "SEO checks" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("SEO checks", matches);
}

const pageSize = 50;
const mostShared = 8;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { searchParams } = new URL(request.url);
  const filter = checkFilters.find((one) => one === searchParams.get("filter")) ?? "";
  const finding = checks.find(({ id }) => id === searchParams.get("finding"))?.id ?? "";
  const before = searchParams.get("before") ?? "";
  const [found, figures, reader] = await Promise.all([
    listChecks(services, actor, { finding, filter, before, limit: pageSize + 1 }),
    readCheckFigures(services, actor),
    dateReader(services, request),
  ]);
  const shown = found.slice(0, pageSize);
  const questions = new Map(checks.map(({ id, question }) => [id, question]));
  return {
    finding,
    filter,
    before,
    rows: shown.map((check) => siteCheckRow(check, reader)),
    older: found.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    figures: {
      ...figures,
      findings: figures.findings
        .slice(0, mostShared)
        .map(({ finding: id, sites }) => ({ id, sites, question: questions.get(id) ?? id })),
    },
    choices: checks
      .filter(({ weight }) => weight > 0)
      .map(({ id, question }) => ({ value: id, label: question })),
  };
}

const filterLabels = { "": "All", confirmed: "May be emailed", ordered: "Ordered" } as const;
const filterNames = ["", "confirmed", "ordered"] as const;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    const { id } = await requestCheckFor(servicesOf(context), actor, values);
    return redirect(`/site-checks/${id}`);
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function SiteChecks({ loaderData }: Route.ComponentProps) {
  const { finding, filter, before, rows, older, figures, choices } = loaderData;
  const submit = useSubmit();
  const query = (changes: Readonly<Record<string, string>>) => {
    const all = { filter, finding, ...changes };
    return `?${new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""))}`;
  };
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>SEO checks</Title>
        <Group gap="xs">
          <Button component="a" variant="default" href={`/admin/csv/site-checks${query({})}`}>
            Export as CSV
          </Button>
          <NewCheck />
        </Group>
      </Group>
      {figures.checks > 0 && <Figures figures={figures} />}
      <Group justify="space-between" align="end">
        <StateTabs
          label="SEO checks by state"
          tabs={filterNames.map((name) => ({
            name: filterLabels[name],
            to: query({ filter: name }),
            isOpen: name === filter,
          }))}
        />
        <Form method="get" onChange={(event) => submit(event.currentTarget)}>
          {filter !== "" && <input type="hidden" name="filter" value={filter} />}
          <NativeSelect
            name="finding"
            label="Finding"
            defaultValue={finding}
            key={finding}
            data={[{ value: "", label: "Any" }, ...choices]}
            maw={360}
          />
        </Form>
      </Group>
      <AdminTable
        label="SEO checks"
        columns={siteCheckColumns}
        rows={rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/site-checks/${id}`}
        empty={
          <EmptyList
            title="No checks"
            why="When a visitor checks a website on your site, or you check the website of a prospect, the check appears here for 90 days. You switch the check for visitors on and off under Content, SEO check."
          />
        }
      />
      <Group gap="lg">
        {before !== "" && (
          <Anchor component={Link} to={query({})} size="sm">
            Back to the newest checks
          </Anchor>
        )}
        {older !== null && (
          <Anchor component={Link} to={query({ before: older })} size="sm">
            Show older checks
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}

function Figures({ figures }: { figures: Route.ComponentProps["loaderData"]["figures"] }) {
  const { checks: all, confirmed, ordered, findings } = figures;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4">
        {all === 1 ? "The newest check" : `The newest ${all} checks`}
      </Title>
      <Text size="sm" mt={4} mb="md">
        Email address confirmed: {confirmed}. Led to an order: {ordered}.
      </Text>
      <Title order={3} size="h5" mb="xs">
        Most common findings
      </Title>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {findings.map(({ id, question, sites }) => (
          <li key={id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Anchor component={Link} to={`?finding=${id}`} size="sm">
                {question}
              </Anchor>
              <Text size="sm" miw="max-content">
                {sites} of {all} {sites === 1 ? "fails" : "fail"}
              </Text>
            </Group>
            <Progress value={(100 * sites) / all} size="xs" color="field" aria-hidden="true" />
          </li>
        ))}
      </Stack>
    </Card>
  );
}
