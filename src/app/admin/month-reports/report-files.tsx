import { Alert, Button, FileInput, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderFigures } from "../../../orders/reports/figures/order-figures.ts";
import type { FormState } from "../../ui/forms/form-state.ts";

interface ReportFilesProps {
  figures: readonly OrderFigures[];
  /** Takes the numbers of a period over into the report. */
  onUse: (figures: OrderFigures) => void;
}

type Answer = { readonly savedAt: number; readonly said: string } | FormState;

/** Reads numbers from the zip that Search Console exports. */
export function ReportFiles({ figures, onUse }: ReportFilesProps) {
  const fetcher = useFetcher<Answer>();
  const [file, setFile] = useState<File | null>(null);
  const refused = fetcher.data && "errors" in fetcher.data ? fetcher.data : undefined;
  const said = fetcher.data && "said" in fetcher.data ? fetcher.data.said : "";
  useEffect(() => {
    if (said !== "") setFile(null);
  }, [said]);
  return (
    <section aria-labelledby="files">
      <Title order={2} size="h4" id="files" mb="xs">
        Numbers from Search Console
      </Title>
      <fetcher.Form method="post" encType="multipart/form-data" aria-label="Numbers from a file">
        <input type="hidden" name="intent" value="import" />
        <Stack gap="sm">
          <FileInput
            name="file"
            label="Exported zip"
            description="In Search Console: Performance, Export, Download CSV. The days are in Pacific time."
            placeholder="Choose the zip"
            accept=".zip"
            size="md"
            clearable
            value={file}
            onChange={setFile}
            error={refused?.errors.file ?? refused?.notice}
          />
          {said !== "" && <Alert color="field">{said}</Alert>}
          <Group>
            <Button type="submit" variant="default" loading={fetcher.state !== "idle"}>
              Read the numbers
            </Button>
          </Group>
        </Stack>
      </fetcher.Form>
      {figures.length > 0 && (
        <Stack component="ul" gap="sm" mt="md" p={0} style={{ listStyle: "none" }}>
          {figures.map((one) => (
            <li key={one.id}>
              <Group justify="space-between" gap="xs">
                <Text size="sm">
                  {one.period}: {one.numbers[0]?.value} clicks
                </Text>
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => onUse(one)}
                    aria-label={`Use the numbers of ${one.period}`}
                  >
                    Use these numbers
                  </Button>
                  <fetcher.Form method="post">
                    <input type="hidden" name="intent" value="remove-figures" />
                    <input type="hidden" name="figures" value={one.id} />
                    <Button
                      type="submit"
                      size="xs"
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove the numbers of ${one.period}`}
                    >
                      Remove
                    </Button>
                  </fetcher.Form>
                </Group>
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </section>
  );
}
