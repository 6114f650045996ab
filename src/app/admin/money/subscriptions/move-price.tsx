import { Alert, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { counted } from "#content/model/plan-terms.ts";
import type { PlanPrices } from "./prices-of-plan.server.ts";

type PriceRow = PlanPrices["running"][number];

const columns: readonly AdminColumn<PriceRow>[] = [
  { heading: "Customer", place: "title", cell: ({ customer }) => customer },
  { heading: "Price", place: "value", end: true, cell: ({ price }) => price },
  { heading: "New price", place: "detail", cell: ({ answer }) => answer },
];

interface MovePriceProps {
  prices: PlanPrices;
  form: ActionResult | undefined;
}

/** The running subscriptions to one plan, and the form that moves the customers listed to another price. */
export function MovePrice({ prices, form }: MovePriceProps) {
  const { plan, price, earliest, daysOfNotice, running } = prices;
  const isSending = useNavigation().formMethod === "POST";
  return (
    <section aria-labelledby="prices">
      <Title order={2} id="prices" mb="xs">
        Price of {plan}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Everybody in this list keeps the present price until you move it. Each customer gets an
        email at least {daysOfNotice} days before, can agree, and can cancel before the day, even
        within a minimum term. Customers at PayPal keep the present price until they agree there.
      </Text>
      <Stack gap="md">
        <AdminTable
          label={`Running subscriptions to ${plan}`}
          columns={columns}
          rows={running}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/subscriptions/${id}`}
          empty="No running subscriptions."
        />
        <Form method="post" preventScrollReset>
          <input type="hidden" name="ids" value={running.map(({ id }) => id).join(" ")} />
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
              variant="default"
              mt={25}
              loading={isSending}
            >
              Tell {counted(running.length, "customer")} of the new price
            </Button>
          </Group>
        </Form>
      </Stack>
    </section>
  );
}
