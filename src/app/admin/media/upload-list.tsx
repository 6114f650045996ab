import { Alert, Progress, Stack, Text } from "@mantine/core";
import type { Upload } from "./use-uploads.ts";

interface UploadListProps {
  uploads: readonly Upload[];
  onDismiss: (key: number) => void;
}

/** Progress of uploads, and rejected files. */
export function UploadList({ uploads, onDismiss }: UploadListProps) {
  return (
    <Stack gap="xs" mt={uploads.length > 0 ? "sm" : undefined} aria-live="polite">
      {uploads.map(({ key, name, progress, error }) =>
        error === undefined ? (
          <div key={key}>
            <Text size="sm">
              {name}: {progress < 1 ? `${Math.round(progress * 100)} % sent` : "being read"}
            </Text>
            <Progress value={progress * 100} animated={progress === 1} aria-label={name} />
          </div>
        ) : (
          <Alert
            key={key}
            color="red"
            title={name}
            withCloseButton
            closeButtonLabel="Dismiss"
            onClose={() => onDismiss(key)}
          >
            {error}
          </Alert>
        ),
      )}
    </Stack>
  );
}
