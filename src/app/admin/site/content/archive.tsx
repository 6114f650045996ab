import { Alert, Button, Group, List, Progress, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { archiveType } from "#content/archive/content-archive.ts";
import type { ImportReport } from "#content/archive/import-content.ts";
import type { NamedRecord } from "#content/archive/import-report.server.ts";
import type { Route } from "./+types/archive";

interface Refusal {
  readonly detail?: string;
  readonly confirmationRequired?: true;
}

/**
 * Uploads with XMLHttpRequest, because `fetch` does not report the progress of an upload. Rejects
 * with the message of the server.
 */
function sendArchive(
  file: File,
  isDryRun: boolean,
  onProgress: (percent: number) => void,
): Promise<ImportReport | "confirm-first"> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/content/import${isDryRun ? "?dry-run" : ""}`);
    request.setRequestHeader("Content-Type", archiveType);
    request.upload.onprogress = ({ loaded, total }) => onProgress((100 * loaded) / total);
    request.onerror = () => reject(new Error("The connection was lost. Try again."));
    request.onload = () => {
      try {
        const answer = JSON.parse(request.responseText) as ImportReport & Refusal;
        if (request.status === 200) resolve(answer);
        else if (answer.confirmationRequired) resolve("confirm-first");
        else
          reject(new Error(answer.detail ?? "The server rejected the file. Choose another one."));
      } catch {
        reject(new Error("The server rejected the file. Choose another one."));
      }
    };
    request.send(file);
  });
}

function ImportChanges({ report }: { report: ImportReport }) {
  if (report.blocks.length === 0) {
    return <Alert>The file matches the site. Nothing would change.</Alert>;
  }
  return (
    <Table spacing="xs" aria-label="What the import would change">
      <tbody>
        {report.blocks.map((block) => (
          <tr key={block.block}>
            <th style={{ width: 180 }}>{block.title}</th>
            <td>
              <Names verb="Adds" records={block.added} />
              <Names verb="Changes" records={block.changed} />
              <Names verb="Moves to the trash" records={block.removed} />
              {block.reordered && <Text size="sm">Changes the order of the list</Text>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Names({ verb, records }: { verb: string; records: readonly NamedRecord[] }) {
  if (records.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        {verb}
      </Text>
      <List size="sm">
        {records.map(({ _id, label }) => (
          <List.Item key={_id}>{label}</List.Item>
        ))}
      </List>
    </>
  );
}

export const handle = { breadcrumb: [{ label: "Export and import" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Export and import", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await adminOnly(context, request);
  return null;
}

export default function Archive() {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [sentPercent, setSentPercent] = useState<number | null>(null);
  const { revalidate } = useRevalidator();

  async function send(chosen: File, isDryRun: boolean) {
    setFault(null);
    setSentPercent(0);
    try {
      let answer = await sendArchive(chosen, isDryRun, setSentPercent);
      if (answer === "confirm-first") {
        const { confirmAgain } = await import("#app/admin/frame/forms/confirm-again.tsx");
        if (await confirmAgain()) answer = await sendArchive(chosen, isDryRun, setSentPercent);
        if (answer === "confirm-first") return;
      }
      setFile(isDryRun ? chosen : null);
      setReport(isDryRun ? answer : null);
      if (!isDryRun) notifications.show({ message: "The content is imported" });
      if (!isDryRun) void revalidate();
    } catch (error) {
      setReport(null);
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setSentPercent(null);
    }
  }

  return (
    <Stack gap="xl" maw={760}>
      <Title order={1}>Export and import</Title>
      <section>
        <Title order={2} size="h3" mb="xs">
          Export
        </Title>
        <Text mb="sm">
          All texts, lists, drafts and pictures of the site in one file. Orders, payments,
          customers, messages, subscribers and settings are not in the file.
        </Text>
        <Button component="a" href="/api/content/export" download variant="default">
          Export the content
        </Button>
      </section>
      <section>
        <Title order={2} size="h3" mb="xs">
          Import
        </Title>
        <Text mb="sm">
          Replaces the site’s content with the content of an exported file. You see all changes
          before they are made. Content that is not in the file goes to the trash. Orders, payments,
          customers, messages, subscribers and settings stay as they are.
        </Text>
        <ChooseFile onChange={(chosen) => chosen && void send(chosen, true)} accept=".jsonl">
          {(props) => (
            <Button {...props} variant="default" disabled={sentPercent !== null}>
              Choose a file
            </Button>
          )}
        </ChooseFile>
        {sentPercent !== null && (
          <Progress value={sentPercent} mt="md" aria-label="Sent" animated />
        )}
        {fault !== null && (
          <Alert color="red" mt="md" title="Nothing was changed">
            {fault}
          </Alert>
        )}
        {report !== null && file !== null && (
          <Stack mt="md">
            <ImportChanges report={report} />
            <Group>
              <Button onClick={() => void send(file, false)} loading={sentPercent !== null}>
                Import and replace the content
              </Button>
              <Button variant="subtle" onClick={() => setReport(null)}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
      </section>
    </Stack>
  );
}
