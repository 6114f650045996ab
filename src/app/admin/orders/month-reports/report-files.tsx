import { Alert, Button, FileInput, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { OrderFigures } from "#reports/figures/figure-record.server.ts";
import { largestFigureFileBytes } from "#reports/report-lengths.ts";
import { CsvColumns } from "./csv-columns.tsx";
import type { FigureImport } from "./import-figures.server.ts";

interface ReportFilesProps {
  figures: readonly OrderFigures[];
  /** Copies the numbers of a period into the report. */
  onUse: (figures: OrderFigures) => void;
}

const largestSize = `${largestFigureFileBytes / 1_000_000} MB`;

/** Search Console has lists of a period of several months, but numbers of each month. */
const contentOf = ({ numbers }: OrderFigures) => (numbers.length === 0 ? "lists" : "numbers");

/** Reads numbers from the zip that Search Console exports, or from any CSV file. */
export function ReportFiles({ figures, onUse }: ReportFilesProps) {
  const fetcher = useFetcher<ActionResult<FigureImport>>();
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState("");
  const [formerAnswer, setFormerAnswer] = useState<ActionResult>();
  const isTooLarge = file !== null && file.size > largestFigureFileBytes;
  const answer = fetcher.data === formerAnswer ? undefined : fetcher.data;
  const { preview, imported = "" } = answer?.data ?? {};
  useEffect(() => {
    if (imported !== "") setFile(null);
  }, [imported]);
  const fileError = isTooLarge
    ? `${file?.name} is larger than ${largestSize}. Export fewer rows or days.`
    : answer?.errors.file;
  const resetFile = useRef<() => void>(null);
  useEffect(() => {
    // Browsers report the choice of a file only if it is not the chosen one already. A refused file
    // is chosen again once it is mended.
    if (file !== null && fileError !== undefined) resetFile.current?.();
  }, [fileError, file]);
  /** Shows another table of the file: the form without a source asks for a preview. */
  const showTable = (table: number, form: HTMLFormElement) => {
    const values = new FormData(form);
    setSource(String(values.get("source") ?? ""));
    values.delete("source");
    values.set("table", String(table));
    fetcher.submit(values, { method: "post", encType: "multipart/form-data" });
  };
  return (
    <section aria-labelledby="files">
      <Title order={2} size="h4" id="files" mb="xs">
        Numbers from a file
      </Title>
      <fetcher.Form method="post" encType="multipart/form-data" aria-label="Numbers from a file">
        <input type="hidden" name="intent" value="import" />
        <Stack gap="sm">
          <FileInput
            name="file"
            label="Zip file from Search Console, or any CSV file"
            description={`In Search Console: Performance, Export, Download CSV. The days are in Pacific time. For any other CSV file, you choose what each column contains. Up to ${largestSize}.`}
            placeholder="Choose the file"
            accept=".zip,.csv,.tsv,.txt"
            size="md"
            clearable
            clearButtonProps={{ "aria-label": "Remove the file" }}
            value={file}
            resetRef={resetFile}
            onChange={(chosen) => {
              setFile(chosen);
              setSource("");
              // Hides the last answer, which is about the previous file.
              setFormerAnswer(fetcher.data);
            }}
            error={fileError ?? (preview ? undefined : answer?.notice)}
          />
          {preview !== undefined && (
            <CsvColumns
              key={`${preview.fileName} ${preview.table}`}
              preview={preview}
              source={source}
              onTable={showTable}
              errors={answer?.errors ?? {}}
              notice={answer?.notice}
            />
          )}
          {imported !== "" && <Alert color="brand">{imported}</Alert>}
          <Group>
            <Button
              type="submit"
              variant="default"
              disabled={isTooLarge}
              loading={fetcher.state !== "idle"}
            >
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
                  {one.name}:{" "}
                  {one.numbers.length === 0
                    ? "lists of searches and pages"
                    : one.numbers.map(({ label, value }) => `${label} ${value}`).join(", ")}
                </Text>
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => onUse(one)}
                    aria-label={`Use the ${contentOf(one)} of ${one.name}`}
                  >
                    Use these {contentOf(one)}
                  </Button>
                  <fetcher.Form method="post">
                    <input type="hidden" name="intent" value="remove-figures" />
                    <input type="hidden" name="figures" value={one.id} />
                    <Button
                      type="submit"
                      size="xs"
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove the numbers of ${one.name}`}
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
