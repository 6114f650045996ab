import {
  Alert,
  Button,
  FileInput,
  Group,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useTypedValues, type Values } from "#app/admin/frame/forms/use-typed-values.ts";
import { GrowingTextarea } from "#app/admin/frame/ui/growing-textarea.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { monthName, shortMonthName } from "#reports/report.ts";
import { largestFigureFileBytes } from "#reports/report-lengths.ts";
import { longestSearch, mostSearches, positionWords } from "#reports/searches/search-positions.ts";
import type { SearchesOfOrder } from "#reports/searches/tracked-searches.ts";
import type { FigureImport } from "./import-figures.server.ts";
import classes from "./month-report.module.css";
import {
  rowsOf,
  searchFields,
  valuesOfRows,
  valuesOfSearches,
  withFoundPositions,
  withSearches,
} from "./search-values.ts";

interface TrackedSearchesProps {
  report: {
    readonly orderId: string;
    readonly month: string;
    readonly searches: SearchesOfOrder;
  };
}

/** The searches of an order with their positions of the month, typed or read from a file. */
export function TrackedSearches({ report: { orderId, month, searches } }: TrackedSearchesProps) {
  const { revision, promised, table } = searches;
  const stored = valuesOfSearches(table);
  const typed = useTypedValues(`furrow-typed searches ${orderId} ${month}`, stored, revision);
  const saving = useFetcher<ActionResult>();
  const [added, setAdded] = useState("");
  const [notes, setNotes] = useState<readonly string[]>([]);
  const rows = rowsOf(typed.values);
  const sent = useRef<Values>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each saved form
  useEffect(() => {
    if (saving.data?.savedAt === undefined) return;
    typed.settle(stored, revision, sent.current);
    setNotes([]);
  }, [saving.data]);
  const show = (next: Parameters<typeof valuesOfRows>[0]) =>
    typed.setValues(valuesOfRows(next, rows.length));
  const add = () => {
    const { rows: next, left } = withSearches(rows, added);
    show(next);
    setAdded("");
    setNotes(
      left === 0
        ? []
        : [`${left} more do not fit: Furrow tracks at most ${mostSearches} searches of an order.`],
    );
  };
  const before = table.months.length > 1 ? table.months.at(-2) : undefined;
  const earlier = new Map(
    table.lines.map(({ search, positions }) => [search, positions.at(-2) ?? ""]),
  );
  /** The error at a field that still has the refused text. */
  const errorAt = (name: string) =>
    saving.data?.values[name] === typed.values[name] ? saving.data?.errors[name] : undefined;
  return (
    <section aria-labelledby="searches">
      <Title order={2} size="h4" id="searches" mb={4}>
        Tracked searches
      </Title>
      <Text size="sm" mb="sm">
        {promised > 0
          ? `The plan promises ${promised === 1 ? "1 tracked search" : `${promised} tracked searches`}; ${table.lines.length || "none"} ${table.lines.length > 1 ? "are" : "is"} listed. `
          : ""}
        The customer sees the list in the order’s room and in the report.
      </Text>
      <saving.Form
        method="post"
        aria-label="Tracked searches"
        onSubmit={() => {
          sent.current = typed.values;
        }}
      >
        <input type="hidden" name="intent" value="save-searches" />
        <input type="hidden" name="revision" value={typed.base ?? 0} />
        <Stack gap="sm">
          {saving.data?.notice && <Alert color="red">{saving.data.notice}</Alert>}
          {notes.map((note) => (
            <Alert key={note} color="brand" role="status">
              {note}
            </Alert>
          ))}
          {rows.length > 0 && (
            <Table verticalSpacing={4} aria-label={`Positions in ${monthName(month)}`}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Search</Table.Th>
                  {before !== undefined && (
                    <Table.Th scope="col">{shortMonthName(before)}</Table.Th>
                  )}
                  <Table.Th scope="col">{shortMonthName(month)}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ search, position }, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                  <Table.Tr key={nth} className={classes.search}>
                    <Table.Td>
                      <TextInput
                        name={searchFields.nameOf(nth)}
                        aria-label={`Search ${nth + 1}`}
                        value={search}
                        maxLength={longestSearch}
                        autoComplete="off"
                        error={errorAt(searchFields.nameOf(nth))}
                        onChange={({ currentTarget }) =>
                          typed.setValue(searchFields.nameOf(nth), currentTarget.value)
                        }
                      />
                    </Table.Td>
                    {before !== undefined && (
                      <Table.Td>{positionWords(earlier.get(search) ?? "")}</Table.Td>
                    )}
                    <Table.Td>
                      <TextInput
                        name={searchFields.positionOf(nth)}
                        aria-label={`Position of ${search || `search ${nth + 1}`}`}
                        value={position}
                        placeholder="Not measured"
                        inputMode="decimal"
                        autoComplete="off"
                        w="8.5rem"
                        error={errorAt(searchFields.positionOf(nth))}
                        onChange={({ currentTarget }) =>
                          typed.setValue(searchFields.positionOf(nth), currentTarget.value)
                        }
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
          {rows.length > 0 && (
            <Text size="sm" c="dimmed">
              Write “&gt; 100” for a search without a position among the first 100, and nothing if
              it was not measured. Clear a row to track its search no more.
            </Text>
          )}
          <GrowingTextarea
            label="Add searches, one a line"
            minRows={2}
            maxRows={10}
            value={added}
            onChange={({ currentTarget }) => setAdded(currentTarget.value)}
          />
          <Group gap="xs">
            <Button variant="default" onClick={add} disabled={added.trim() === ""}>
              Add to the list
            </Button>
            <Button type="submit" loading={saving.state !== "idle"} disabled={!typed.isChanged}>
              Save the searches
            </Button>
          </Group>
        </Stack>
      </saving.Form>
      <PositionsFile
        onFound={(found) => {
          const taken = withFoundPositions(rows, found, { month, promised });
          show(taken.rows);
          setNotes(taken.sentences);
        }}
      />
    </section>
  );
}

const largestSize = `${largestFigureFileBytes / 1_000_000} MB`;

interface PositionsFileProps {
  onFound: (found: NonNullable<FigureImport["found"]>) => void;
}

/** Fills in the positions of a file; nothing is saved before the person has seen them. */
function PositionsFile({ onFound }: PositionsFileProps) {
  const fetcher = useFetcher<ActionResult<FigureImport>>();
  const [file, setFile] = useState<File | null>(null);
  const [formerAnswer, setFormerAnswer] = useState<ActionResult>();
  const isTooLarge = file !== null && file.size > largestFigureFileBytes;
  const answer = fetcher.data === formerAnswer ? undefined : fetcher.data;
  const found = answer?.data?.found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each read file
  useEffect(() => {
    if (found === undefined) return;
    onFound(found);
    setFile(null);
    setFormerAnswer(fetcher.data);
  }, [found]);
  const refuse = (event: FormEvent) => {
    if (file === null || isTooLarge) event.preventDefault();
  };
  return (
    <fetcher.Form
      method="post"
      encType="multipart/form-data"
      aria-label="Positions from a file"
      onSubmit={refuse}
    >
      <input type="hidden" name="intent" value="read-positions" />
      <Group gap="xs" align="end" mt="md">
        <FileInput
          name="positions"
          label="Positions from Search Console"
          description={`In Search Console: Performance, the days of the month, Export, Download CSV. The zip, or its file of searches. Up to ${largestSize}.`}
          placeholder="Choose the file"
          accept=".zip,.csv"
          clearable
          clearButtonProps={{ "aria-label": "Remove the file" }}
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            setFormerAnswer(fetcher.data);
          }}
          error={
            isTooLarge
              ? `${file?.name} is larger than ${largestSize}. Export fewer days.`
              : (answer?.errors.file ?? answer?.notice)
          }
          style={{ flex: "1 1 16rem" }}
        />
        <Button
          type="submit"
          variant="default"
          disabled={file === null || isTooLarge}
          loading={fetcher.state !== "idle"}
        >
          Read the positions
        </Button>
      </Group>
    </fetcher.Form>
  );
}
