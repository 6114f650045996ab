import {
  Alert,
  Anchor,
  Button,
  Card,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useState } from "react";
import { Link, redirect, useFetcher } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { AdminPagination } from "#app/admin/frame/ui/admin-pagination.tsx";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, refusedForm } from "#app/forms.server.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { providerTitle } from "#bookkeeping/months/month-sums.server.ts";
import { listStatements } from "#bookkeeping/statements/read-statements.ts";
import { uploadStatement } from "#bookkeeping/statements/upload-statement.ts";
import { formInMemory } from "#files/form-in-memory.ts";
import { dayOf, daysOf, minuteOf } from "#platform/time/dates.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/statements";
import { sandboxStatements } from "./sandbox-forms.ts";

export const handle = {
  breadcrumb: [{ label: "Payments", path: "/payments" }, { label: "Statements" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Statements", matches);
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const page = pageNumberOf(request);
  const files = await listStatements(services, actor, { page, pageSize });
  const day = (at: number) => dayOf(at, reader.timeZone);
  return {
    files: {
      ...files,
      items: files.items.map((file) => ({
        id: file.id,
        name: file.name,
        provider: providerTitle(file.family),
        days: daysOf(day(file.from), day(file.until), reader.locale),
        rows: file.rowCount,
        known: file.knownCount,
        open: file.open,
        isComplete: file.isComplete,
        uploaded: minuteOf(file.uploadedAt, reader),
        author: file.author,
      })),
    },
    mayKeep: may(actor, "keep the books"),
    hasSandbox: services.payments.all.some(({ provider }) => /^sandbox/.test(provider.name)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const form = await formInMemory(request).catch(pageError);
  const { name, bytes } = form.files.get("file") ?? { name: "", bytes: new Uint8Array() };
  const days = form.texts.get("days")?.[0];
  try {
    const { id, isKnown } = await uploadStatement(services, actor, {
      name,
      bytes,
      days: days === "month first" || days === "day first" ? days : undefined,
      isOwnAccount: form.texts.get("isOwnAccount")?.[0] === "yes",
    });
    return redirect(`/statements/${id}${isKnown ? "?known=yes" : ""}`);
  } catch (error) {
    return refusedForm(error, { days: "", isOwnAccount: "" });
  }
}

type FileRow = Route.ComponentProps["loaderData"]["files"]["items"][number];

const columns: readonly AdminColumn<FileRow>[] = [
  { heading: "Statement", place: "title", cell: ({ name }) => name, whole: ({ name }) => name },
  { heading: "Days", place: "detail", cell: ({ days }) => days },
  {
    heading: "To explain",
    place: "value",
    end: true,
    cell: ({ open, isComplete }) => (isComplete ? (open === 0 ? "Nothing" : open) : "Incomplete"),
  },
  { heading: "Account", place: "wide", cell: ({ provider }) => provider },
  { heading: "Rows", end: true, cell: ({ rows }) => rows.toLocaleString("en") },
  { heading: "Uploaded", cell: ({ uploaded, author }) => `${uploaded}, ${author}` },
];

export default function Statements({ loaderData }: Route.ComponentProps) {
  const { files, mayKeep, hasSandbox } = loaderData;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Statements</Title>
        <Text maw={720}>
          Upload what PayPal or Stripe says about your account. Each row is compared with the
          payments of this site, and whatever differs is listed until somebody explains it.
        </Text>
      </div>
      {mayKeep && <Upload />}
      {hasSandbox && (
        <Text size="sm" c="dimmed">
          Test mode: the simulated providers export their account, too.{" "}
          {sandboxStatements.map(({ form, label }) => (
            <Anchor key={form} href={`/statements/sandbox/${form}`} size="sm" mr="sm" download>
              {label}
            </Anchor>
          ))}
        </Text>
      )}
      <AdminTable
        label="Statements"
        columns={columns}
        rows={files.items}
        offset={files.offset}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/statements/${id}`}
        empty={
          <EmptyList
            title="No statements yet"
            why="At PayPal: Activity, Download, CSV with all columns. At Stripe: Reports, Balance, “Balance change from activity”, itemised, or Balance, All transactions, Export."
          />
        }
      />
      {files.pageCount > 1 && (
        <AdminPagination
          page={files.page}
          pageCount={files.pageCount}
          hrefOf={(page) => `/statements?page=${page}`}
          label="Pages of statements"
        />
      )}
      <Text size="sm">
        <Anchor component={Link} to="/months" size="sm" underline="always">
          Months
        </Anchor>{" "}
        close when all of their rows are explained.
      </Text>
    </Stack>
  );
}

function Upload() {
  const fetcher = useFetcher<ActionResult>();
  const [file, setFile] = useState<File | null>(null);
  const [days, setDays] = useState("");
  const [isOwn, setOwn] = useState(false);
  const form = fetcher.data;
  const isSending = fetcher.state !== "idle";
  const fault = form?.notice ?? form?.errors.file ?? form?.errors.days ?? form?.errors.isOwnAccount;
  const send = (chosen: File) => {
    const body = new FormData();
    body.set("days", days);
    if (isOwn) body.set("isOwnAccount", "yes");
    body.set("file", chosen);
    void fetcher.submit(body, { method: "post", encType: "multipart/form-data" });
  };
  return (
    <Card withBorder maw={640}>
      <Stack gap="sm">
        <Group>
          <ChooseFile
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(chosen) => {
              setFile(chosen);
              setOwn(false);
              if (chosen !== null) send(chosen);
            }}
          >
            {(props) => (
              <Button {...props} loading={isSending}>
                Upload a statement
              </Button>
            )}
          </ChooseFile>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {file?.name ?? "CSV, up to 200,000 rows"}
          </Text>
        </Group>
        {isSending && (
          <Text size="sm" role="status">
            The rows are read and compared. A large file takes about a minute.
          </Text>
        )}
        {fault && !isSending && <Alert color="red">{fault}</Alert>}
        {form?.errors.days && (
          <NativeSelect
            label="The file writes days with"
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
            data={[
              { value: "", label: "Choose" },
              { value: "month first", label: "the month first: 11/30/2026" },
              { value: "day first", label: "the day first: 30/11/2026" },
            ]}
          />
        )}
        {form?.errors.isOwnAccount && (
          <Checkbox
            label="It is an account of this shop"
            checked={isOwn}
            onChange={(event) => setOwn(event.currentTarget.checked)}
          />
        )}
        {file !== null && (form?.errors.days || form?.errors.isOwnAccount) && (
          <Button
            variant="default"
            loading={isSending}
            disabled={Boolean(form.errors.days && days === "")}
            onClick={() => send(file)}
          >
            Upload {file.name} again
          </Button>
        )}
      </Stack>
    </Card>
  );
}
