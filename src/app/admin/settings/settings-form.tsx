import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { SettingName, Settings } from "../../../settings/settings.ts";
import type { SettingsResult } from "./settings-action.server.ts";

/** What every form of the screen gets. */
export interface PartProps {
  readonly part: string;
  readonly settings: Settings;
  readonly fetcher: FetcherWithComponents<SettingsResult>;
  /** The last result, if it is this form's. */
  readonly result: SettingsResult | undefined;
  /** The intent of this form's request in progress. */
  readonly sending: string | undefined;
}

interface SettingsFormProps extends PartProps {
  readonly title: string;
  readonly intro: string;
  /** Settings of the form, for the optimistic lock. */
  readonly names: readonly SettingName[];
  /** Label of the button that saves. */
  readonly save: string;
  /** The saved values in words, for an admin who has typed others. */
  readonly saved: string;
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

/** A form for settings that are saved together. */
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
                ` What you typed is still here. Saved now: ${saved}. Save again to replace it.`}
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
 * The settings that the fields were filled from. Newer ones, which come with the result of another
 * form or of a test email, are not in the fields, so only a conflict that the admin has read counts.
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

/** A value that only the environment can change. */
export function GivenField({ label, value, variable }: GivenFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      description={`Set by the environment (${variable})`}
      readOnly
      variant="filled"
      styles={{ input: { backgroundColor: "var(--mantine-color-body)" } }}
    />
  );
}
