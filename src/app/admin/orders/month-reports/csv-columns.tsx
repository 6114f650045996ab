import {
  Alert,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import {
  type ColumnUse,
  type CsvPreview,
  columnUseNames,
  columnUses,
} from "#reports/figures/csv-columns.ts";
import classes from "./month-report.module.css";

interface CsvColumnsProps {
  preview: CsvPreview;
  /** Text of the first field; kept while a person looks at several tables. */
  source: string;
  /** Called with the table to show and the form of the file. */
  onTable: (table: number, form: HTMLFormElement) => void;
  errors: Readonly<Record<string, string>>;
  notice: string | null | undefined;
}

const useOptions = columnUses.map((use) => ({ value: use, label: columnUseNames[use] }));

/** First rows of the file. A select above each column sets the use of the column. */
export function CsvColumns({ preview, source, onTable, errors, notice }: CsvColumnsProps) {
  const { headings, rows, rowCount } = preview;
  const [uses, setUses] = useState(preview.uses);
  const hasDays = uses.includes("day");
  return (
    <Fieldset legend="What is in the file?">
      <Stack gap="md">
        {notice && <Alert color="red">{notice}</Alert>}
        <input type="hidden" name="table" value={preview.table} />
        {preview.tables.length > 1 && (
          <NativeSelect
            label={`Which of the ${preview.tables.length} tables in the file?`}
            value={preview.table}
            data={preview.tables.map((label, table) => ({ value: String(table), label }))}
            onChange={({ currentTarget }) => {
              if (currentTarget.form !== null) {
                onTable(Number(currentTarget.value), currentTarget.form);
              }
            }}
          />
        )}
        {preview.notes.map((note) => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
        <TextInput
          name="source"
          defaultValue={source}
          label="Where do the numbers come from?"
          placeholder="Bing Webmaster Tools"
          maxLength={60}
          size="md"
          required
          autoComplete="off"
          error={errors.source}
        />
        <div>
          <Text size="sm" id="csv-rows">
            {rowCount > rows.length
              ? `The first ${rows.length} of ${rowCount.toLocaleString("en-US")} rows. `
              : "The rows of the file. "}
            Choose what each column contains.
          </Text>
          {errors.uses && (
            <Text size="sm" c="red" role="alert" mt={4}>
              {errors.uses}
            </Text>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the columns */}
          <section className={classes.columnsOfFile} aria-labelledby="csv-rows" tabIndex={0}>
            <Table withTableBorder verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  {headings.map((heading, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file never move
                    <Table.Th key={column}>
                      <NativeSelect
                        name="use"
                        label={heading || `Column ${column + 1}`}
                        data={useOptions}
                        value={uses[column] ?? "none"}
                        onChange={(event) => {
                          const use = event.currentTarget.value as ColumnUse;
                          setUses(uses.map((one, at) => (at === column ? use : one)));
                        }}
                      />
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never move
                  <Table.Tr key={nth}>
                    {row.map((cell, column) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file never move
                      <Table.Td key={column}>{cell}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        </div>
        {preview.summaries.length > 0 && (
          <Stack gap="xs" role="group" aria-label="Totals in the file">
            <Text size="sm">
              A row that sums up the others would count twice. Rows with a tick are left out.
            </Text>
            {preview.summaries.map(({ line, text, reason, isSure }) => (
              <Checkbox
                key={line}
                name="leftOut"
                value={line}
                defaultChecked={isSure}
                label={`Leave out row ${line}, which ${reason}: “${text}”`}
              />
            ))}
          </Stack>
        )}
        <Group gap="md" grow align="start">
          <NativeSelect
            name="decimals"
            label="Decimals"
            defaultValue={preview.decimals}
            data={[
              { value: "point", label: "1,200.5" },
              { value: "comma", label: "1.200,5" },
            ]}
            error={errors.decimals}
          />
          {hasDays && (
            <NativeSelect
              name="days"
              label="Days"
              defaultValue={preview.days}
              data={[
                ...(preview.days === ""
                  ? [{ value: "", label: "Choose how days are written" }]
                  : []),
                { value: "year first", label: "2026-11-30 or Nov 30, 2026" },
                { value: "day first", label: "30.11.2026 or 30/11/2026" },
                { value: "month first", label: "11/30/2026" },
              ]}
              error={errors.days}
            />
          )}
        </Group>
        {!hasDays && (
          <Group gap="md" grow align="start">
            <TextInput
              name="firstDay"
              label="First day"
              type="date"
              defaultValue={preview.firstDay}
              error={errors.firstDay}
            />
            <TextInput
              name="lastDay"
              label="Last day"
              type="date"
              defaultValue={preview.lastDay}
              error={errors.lastDay}
            />
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
