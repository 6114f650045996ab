import { Alert, Anchor, Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { useConfirmAgain } from "../frame/forms/use-confirm-again.ts";
import { SettingField } from "./setting-field.tsx";
import type { ShownPart } from "./setting-parts.server.ts";
import type { SettingsData } from "./settings-intents.server.ts";

type SettingsResult = ActionResult<SettingsData, ShownPart>;

interface SettingsFormsProps {
  parts: readonly ShownPart[];
  /** Shown below the fields of the form of this name. */
  below?: Readonly<Record<string, ReactNode>>;
}

/** Forms of settings, each of which is saved by itself. */
export function SettingsForms({ parts, below = {} }: SettingsFormsProps) {
  const fetcher = useFetcher<SettingsResult>();
  const result = fetcher.data?.isShownAsToast ? undefined : fetcher.data;
  const saved = useSavedParts(result);
  const sending = fetcher.state === "idle" ? undefined : fetcher.formData;
  const lastSent = useRef<FormData>(undefined);
  useEffect(() => {
    if (sending !== undefined) lastSent.current = sending;
  }, [sending]);
  useConfirmAgain(
    result,
    () => lastSent.current && fetcher.submit(lastSent.current, { method: "post" }),
  );
  return parts.map((given) => {
    const { part } = given;
    const { savedAt, shown = given } = saved[part] ?? {};
    return (
      <SettingsForm
        // After a save, the form shows the saved values, without the typed password.
        key={`${part} ${savedAt}`}
        shown={shown}
        fetcher={fetcher}
        result={result && (result.data?.part ?? result.values.part) === part ? result : undefined}
        sending={sending?.get("part") === part ? String(sending.get("intent")) : undefined}
      >
        {below[part]}
      </SettingsForm>
    );
  });
}

type SavedParts = Readonly<Record<string, { savedAt: number; shown: ShownPart }>>;

/** The time of the last save of each form, and its values since then. */
function useSavedParts(result: SettingsResult | undefined): SavedParts {
  const [saved, setSaved] = useState<SavedParts>({});
  useEffect(() => {
    const { savedAt, data } = result ?? {};
    if (savedAt === undefined || data === undefined || data.trial !== undefined) return;
    setSaved((former) => ({ ...former, [data.part]: { savedAt, shown: data.shown } }));
    const { changedParts = [] } = data;
    if (changedParts.length === 0) return;
    // The list of parts takes longer to read than other toasts.
    const message = `Also changed: ${changedParts.join(", ")}.`;
    notifications.show({ title: `${data.shown.title} is saved`, message, autoClose: 15_000 });
  }, [result]);
  return saved;
}

interface SettingsFormProps {
  shown: ShownPart;
  fetcher: FetcherWithComponents<SettingsResult>;
  /** The last result of this form; undefined if another form was submitted last. */
  result: SettingsResult | undefined;
  /** "save" or "test" while this form is being submitted. */
  sending: string | undefined;
  children: ReactNode;
}

function SettingsForm({ shown, fetcher, result, sending, children }: SettingsFormProps) {
  const { part, title, intro, save, note, status, test } = shown;
  const form = useRef<HTMLFormElement>(null);
  const { rows } = useBase(shown, result);
  const errors = result?.errors ?? {};
  const editable = rows.flat().filter(({ given }) => given === null);
  useEffect(() => {
    if (result === undefined || Object.keys(result.errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [result]);
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby={part}>
      <Title order={2} size="h4" id={part}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {intro}
      </Text>
      <fetcher.Form method="post" noValidate ref={form}>
        <input type="hidden" name="part" value={part} />
        {editable.map(({ name, revision }) => (
          <input key={name} type="hidden" name={`revision.${name}`} value={revision} />
        ))}
        <Stack gap="md">
          {shown.rows.map((fields) =>
            fields.length === 1 ? (
              fields.map((field) => (
                <SettingField key={field.name} field={field} errors={errors} isBeside={false} />
              ))
            ) : (
              <SimpleGrid
                key={fields[0]?.name}
                cols={{ base: 1, sm: 2 }}
                spacing="md"
                verticalSpacing="md"
              >
                {fields.map((field) => (
                  <SettingField key={field.name} field={field} errors={errors} isBeside />
                ))}
              </SimpleGrid>
            ),
          )}
          {note && <Note note={note} />}
          {status !== "" && <Text size="sm">{status}</Text>}
          {test && <Trial progress={sending === "test" ? test.progress : ""} result={result} />}
          {children}
          {result?.notice && (
            <Alert color="red">
              {result.notice}
              {result.conflict &&
                ` Your changes are still in this form. The saved values are now: ${result.conflict.saved}. Save again to replace them.`}
            </Alert>
          )}
          {(editable.length > 0 || test !== null) && (
            <Group gap="sm">
              {editable.length > 0 && (
                <Button type="submit" name="intent" value="save" loading={sending === "save"}>
                  {save}
                </Button>
              )}
              {test && (
                <Button
                  type="submit"
                  name="intent"
                  value="test"
                  variant="default"
                  loading={sending === "test"}
                >
                  {test.label}
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </fetcher.Form>
    </Card>
  );
}

/**
 * The form that the admin has seen: the form that filled the fields or, after a conflict, the newer
 * form that the conflict described. The next save is based on its revisions.
 */
function useBase(shown: ShownPart, result: SettingsResult | undefined): ShownPart {
  const [filledFrom] = useState(shown);
  const [seen, setSeen] = useState<ShownPart>();
  useEffect(() => {
    if (result?.conflict) setSeen(result.conflict);
  }, [result]);
  return seen ?? filledFrom;
}

function Note({ note: [before, link, after] }: { note: NonNullable<ShownPart["note"]> }) {
  return (
    <Text size="sm" c="dimmed">
      {before}
      {link && (
        <>
          {" "}
          <Anchor href={link.to} size="sm" underline="always">
            {link.label}
          </Anchor>{" "}
          {after}
        </>
      )}
    </Text>
  );
}

interface TrialProps {
  /** Text while the test runs; "" otherwise. */
  progress: string;
  result: SettingsResult | undefined;
}

function Trial({ progress, result }: TrialProps) {
  const trial = result?.data?.trial;
  return (
    <div role="status">
      {progress !== "" ? (
        <Alert color="gray" role="none">
          {progress}
        </Alert>
      ) : (
        trial && (
          <Alert color={trial.sent ? "brand" : "red"} role="none">
            {trial.message}
            {trial.sent && " Check your inbox."}
          </Alert>
        )
      )}
    </div>
  );
}
