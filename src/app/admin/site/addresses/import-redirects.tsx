import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useFetcher } from "react-router";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, refusedForm, savedForm } from "#app/forms.server.ts";
import { importRedirects, previewRedirects } from "#content/addresses/import-redirects.ts";
import type { RedirectPlan } from "#content/addresses/plan-redirects.ts";
import { type FormInMemory, formInMemory } from "#files/form-in-memory.ts";
import { contentCrumb } from "../content/content-crumbs.ts";
import type { Route } from "./+types/import-redirects";

const title = "Import redirects";

export const handle = {
  breadcrumb: [contentCrumb, { label: "Redirects", path: "/redirects" }, { label: title }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await adminOnly(context, request);
  return null;
}

/** Lines that the screen shows; it says how many more there are. */
const mostShown = 100;

/** The plan with its first lines, because it may have ten thousand. */
function shownPlan({ made, rewritten, refused, knownCount }: RedirectPlan, isDone: boolean) {
  return {
    isDone,
    made: made.slice(0, mostShown),
    madeCount: made.length,
    joinedCount: made.filter(({ joined }) => joined !== undefined).length,
    rewrittenCount: rewritten.length,
    refused: refused.slice(0, mostShown),
    refusedCount: refused.length,
    knownCount,
  };
}

type ShownPlan = ReturnType<typeof shownPlan>;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const form = await formOf(request);
  const bytes = form.files.get("file")?.bytes ?? new Uint8Array();
  const isDone = form.texts.get("intent")?.[0] === "import";
  try {
    const plan = isDone
      ? await importRedirects(services, actor, bytes)
      : await previewRedirects(services, actor, bytes);
    const said = isDone ? { said: `${countOf(plan.made.length)} added` } : {};
    return savedForm<ShownPlan>({ data: shownPlan(plan, isDone), ...said });
  } catch (error) {
    return refusedForm(error, {});
  }
}

async function formOf(request: Request): Promise<FormInMemory> {
  try {
    return await formInMemory(request);
  } catch (error) {
    pageError(error);
  }
}

function countOf(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "redirect" : "redirects"}`;
}

export default function ImportRedirects() {
  const fetcher = useFetcher<typeof action>();
  const [file, setFile] = useState<File | null>(null);
  const answer = fetcher.data as
    | { readonly data?: ShownPlan; readonly notice?: string; readonly savedAt?: number }
    | undefined;
  const send = (chosen: File, intent: "preview" | "import") => {
    const form = new FormData();
    form.set("intent", intent);
    form.set("file", chosen);
    void fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  };
  useConfirmAgain(fetcher.data as never, () => file && send(file, "import"));
  const plan = answer?.savedAt === undefined ? undefined : answer.data;
  const isSending = fetcher.state !== "idle";
  return (
    <Stack gap="lg" maw={860}>
      <Title order={1}>{title}</Title>
      <Text>
        A CSV file with two columns: the old address and the new one, such as{" "}
        <code>/spring-offer,/pricing/</code>. Leave the new address empty, or write 410 in a column
        called “status”, for pages that are gone. Up to 10,000 lines. You see what happens before
        anything is changed.
      </Text>
      <Group>
        <ChooseFile
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(chosen) => {
            setFile(chosen);
            if (chosen !== null) send(chosen, "preview");
          }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={isSending}>
              Choose a file
            </Button>
          )}
        </ChooseFile>
        {file !== null && <Text size="sm">{file.name}</Text>}
      </Group>
      {answer?.notice !== undefined && <Alert color="red">{answer.notice}</Alert>}
      {plan !== undefined && <PlanView plan={plan} />}
      {plan !== undefined && !plan.isDone && plan.madeCount > 0 && file !== null && (
        <Group>
          <Button loading={isSending} onClick={() => send(file, "import")}>
            Add {countOf(plan.madeCount)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function PlanView({ plan }: { plan: ShownPlan }) {
  const { isDone, madeCount, joinedCount, rewrittenCount, refusedCount, knownCount } = plan;
  const verb = isDone ? "were added" : "will be added";
  return (
    <Stack gap="md">
      <Alert color={refusedCount === 0 ? "green" : "yellow"}>
        {madeCount === 0 && !isDone
          ? "The file has no redirect to add."
          : `${countOf(madeCount)} ${verb}.`}
        {joinedCount > 0 &&
          ` ${countOf(joinedCount)} of them skip a chain and lead straight to its end.`}
        {rewrittenCount > 0 &&
          ` ${countOf(rewrittenCount)} of the site ${isDone ? "lead" : "will lead"} to a new end.`}
        {knownCount > 0 && ` ${countOf(knownCount)} the site has already.`}
        {refusedCount > 0 && ` ${countOf(refusedCount)} cannot be added.`}
      </Alert>
      {refusedCount > 0 && (
        <section>
          <Title order={2} size="h4" mb="xs">
            Not added
          </Title>
          <Table spacing="xs" aria-label="Lines that are not added">
            <thead>
              <tr>
                <th>Line</th>
                <th>Old address</th>
                <th>Why</th>
              </tr>
            </thead>
            <tbody>
              {plan.refused.map(({ line, from, reason }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td style={{ overflowWrap: "anywhere" }}>{from}</td>
                  <td style={{ overflowWrap: "anywhere" }}>{asSentence(reason)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
          <More count={refusedCount} />
        </section>
      )}
      {madeCount > 0 && (
        <section>
          <Title order={2} size="h4" mb="xs">
            {isDone ? "Added" : "To be added"}
          </Title>
          <Table spacing="xs" aria-label="Redirects of the file">
            <thead>
              <tr>
                <th>Line</th>
                <th>Old address</th>
                <th>Leads to</th>
              </tr>
            </thead>
            <tbody>
              {plan.made.map(({ line, from, end, joined }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td style={{ overflowWrap: "anywhere" }}>{from}</td>
                  <td style={{ overflowWrap: "anywhere" }}>
                    {end || "Gone"}
                    {joined !== undefined && ` (the file says ${joined}, which leads on)`}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          <More count={madeCount} />
        </section>
      )}
    </Stack>
  );
}

function asSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

function More({ count }: { count: number }) {
  if (count <= mostShown) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      And {(count - mostShown).toLocaleString("en")} more.
    </Text>
  );
}
