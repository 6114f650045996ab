import { Alert, Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { AdminPagination } from "#app/admin/frame/ui/admin-pagination.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import type { RouteHandle } from "#app/root.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { providerTitle } from "#bookkeeping/months/month-sums.server.ts";
import {
  pageOfRows,
  readStatementFile,
  type StatementFile,
} from "#bookkeeping/statements/read-statements.ts";
import { type RowState, rowStates } from "#bookkeeping/statements/row-state.ts";
import { dayOf, daysOf } from "#platform/time/dates.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/statement";
import { bookRow } from "./book-rows.server.ts";
import { BookRows, stateLabels } from "./book-rows-table.tsx";
import { explainIntent, kindChoices } from "./explain-intent.server.ts";

export const handle: RouteHandle = {
  breadcrumb(data) {
    const name = (data as Route.ComponentProps["loaderData"] | undefined)?.name;
    return [
      { label: "Payments", path: "/payments" },
      { label: "Statements", path: "/statements" },
      { label: name ?? "Statement" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData?.name ?? "Statement", matches);
}

const pageSize = 50;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const file = await readStatementFile(services, actor, params.fileId).catch(pageError);
  const asked = new URL(request.url).searchParams;
  const state = tabs.find((each) => each === asked.get("state")) ?? firstTab(file);
  const search = { state, page: pageNumberOf(request), pageSize };
  const rows = await pageOfRows(services, actor, file, search);
  const day = (at: number) => dayOf(at, reader.timeZone);
  const { id, name, rowCount, knownCount, counts, open, isComplete, account } = file;
  return {
    id,
    name,
    rowCount,
    knownCount,
    counts,
    open,
    isComplete,
    account,
    provider: providerTitle(file.family),
    days: daysOf(day(file.from), day(file.until), reader.locale),
    state,
    rows: { ...rows, items: rows.items.map((row) => bookRow(row, reader)) },
    isKnown: asked.get("known") === "yes",
    mayKeep: may(actor, "keep the books"),
    kinds: kindChoices,
  };
}

const tabs = ["open", ...rowStates] as const;

/** The states that needed a person come first. */
const shownFirst: readonly RowState[] = ["unknown", "differs", "doubled", "unreadable"];

function firstTab({ open, counts }: StatementFile): (typeof tabs)[number] | "" {
  return open > 0 ? "open" : (shownFirst.find((state) => counts[state] > 0) ?? "");
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  await readStatementFile(services, actor, params.fileId).catch(pageError);
  const books = { services, actor };
  return runIntent({ explain: explainIntent }, books, await readForm(request));
}

export default function Statement({ loaderData, actionData }: Route.ComponentProps) {
  const file = loaderData;
  const form = useLastAnswer(actionData as ActionResult | undefined);
  const hrefOf = (state: string, page = 1) => `/statements/${file.id}?state=${state}&page=${page}`;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          {file.name}
        </Title>
        <Text>
          {file.provider}
          {file.account && ` (${file.account})`}, {file.days}. {file.rowCount.toLocaleString("en")}{" "}
          rows
          {file.knownCount > 0 &&
            `, of which ${file.knownCount.toLocaleString("en")} were in an earlier file`}
          .
        </Text>
      </div>
      {file.isKnown && (
        <Alert color="gray">This file had been uploaded before. Nothing has changed.</Alert>
      )}
      {!file.isComplete && (
        <Alert color="yellow">
          The upload broke off, so some rows are missing. Upload the same file again: it goes on
          where it stopped.
        </Alert>
      )}
      <Alert color={file.open === 0 ? "green" : "yellow"}>
        {file.open === 0
          ? "Every row of this file is explained."
          : `${file.open.toLocaleString("en")} ${file.open === 1 ? "row needs" : "rows need"} an explanation.`}
      </Alert>
      <Group gap="md" component="nav" aria-label="Rows by state">
        {tabs
          .filter((tab) => countOf(file, tab) > 0)
          .map((state) => (
            <Anchor
              key={state}
              component={Link}
              to={hrefOf(state)}
              size="sm"
              fw={state === file.state ? 700 : 400}
              aria-current={state === file.state ? "page" : undefined}
            >
              {state === "open"
                ? `To explain (${file.open.toLocaleString("en")})`
                : `${stateLabels[state]} ${file.counts[state].toLocaleString("en")}`}
            </Anchor>
          ))}
      </Group>
      <BookRows
        key={file.state}
        label="Rows of the statement"
        rows={file.rows.items}
        offset={file.rows.offset}
        empty={
          file.state === "open"
            ? "No row of this file needs an explanation now."
            : "This file has no new rows: an earlier file had them all."
        }
        field={file.mayKeep ? "rows" : undefined}
        kinds={file.kinds}
        form={form}
      />
      {file.rows.pageCount > 1 && (
        <AdminPagination
          page={file.rows.page}
          pageCount={file.rows.pageCount}
          hrefOf={(page) => hrefOf(file.state, page)}
          label="Pages of rows"
        />
      )}
    </Stack>
  );
}

function countOf(
  { open, counts }: Pick<StatementFile, "open" | "counts">,
  tab: (typeof tabs)[number],
): number {
  return tab === "open" ? open : counts[tab];
}
