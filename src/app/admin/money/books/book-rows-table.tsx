import { Anchor, Badge, Button, Card, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { PanelColour } from "#app/admin/frame/shell/admin-theme.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import type { RowState } from "#bookkeeping/statements/row-state.ts";

export interface BookRow {
  readonly id: string;
  readonly when: string;
  readonly what: string;
  readonly transaction: string;
  readonly amount: string;
  readonly fee: string;
  readonly state: RowState | "lacking";
  readonly isOpen: boolean;
  readonly mayExplain: boolean;
  /** What differs or is wrong, as a sentence. */
  readonly why: string;
  readonly order: { readonly id: string; readonly name: string } | null;
  readonly explanation: string;
  readonly isInReview: boolean;
  /** How many rows of the file look like this one, itself included, and have no explanation. */
  readonly alike: number;
  /** The provider's word for such rows. */
  readonly kind: string;
}

export const stateLabels: Readonly<Record<BookRow["state"], string>> = {
  matched: "Matches",
  differs: "Differs",
  unknown: "Unknown here",
  doubled: "Twice",
  fee: "Fee",
  payout: "Payout",
  neutral: "No effect",
  unreadable: "Cannot be read",
  lacking: "In no statement",
};

const colours: Readonly<Record<BookRow["state"], PanelColour>> = {
  matched: "brand",
  differs: "red",
  unknown: "orange",
  doubled: "orange",
  fee: "gray",
  payout: "gray",
  neutral: "gray",
  unreadable: "red",
  lacking: "orange",
};

const columns: readonly AdminColumn<BookRow>[] = [
  { heading: "What", place: "title", cell: ({ what }) => what, whole: ({ what }) => what },
  { heading: "Amount", place: "value", end: true, cell: ({ amount }) => amount },
  {
    heading: "State",
    place: "mark",
    cell: ({ state, isOpen }) => (
      <Badge
        variant={isOpen ? "dot" : "light"}
        color={isOpen ? colours[state] : "gray"}
        miw="max-content"
      >
        {stateLabels[state]}
      </Badge>
    ),
  },
  { heading: "Day", place: "wide", cell: ({ when }) => when },
  {
    heading: "Explanation",
    place: "detail",
    cell: (row) => <Why {...row} />,
    whole: ({ why, explanation }) => [why, explanation].filter(Boolean).join(" "),
  },
  { heading: "Fee", end: true, cell: ({ fee }) => fee },
  {
    heading: "Order",
    cell: ({ order }) =>
      order && (
        <Anchor component={Link} to={`/order-payments/${order.id}`} size="sm">
          {order.name}
        </Anchor>
      ),
  },
  {
    heading: "Transaction",
    cell: ({ transaction }) => transaction,
    whole: ({ transaction }) => transaction,
  },
];

/** A phone has no column for the day, so the day stands here while there is nothing to say. */
function Why({ when, why, explanation, isInReview }: BookRow) {
  return (
    <>
      {why} {explanation}{" "}
      {why === "" && explanation === "" && !isInReview && (
        <Text span size="sm" hiddenFrom="sm">
          {when}
        </Text>
      )}
      {isInReview && (
        <Anchor component={Link} to="/payments" size="sm">
          Waits for review
        </Anchor>
      )}
    </>
  );
}

interface BookRowsProps {
  label: string;
  rows: readonly BookRow[];
  offset?: number;
  empty: string;
  /** Name of the form's field for the chosen rows; undefined for somebody who only reads. */
  field: "rows" | "entries" | undefined;
  kinds: readonly { readonly value: string; readonly label: string }[];
  form: ActionResult | undefined;
}

/** Rows that can be chosen and explained together. */
export function BookRows({ label, rows, offset = 0, empty, field, kinds, form }: BookRowsProps) {
  const explainable = rows.filter(isExplainable);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const present = explainable.filter(({ id }) => chosen.has(id));
  const maySelect = field !== undefined && explainable.length > 0;
  return (
    <Stack gap="sm">
      <AdminTable
        label={label}
        columns={columns}
        rows={rows}
        offset={offset}
        keyOf={({ id }) => id}
        empty={empty}
        {...(maySelect && {
          selection: { chosen, onChange: setChosen, nameOf: ({ what }: BookRow) => what },
        })}
      />
      {maySelect && (
        <Explain
          key={form?.savedAt}
          field={field}
          chosen={present}
          kinds={kinds}
          form={form}
          onAll={() => setChosen(new Set(explainable.map(({ id }) => id)))}
        />
      )}
    </Stack>
  );
}

const openStates: readonly BookRow["state"][] = [
  "differs",
  "unknown",
  "doubled",
  "unreadable",
  "lacking",
];

function isExplainable({ state, mayExplain }: BookRow): boolean {
  return mayExplain && openStates.includes(state);
}

interface ExplainProps extends Pick<BookRowsProps, "kinds" | "form"> {
  field: "rows" | "entries";
  chosen: readonly BookRow[];
  onAll: () => void;
}

function Explain({ field, chosen, kinds, form, onAll }: ExplainProps) {
  const isSending = useNavigation().formMethod === "POST";
  const [first, second] = chosen;
  if (first === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Choose rows to explain them, or{" "}
        <Anchor component="button" type="button" size="sm" onClick={onAll}>
          choose all shown
        </Anchor>
        .{field === "rows" && " Choose one row to explain all that look like it."}
      </Text>
    );
  }
  return (
    <Card withBorder maw={560}>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="explain" />
        <input type="hidden" name={field} value={chosen.map(({ id }) => id).join(" ")} />
        <Stack gap="sm">
          {form?.notice && <Text c="red">{form.notice}</Text>}
          <NativeSelect
            {...fieldState(form, "kind", "not-of-this-shop")}
            label="It is"
            data={[...kinds]}
          />
          <Textarea
            {...fieldState(form, "reason")}
            label="Explanation"
            description="A sentence that somebody understands years later"
            maxLength={500}
            autosize
            minRows={2}
          />
          <Button type="submit" loading={isSending}>
            Explain {chosen.length === 1 ? "this row" : `these ${chosen.length} rows`}
          </Button>
          {second === undefined && first.alike > 1 && (
            <Button
              type="submit"
              name="alike"
              value={first.id}
              variant="default"
              loading={isSending}
            >
              Explain all {first.alike.toLocaleString("en")} rows of type {first.kind} that look
              like this
            </Button>
          )}
        </Stack>
      </Form>
    </Card>
  );
}
