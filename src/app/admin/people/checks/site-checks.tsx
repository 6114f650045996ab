import { Anchor, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { useMemo } from "react";
import { Link, redirect } from "react-router";
import { withChoices } from "#app/admin/frame/list/define-list.ts";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { questions } from "#check/registry.ts";
import { requestCheckFor } from "#check/requests/check-for-person.ts";
import { suggestedWebsite } from "#check/requests/email-as-website.ts";
import { pageOfChecks, readCheckFigures } from "#check/requests/read-checks.ts";
import type { Route } from "./+types/site-checks";
import { NewCheck } from "./new-check.tsx";
import { siteCheckRow } from "./site-check-row.server.ts";
import { siteChecksList } from "./site-checks-list.tsx";

export const handle = { breadcrumb: [{ label: "SEO checks" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("SEO checks", matches);
}

const pageSize = 50;
const mostShared = 8;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, siteChecksList);
  const [page, figures, reader] = await Promise.all([
    pageOfChecks(services, actor, { ...search, pageSize }),
    readCheckFigures(services, actor),
    dateReader(services, request),
  ]);
  const questionOf = new Map(questions.map(({ id, question }) => [id, question]));
  return {
    shown,
    page: { ...page, items: page.items.map((check) => siteCheckRow(check, reader)) },
    figures: {
      ...figures,
      findings: figures.findings
        .slice(0, mostShared)
        .map(({ finding: id, sites }) => ({ id, sites, question: questionOf.get(id) ?? id })),
    },
    choices: questions
      .filter(({ weight }) => weight > 0)
      .map(({ id, question }) => ({ value: id, label: question })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  try {
    const { id } = await requestCheckFor(servicesOf(context), actor, values);
    return redirect(`/site-checks/${id}`);
  } catch (error) {
    return refusedForm(error, {
      ...values,
      website: suggestedWebsite(error) ?? values.website ?? "",
    });
  }
}

export default function SiteChecks({ loaderData }: Route.ComponentProps) {
  const { shown, page, figures, choices } = loaderData;
  const list = useMemo(() => withChoices(siteChecksList, "finding", choices), [choices]);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>SEO checks</Title>
        <NewCheck />
      </Group>
      {figures.checks > 0 && <Figures figures={figures} />}
      <ListView
        list={list}
        {...shown}
        label="SEO checks"
        page={page}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/site-checks/${id}`}
        nameOf={({ website }) => `the check of ${website}`}
        empty={
          <EmptyList
            title="No checks"
            why="When a visitor checks a website on your site, or you check the website of a prospect, the check appears here for 90 days. You switch the check for visitors on and off under Content, SEO check."
          />
        }
      />
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
            <Progress value={(100 * sites) / all} size="xs" color="brand" aria-hidden="true" />
          </li>
        ))}
      </Stack>
    </Card>
  );
}
