import { resolve } from "node:path";
import { Alert, Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useEffect } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { shownCopies } from "#maintenance/backup-copies/shown-copies.ts";
import {
  askForBackup,
  askForRestoreTest,
  listBackupTasks,
} from "#maintenance/backups/backup-tasks.ts";
import { readBackups } from "#maintenance/backups/read-backups.ts";
import { commandWords } from "#platform/command-words.ts";
import type { Actor } from "#policy/actor.ts";
import { GivenField } from "../setting-field.tsx";
import { readSettingParts } from "../setting-parts.server.ts";
import { SettingsForms } from "../settings-form.tsx";
import { settingsIntents } from "../settings-intents.server.ts";
import type { Route } from "./+types/backups";
import { type BackupRow, backupRows, type TestResult, testResult } from "./backup-row.server.ts";
import classes from "./backups.module.css";

const title = "Backups";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { backupCopies } = services.configuration;
  const [{ files, directory, copies }, tasks, parts, reader, shown] = await Promise.all([
    readBackups(services, actor),
    listBackupTasks(services, actor),
    readSettingParts(services, actor, ["backups"]),
    dateReader(services, request),
    shownCopies(backupCopies),
  ]);
  const [lastMade] = tasks.filter(({ kind }) => kind === "make");
  const lastTest = tasks.find(({ kind, doneAt }) => kind === "test" && doneAt !== null);
  const testedCopyAt = copies?.testedAt ?? null;
  return {
    parts,
    directory,
    rows: backupRows(files, tasks, reader),
    isMaking: lastMade?.doneAt === null,
    makingFailed: lastMade?.failure ?? null,
    lastTest:
      lastTest === undefined ? null : { ...testResult(lastTest, reader), file: lastTest.file },
    copies: shown && { ...shown, wasTested: testedCopyAt !== null },
    bucket: backupCopies && {
      bucket: backupCopies.bucket.name,
      recipient: backupCopies.recipient,
    },
    restoreCommand: commandWords("restore"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return runIntent(backupIntents, { services, actor }, await readForm(request));
}

interface BackupContext {
  readonly services: Services;
  readonly actor: Actor & { readonly email: string };
}

const backupIntents = {
  "back-up": intent(fields(), async ({ services, actor }: BackupContext) => {
    await askForBackup(services, actor);
    return {};
  }),
  "test-restore": intent(
    fields("name"),
    async ({ services, actor }: BackupContext, { name = "" }) => {
      const directory = resolve(services.configuration.backupDirectory);
      await askForRestoreTest({ ...services, directory }, actor, name);
      return {};
    },
  ),
  save: settingsIntents.save,
};

const pollMs = 2000;

export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, isMaking, makingFailed, lastTest, directory, restoreCommand } = loaderData;
  const isWorking = isMaking || rows.some(({ isBeingTested }) => isBeingTested);
  useReloadWhile(isWorking);
  const notice = actionData?.notice;
  return (
    <Stack gap="lg" maw={1000}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed" maw={760}>
          Each backup is one verified file with the whole site: texts, pictures, customers,
          messages, orders and the secret of the site. Anybody who has the file can read all of it,
          so keep downloads in a safe place.
        </Text>
      </div>
      {notice && <Alert color="red">{notice}</Alert>}
      {makingFailed !== null && (
        <Alert color="red" title="The last backup by hand could not be made">
          {makingFailed}
        </Alert>
      )}
      <Card withBorder padding="lg" component="section" aria-labelledby="present">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4" id="present">
            Backups on this server
          </Title>
          <BackUpNow isMaking={isMaking} />
        </Group>
        <div role="status">
          {isMaking && (
            <Text size="sm" mb="sm">
              The backup is being made. It appears in the list when it is complete.
            </Text>
          )}
        </div>
        <LastTest test={lastTest} />
        <AdminTable
          label="Backups on this server"
          columns={columns}
          rows={rows}
          keyOf={({ name }) => name}
          empty="There is no backup on this server yet. Make one now, or choose a schedule below."
        />
        <Text size="sm" c="dimmed" mt="md" style={{ overflowWrap: "anywhere" }}>
          The files are in {directory}. To restore the site from one of them, the person who runs
          the server uses “{restoreCommand}”. A test restores a backup into a temporary folder with
          all checks, and changes nothing on the site.
        </Text>
      </Card>
      <Copies copies={loaderData.copies} restoreCommand={restoreCommand} />
      <SettingsForms
        parts={loaderData.parts}
        below={{ backups: <CopySettings copies={loaderData.bucket} /> }}
      />
    </Stack>
  );
}

/** Loads the list again while a backup is being made or tested. */
function useReloadWhile(isWorking: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(() => void revalidate(), pollMs);
    return () => clearInterval(timer);
  }, [isWorking, revalidate]);
}

function BackUpNow({ isMaking }: { isMaking: boolean }) {
  const sending = useNavigation().formData?.get("intent") === "back-up";
  return (
    <Form method="post" preventScrollReset>
      <Button type="submit" name="intent" value="back-up" loading={sending || isMaking}>
        Back up now
      </Button>
    </Form>
  );
}

interface LastTestProps {
  test: (TestResult & { readonly file: string | null }) | null;
}

function LastTest({ test }: LastTestProps) {
  if (test === null) {
    return (
      <Text size="sm" mb="sm">
        Last tested restore: none yet. Only a test shows that a backup can be restored.
      </Text>
    );
  }
  return (
    <div>
      <Text
        size="sm"
        mb="sm"
        c={test.isGood ? undefined : "red"}
        style={{ overflowWrap: "anywhere" }}
      >
        Last tested restore: {test.file}. {test.words}
        {test.isGood && "."}
      </Text>
      {test.notes.length > 0 && (
        <Alert color="yellow" mb="sm" title="The test also found">
          {test.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}

const columns: readonly AdminColumn<BackupRow>[] = [
  { heading: "Made", cell: ({ made }) => made },
  { heading: "Kind", cell: ({ origin }) => <span className={classes.origin}>{origin}</span> },
  { heading: "Size", cell: ({ size }) => size, end: true },
  {
    heading: "Restore test",
    cell: ({ test, isBeingTested }) => <TestBadge test={test} isBeingTested={isBeingTested} />,
  },
  {
    heading: "Actions",
    isData: false,
    cell: ({ name, made, isBeingTested }) => (
      <Group gap="xs" wrap="nowrap">
        <Download name={name} label={`Download the backup of ${made}`} />
        <Form method="post" preventScrollReset>
          <input type="hidden" name="name" value={name} />
          <Button
            type="submit"
            name="intent"
            value="test-restore"
            size="xs"
            variant="default"
            disabled={isBeingTested}
            aria-label={`Test the backup of ${made}`}
          >
            Test
          </Button>
        </Form>
      </Group>
    ),
  },
];

function TestBadge({ test, isBeingTested }: Pick<BackupRow, "test" | "isBeingTested">) {
  if (isBeingTested) return <Badge color="blue">Being tested</Badge>;
  if (test === null) return <Text size="sm">Not tested</Text>;
  return (
    <Badge variant="dot" color={test.isGood ? "brand" : "red"} title={test.words}>
      {test.isGood ? "Can be restored" : "Cannot be restored"}
    </Badge>
  );
}

/** A native form, because the browser saves the answer as a file. */
function Download({ name, label }: { name: string; label: string }) {
  return (
    <form method="post" action={`/backups/${name}`}>
      <Button type="submit" size="xs" variant="default" aria-label={label}>
        Download
      </Button>
    </form>
  );
}

interface CopiesProps {
  copies: Route.ComponentProps["loaderData"]["copies"];
  restoreCommand: string;
}

/** Encrypted copies in the bucket. Only the owner's secret key can decrypt one. */
function Copies({ copies, restoreCommand }: CopiesProps) {
  if (copies === null) return null;
  const { names, failure, wasTested } = copies;
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="copies">
      <Title order={2} size="h4" id="copies">
        Encrypted copies in the bucket
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Only your secret key can decrypt a copy, so the server cannot test one. To test a copy,{" "}
        {wasTested ? "as was done before, " : ""}run “{restoreCommand} s3://… --key FILE --test”.
      </Text>
      {failure !== null && <Alert color="red">{failure}</Alert>}
      {failure === null && names.length === 0 && (
        <Text size="sm">There is no copy in the bucket yet.</Text>
      )}
      <Stack gap="xs">
        {names.map((name) => (
          <Group key={name} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            <Download name={name} label={`Download the copy ${name}`} />
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

interface CopySettingsProps {
  /**
   * Bucket for encrypted copies, and the public key that encrypts the copies. The environment sets
   * both.
   */
  copies: { readonly bucket: string; readonly recipient: string } | undefined;
}

function CopySettings({ copies }: CopySettingsProps) {
  if (copies === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Backups are stored only on this server. To keep encrypted copies in cloud storage, the
        person who runs the server can set BACKUP_URL and BACKUP_RECIPIENT.
      </Text>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <GivenField label="Copies in the bucket" value={copies.bucket} variable="BACKUP_URL" />
      <GivenField
        label="Public key for copies"
        value={`${copies.recipient.slice(0, 12)}…`}
        variable="BACKUP_RECIPIENT"
      />
    </SimpleGrid>
  );
}
