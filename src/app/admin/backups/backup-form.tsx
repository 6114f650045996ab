import { NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";
import { GivenField, type PartProps, SettingsForm } from "../settings/settings-form.tsx";

const intro =
  "When there are more backups than you want to keep, the oldest is deleted. Backups on schedule and backups by hand are counted apart. If a backup on schedule or its copy fails, you get an email.";

/** "" means no scheduled backups. */
const intervals = ["", "1h", "6h", "12h", "1d", "7d"];
const units: Readonly<Record<string, string>> = { m: "minute", h: "hour", d: "day" };

/** Turns "6h" into "Every 6 hours". */
function inWords(interval: string): string {
  if (interval === "") return "Never";
  const [count, unit] = [interval.slice(0, -1), units[interval.slice(-1)]];
  return count === "1" ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

interface BackupProps extends PartProps {
  /**
   * Bucket for encrypted copies, and the public key that encrypts the copies. The environment sets
   * both.
   */
  readonly copies: { readonly bucket: string; readonly recipient: string } | undefined;
}

export function BackupForm({ copies, ...props }: BackupProps) {
  const { backupInterval, backupCount } = props.settings;
  const errors = props.result?.errors ?? {};
  const interval = backupInterval.value ?? "";
  const count = String(backupCount.value ?? "");
  const offered = [...new Set([...intervals, interval])];
  return (
    <SettingsForm
      {...props}
      title="Schedule"
      intro={intro}
      names={["backupInterval", "backupCount"]}
      save="Save backup settings"
      saved={`${inWords(interval).toLowerCase()}, ${count} kept`}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {backupInterval.setBy === "environment" ? (
          <GivenField
            label="How often"
            value={inWords(interval)}
            variable={backupInterval.variable}
          />
        ) : (
          <NativeSelect
            name="backupInterval"
            label="How often"
            defaultValue={interval}
            data={offered.map((value) => ({ value, label: inWords(value) }))}
            error={errors.backupInterval}
          />
        )}
        {backupCount.setBy === "environment" ? (
          <GivenField label="Backups to keep" value={count} variable={backupCount.variable} />
        ) : (
          <TextInput
            name="backupCount"
            label="Backups to keep"
            inputMode="numeric"
            defaultValue={count}
            error={errors.backupCount}
            autoComplete="off"
          />
        )}
        {copies !== undefined && (
          <>
            <GivenField label="Copies in the bucket" value={copies.bucket} variable="BACKUP_URL" />
            <GivenField
              label="Public key for copies"
              value={`${copies.recipient.slice(0, 12)}…`}
              variable="BACKUP_RECIPIENT"
            />
          </>
        )}
      </SimpleGrid>
      {copies === undefined && (
        <Text size="sm" c="dimmed">
          Backups are stored only on this server. To keep encrypted copies in cloud storage, the
          person who runs the server can set BACKUP_URL and BACKUP_RECIPIENT.
        </Text>
      )}
    </SettingsForm>
  );
}
