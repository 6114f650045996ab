import { Alert, Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { useTypedValues, type Values } from "#app/admin/frame/forms/use-typed-values.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { monthView } from "#app/order-room/months/month-view.server.ts";
import type { Crumb } from "#app/root.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { readLook } from "#look/read-look.server.ts";
import { longDateOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { listFigures, removeFigures } from "#reports/figures/order-figures.ts";
import { prepareReport } from "#reports/prepare-report.ts";
import { missingIn, monthName, reportPath } from "#reports/report.ts";
import { readSearches, saveSearches } from "#reports/searches/tracked-searches.ts";
import { reviewReport, saveReport, sendReport } from "#reports/write-report.ts";
import type { Route } from "./+types/month-report";
import { importByForm } from "./import-figures.server.ts";
import { MonthPreview } from "./month-preview.tsx";
import classes from "./month-report.module.css";
import { ReportFields } from "./report-fields.tsx";
import { ReportFiles } from "./report-files.tsx";
import { ReportState } from "./report-state.tsx";
import { inputOf, listChoices, typedView, valuesOf, valuesWithFigures } from "./report-values.ts";
import { inputOfSearches } from "./search-values.ts";
import { TrackedSearches } from "./tracked-searches.tsx";

export const handle = {
  breadcrumb(loaderData: unknown): Crumb[] {
    const { name, month, orderNumber } =
      (loaderData as Partial<Route.ComponentProps["loaderData"]>) ?? {};
    return [
      {
        label: "Monthly reports",
        path: month ? `/month-reports?month=${month}` : "/month-reports",
      },
      { label: orderNumber ? `${name}, order ${orderNumber}` : "Report" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(
    loaderData ? `${loaderData.name}, order ${loaderData.orderNumber}` : "Monthly report",
    matches,
  );
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { orderId, month } = params;
  const prepared = await prepareReport(services, actor, orderId, month).catch(pageError);
  const { order, report } = prepared;
  const reader = await dateReader(services, request);
  return {
    month,
    name: monthName(month),
    orderId: order.id,
    orderNumber: order.number,
    customer: order.customerName,
    plan: order.packageName,
    state: report.state,
    revision: report.revision,
    author: report.author,
    reviewer: report.reviewer,
    values: valuesOf(report),
    lists: report.lists,
    missing: missingIn(report).map(({ message }) => message),
    sent: report.sentAt === null ? "" : longDateOf(report.sentAt, reader),
    isTold: order.customerEmail !== "" && !order.isDemonstration,
    page: reportPath(order.id, month),
    figures: await listFigures(services, actor, order.id).catch(pageError),
    searches: await readSearches(services, actor, order.id, month).catch(pageError),
    view: monthView(prepared, reader),
    look: await readLook(services.database.read),
  };
}

interface ReportOfTeam {
  readonly services: Services;
  readonly actor: Actor;
  readonly orderId: string;
  readonly month: string;
}

const step = z.object({ revision: z.coerce.number().catch(0) });

const reportIntents = {
  save: intent(
    fields("revision").catchall(z.string()),
    async ({ services, actor, orderId, month }: ReportOfTeam, form) => {
      await saveReport(services, actor, orderId, month, inputOf(form));
      return { said: "Draft is Saved" };
    },
  ),
  review: intent(step, async ({ services, actor, orderId, month }: ReportOfTeam, form) => {
    await reviewReport(services, actor, orderId, month, form);
    return { said: "Report is Reviewed" };
  }),
  send: intent(step, async ({ services, actor, orderId, month }: ReportOfTeam, form) => {
    await sendReport(services, actor, orderId, month, form);
    return { said: "Report is Sent" };
  }),
  "save-searches": intent(
    fields("revision").catchall(z.string()),
    async ({ services, actor, orderId, month }: ReportOfTeam, form) => {
      await saveSearches(services, actor, orderId, month, inputOfSearches(form));
      return { said: "Searches are Saved" };
    },
  ),
  "remove-figures": intent(
    fields("figures"),
    async ({ services, actor, orderId }: ReportOfTeam, { figures = "" }) => {
      await removeFigures(services, actor, orderId, figures);
      return { said: "Numbers are Removed" };
    },
  ),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const report = { services: servicesOf(context), actor, ...params };
  if (/^multipart\//.test(request.headers.get("content-type") ?? "")) {
    return importByForm(report, request);
  }
  return runIntent(reportIntents, report, await readForm(request));
}

export default function MonthReport({ loaderData, actionData }: Route.ComponentProps) {
  const { name, orderId, orderNumber, customer, plan, state, revision } = loaderData;
  return (
    <Stack gap="lg">
      <div>
        <Group gap="sm">
          <Title order={1}>{name}</Title>
          <ReportState state={revision === 0 ? "due" : state} />
        </Group>
        <Text>
          <Anchor component={Link} to={`/admin/payment-status/${orderId}`} underline="always">
            Order {orderNumber}
          </Anchor>
          , {plan} for {customer}
        </Text>
      </div>
      {state === "sent" ? (
        <>
          <Sent {...loaderData} />
          <div className={classes.alone}>
            <TrackedSearches report={loaderData} />
          </div>
          <div className={classes.alone}>
            <MonthPreview view={loaderData.view} look={loaderData.look} />
          </div>
        </>
      ) : (
        <Editor key={`${orderId} ${name}`} report={loaderData} form={actionData} />
      )}
    </Stack>
  );
}

type Report = Route.ComponentProps["loaderData"];

function Sent({ sent, reviewer, page, isTold }: Report) {
  const sendsEmails = useSendsEmails();
  const told = sendsEmails ? "The customer got an email." : emailSentence("the customer", false);
  return (
    <Alert color="brand" title={`Sent on ${sent}`}>
      <Text size="sm">
        {isTold ? `${told} ` : ""}Reviewed by {reviewer}. A report cannot be changed after it is
        sent.
      </Text>
      <Anchor href={`${page}/report.pdf`} size="sm">
        Open as PDF
      </Anchor>
    </Alert>
  );
}

interface EditorProps {
  report: Report;
  form: ActionResult | undefined;
}

function Editor({ report, form }: EditorProps) {
  const { orderId, month, values: stored, revision, state, missing, isTold } = report;
  const sendsEmails = useSendsEmails();
  const typed = useTypedValues(`furrow-typed month ${orderId} ${month}`, stored, revision);
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST" ? navigation.formData?.get("intent") : undefined;
  const sent = useRef<Values>(undefined);
  const noteSent = () => {
    sent.current = typed.values;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each saved form
  useEffect(() => {
    if (form?.savedAt !== undefined) typed.settle(stored, revision, sent.current);
  }, [form]);
  const isStored = revision > 0 && !typed.isChanged;
  const choices = listChoices(report.figures, report.lists);
  return (
    <div className={classes.columns}>
      <Stack gap="lg">
        <Form method="post" preventScrollReset aria-label="Report" onSubmit={noteSent}>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="revision" value={typed.base ?? 0} />
          <Stack gap="md">
            {form?.notice && <Alert color="red">{form.notice}</Alert>}
            <ReportFields
              values={typed.values}
              errors={form?.errors ?? {}}
              choices={choices}
              onChange={typed.setValue}
            />
            <Group gap="xs">
              <Button
                type="submit"
                size="md"
                variant={isStored ? "default" : "filled"}
                loading={busy === "save"}
              >
                Save the draft
              </Button>
              {typed.isChanged && revision > 0 && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="md"
                  onClick={() => typed.settle(stored, revision)}
                >
                  Discard
                </Button>
              )}
            </Group>
          </Stack>
        </Form>
        {isStored && (
          <Form method="post" preventScrollReset aria-label="Next step" onSubmit={noteSent}>
            <input type="hidden" name="revision" value={revision} />
            <input type="hidden" name="intent" value={state === "draft" ? "review" : "send"} />
            {missing.length > 0 ? (
              <Alert color="yellow" title="Still missing before the review">
                <ul className={classes.missing}>
                  {missing.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Alert>
            ) : (
              <Group gap="sm">
                <Button type="submit" size="md" loading={busy === "review" || busy === "send"}>
                  {state === "draft" ? "Mark as reviewed" : "Send to the customer"}
                </Button>
                <Text size="sm">
                  {state === "draft"
                    ? "Read the preview before you mark the report as reviewed."
                    : isTold
                      ? `Reviewed by ${report.reviewer}. ${emailSentence("the customer", sendsEmails)}`
                      : `Reviewed by ${report.reviewer}. No email will be sent.`}
                </Text>
              </Group>
            )}
          </Form>
        )}
        <ReportFiles
          figures={report.figures}
          onUse={(figures) => typed.setValues(valuesWithFigures(typed.values, figures))}
        />
      </Stack>
      <MonthPreview view={typedView(report.view, typed.values, choices)} look={report.look} />
      <TrackedSearches report={report} />
    </div>
  );
}
