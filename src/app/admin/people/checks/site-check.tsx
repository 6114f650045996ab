import { Anchor, Card, Code, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { z } from "zod";
import { accountWithEmail } from "#access/accounts/people.ts";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { useNewsSoon } from "#app/admin/frame/ui/use-news-soon.ts";
import { instantOf } from "#app/admin/messages/mail/mail-row.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { viewOf } from "#app/check/check-view.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { sendCheckResult, tagCheck } from "#check/requests/check-for-person.ts";
import { readCheck } from "#check/requests/read-checks.ts";
import type { Services } from "#compose.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Actor } from "#policy/actor.ts";
import type { Route } from "./+types/site-check";
import { CheckForPerson } from "./check-for-person.tsx";
import { SiteCheckBadge } from "./site-checks-list.tsx";

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
  const { email, orderId, personEmail, personName, requestedBy } = check;
  const account =
    check.accountId === null && personEmail !== ""
      ? await accountWithEmail(services, actor, personEmail)
      : null;
  return {
    view: viewOf(check, false),
    email,
    orderId,
    accountId: check.accountId ?? account,
    person: { email: personEmail, name: personName },
    requestedBy,
    requested: instantOf(check.requestedAt, reader),
  };
}

interface CheckOfTeam {
  readonly services: Services;
  readonly actor: Actor;
  readonly checkId: string;
}

const personFields = fields("personEmail", "personName");

const checkIntents = {
  send: intent(
    personFields.catchall(z.string()),
    async ({ services, actor, checkId }: CheckOfTeam, form) => {
      const { email } = await sendCheckResult(services, actor, checkId, form);
      return { said: `The result is sent to ${email}` };
    },
  ),
  tag: intent(personFields, async ({ services, actor, checkId }: CheckOfTeam, form) => {
    await tagCheck(services, actor, checkId, form);
    return { said: "The person is saved" };
  }),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const check = { services: servicesOf(context), actor, checkId: params.checkId };
  return runIntent(checkIntents, check, await readForm(request));
}

export default function SiteCheckScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { view, email, orderId, accountId, requested, requestedBy, person } = loaderData;
  const form = useLastAnswer(actionData);
  const isRunning = view.state === "waiting" || view.state === "fetching";
  useNewsSoon(isRunning);
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
        {requestedBy !== ""
          ? `${shownEmail(requestedBy)} asked for it.`
          : email === ""
            ? "The visitor left no email address."
            : `The visitor wants the report at ${shownEmail(email)}.`}{" "}
        {view.refusal}
      </Text>
      <Group gap="lg">
        <Anchor href={`/seo-check/${view.key}`}>See the result as a visitor sees it</Anchor>
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
      <CheckForPerson person={person} state={view.state} form={form} />
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
