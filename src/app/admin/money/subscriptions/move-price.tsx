import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { counted } from "#content/model/plan-terms.ts";
import type { PlanPrices } from "./prices-of-plan.server.ts";

type PriceRow = PlanPrices["running"][number];

const columns: readonly AdminColumn<PriceRow>[] = [
  { heading: "Customer", place: "title", cell: ({ customer }) => customer },
  { heading: "Website", place: "wide", cell: ({ website }) => website },
  { heading: "Price now", place: "value", end: true, cell: ({ price }) => price },
  { heading: "New price", place: "detail", cell: ({ answer }) => answer },
];

interface MovePriceProps {
  prices: PlanPrices;
  /** Id of the only subscription that is chosen at first; "" for all that know of no change. */
  only: string;
  mayChange: boolean;
  form: ActionResult | undefined;
}

/** The running subscriptions to a plan, and the form that moves the chosen ones to another price. */
export function MovePrice({ prices, only, mayChange, form }: MovePriceProps) {
  const { plan, price, earliest, running } = prices;
  const isSending = useNavigation().formMethod === "POST";
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        running.flatMap(({ id, isTold }) => ((only === "" ? !isTold : only === id) ? [id] : [])),
      ),
  );
  // Ignores subscriptions that have ended since.
  const ids = running.map(({ id }) => id).filter((id) => chosen.has(id));
  const isAll = ids.length === running.length;
  const hasWebsites = running.some(({ website }) => website !== "");
  return (
    <>
      {mayChange && running.length > 0 && (
        <Card withBorder>
          <Form method="post" preventScrollReset noValidate>
            <input type="hidden" name="ids" value={ids.join(" ")} />
            {form?.notice && (
              <Alert color="red" mb="sm">
                {form.notice}
              </Alert>
            )}
            <Group align="start" gap="sm">
              <TextInput
                {...fieldState(form, "price", price)}
                label="New price in USD"
                inputMode="decimal"
                autoComplete="off"
              />
              <TextInput
                {...fieldState(form, "from", earliest)}
                type="date"
                min={earliest}
                label="For periods that start from"
              />
              <Button
                type="submit"
                name="intent"
                value="move-price"
                mt={{ base: 0, xs: 25 }}
                loading={isSending}
                disabled={ids.length === 0}
              >
                Tell {counted(ids.length, "customer")} of the new price
              </Button>
            </Group>
          </Form>
        </Card>
      )}
      <section aria-labelledby="running">
        <Group justify="space-between" align="baseline" mb="xs">
          <Title order={2} id="running">
            Who pays what
          </Title>
          {mayChange && running.length > 1 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => setChosen(new Set(isAll ? [] : running.map(({ id }) => id)))}
            >
              {isAll ? "Choose nobody" : `Choose all ${running.length}`}
            </Button>
          )}
        </Group>
        <Stack gap="xs">
          {running.length > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {ids.length} of {counted(running.length, "running subscription")} chosen
            </Text>
          )}
          <AdminTable
            label={`Running subscriptions to ${plan}`}
            columns={columns.filter(({ heading }) => hasWebsites || heading !== "Website")}
            rows={running}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => `/subscriptions/${id}`}
            {...(mayChange && {
              selection: {
                chosen: new Set(ids),
                onChange: setChosen,
                nameOf: ({ customer, website }: PriceRow) => `${customer} ${website}`.trim(),
              },
            })}
            empty="Nobody has this plan now, so there is no price to move."
          />
        </Stack>
      </section>
    </>
  );
}
