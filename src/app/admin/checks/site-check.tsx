import { Anchor, Card, Code, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { viewOf } from "#app/check/check-view.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-meta.ts";
import { pageError } from "#app/form-state.server.ts";
import { readCheck } from "#check/requests/read-checks.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { instantOf } from "../mail/mail-row.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/site-check";
import { SiteCheckBadge } from "./site-check-columns.tsx";

export const handle = {
  breadcrumb: [{ label: "SEO checks", path: "/site-checks" }, { label: "Check" }],
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData ? `Check of ${loaderData.view.website}` : "Check", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const check = await readCheck(services, actor, params.checkId).catch(pageError);
  const reader = await dateReader(services, request);
  const { email, orderId, accountId } = check;
  return {
    view: viewOf(check, false),
    email,
    orderId,
    accountId,
    requested: instantOf(check.requestedAt, reader),
  };
}

export default function SiteCheckScreen({ loaderData }: Route.ComponentProps) {
  const { view, email, orderId, accountId, requested } = loaderData;
  return (
    <Stack gap="lg" maw={900}>
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          {view.website}
        </Title>
        <SiteCheckBadge state={view.state} />
      </Group>
      <Text>
        Checked <time dateTime={requested.iso}>{requested.full}</time>.{" "}
        {email === ""
          ? "The visitor left no email address."
          : `The visitor wants the report at ${shownEmail(email)}.`}{" "}
        {view.refusal}
      </Text>
      <Group gap="lg">
        <Anchor href={`/seo-check/${view.key}`}>See the result as the visitor sees it</Anchor>
        {orderId !== null && (
          <Anchor component={Link} to={`/admin/payment-status/${orderId}`}>
            Open the order
          </Anchor>
        )}
        {accountId !== null && (
          <Anchor component={Link} to={`/people/${accountId}`}>
            Open the customer
          </Anchor>
        )}
      </Group>
      {view.families
        .filter(({ findings, stated }) => findings.length + stated.length > 0)
        .map(({ title, findings, stated }) => (
          <Card withBorder component="section" key={title}>
            <Title order={2} size="h4" mb="xs">
              {title}
            </Title>
            <Stack gap="md">
              {[...findings, ...stated].map(({ id, sentence, fix, places }) => (
                <div key={id} style={{ overflowWrap: "anywhere" }}>
                  <Text fw={600} size="sm">
                    {sentence}
                  </Text>
                  {places.map(({ address, line, snippet }) => (
                    <Text component="div" size="xs" key={`${address} ${line} ${snippet}`}>
                      {address}
                      {line !== undefined && `, line ${line}`}
                      {snippet !== "" && (
                        <Code block style={{ whiteSpace: "pre-wrap" }}>
                          {snippet}
                        </Code>
                      )}
                    </Text>
                  ))}
                  <Text size="sm">{fix}</Text>
                </div>
              ))}
            </Stack>
          </Card>
        ))}
      {view.unseen.length > 0 && (
        <Text c="dimmed" size="sm">
          Not checked: {view.unseen.join(" ")}
        </Text>
      )}
    </Stack>
  );
}
