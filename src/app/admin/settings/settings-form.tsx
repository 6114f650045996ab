import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { SettingName, Settings } from "#settings/settings.ts";
import type { SettingsResult } from "./settings-action.server.ts";

export interface PartProps {
  readonly part: string;
  readonly settings: Settings;
  readonly fetcher: FetcherWithComponents<SettingsResult>;
  /** The last result of this form; undefined if another form was submitted last. */
  readonly result: SettingsResult | undefined;
  /** "save" or "test" while this form is being submitted. */
  readonly sending: string | undefined;
}

interface SettingsFormProps extends PartProps {
  readonly title: string;
  readonly intro: string;
  /** Settings of the form; their revisions are sent for the optimistic lock. */
  readonly names: readonly SettingName[];
  readonly save: string;
  /** The saved values as a text, shown when another admin changed them in the meantime. */
  readonly saved: string;
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

export function SettingsForm({ part, settings, fetcher, ...props }: SettingsFormProps) {
  const { result, sending, title, intro, names, save, saved, buttons, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const editable = names.filter((name) => settings[name].setBy !== "environment");
  const base = useBase(settings, result);
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
        {editable.map((name) => (
          <input key={name} type="hidden" name={`revision.${name}`} value={base[name].revision} />
        ))}
        <Stack gap="md">
          {children}
          {result?.notice && (
            <Alert color="red">
              {result.notice}
              {result.isConflict &&
                ` Your changes are still in this form. The saved values are now: ${saved}. Save again to replace them.`}
            </Alert>
          )}
          {(editable.length > 0 || buttons !== undefined) && (
            <Group gap="sm">
              {editable.length > 0 && (
                <Button type="submit" name="intent" value="save" loading={sending === "save"}>
                  {save}
                </Button>
              )}
              {buttons}
            </Group>
          )}
        </Stack>
      </fetcher.Form>
    </Card>
  );
}

/**
 * The settings that the admin has seen: the settings that filled the fields or, after a conflict,
 * the newer settings that the conflict showed. The next save is based on these settings. Results of
 * other forms and of test emails also contain newer settings, but do not show them to the admin.
 */
function useBase(settings: Settings, result: SettingsResult | undefined): Settings {
  const [filledFrom] = useState(settings);
  const [seen, setSeen] = useState<Settings | null>(null);
  useEffect(() => {
    if (result?.isConflict) setSeen(result.settings);
  }, [result]);
  return seen ?? filledFrom;
}

interface GivenFieldProps {
  readonly label: string;
  readonly value: string;
  readonly variable: string;
}

/** A read-only value that an environment variable sets. */
export function GivenField({ label, value, variable }: GivenFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      description={`Set on the server by the environment variable ${variable}. Only the person who runs the server can change it.`}
      // Below the value, so that two fields side by side stay on one line.
      inputWrapperOrder={["label", "input", "description"]}
      readOnly
      variant="filled"
      styles={{ input: { backgroundColor: "var(--mantine-color-body)" } }}
    />
  );
}
