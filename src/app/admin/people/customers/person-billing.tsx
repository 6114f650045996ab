import {
  Alert,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { BillingDetails } from "#tax/billing-details.ts";

interface PersonBillingProps {
  /** With the country by its English name. */
  readonly billing: BillingDetails;
  readonly mayUpdate: boolean;
  readonly form: ActionResult | undefined;
}

const labels: Readonly<Record<keyof BillingDetails, string>> = {
  company: "Company",
  vatNumber: "VAT number",
  street: "Street",
  postcode: "Postcode",
  city: "City",
  country: "Country",
  purchaseOrder: "Purchase-order number",
  email: "Email for invoices",
};
const names = Object.keys(labels) as (keyof BillingDetails)[];

/** Whom the invoices of the customer's company are addressed to. */
export function PersonBilling({ billing, mayUpdate, form }: PersonBillingProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isSending = useNavigation().formMethod === "POST";
  const given = names.filter((name) => billing[name] !== "");
  const isRefused = form !== undefined && form.savedAt === undefined;
  return (
    <section>
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={2}>Invoice details</Title>
        {mayUpdate && !isOpen && (
          <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
            Edit invoice details
          </Button>
        )}
      </Group>
      {isOpen || isRefused ? (
        <Card withBorder>
          <Form method="post" noValidate onSubmit={() => setIsOpen(false)}>
            <Stack gap="sm" maw={640}>
              {form?.notice && <Alert color="red">{form.notice}</Alert>}
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                {names.map((name) => (
                  <TextInput
                    key={name}
                    name={name}
                    label={labels[name]}
                    defaultValue={form?.values[name] ?? billing[name]}
                    error={form?.errors[name]}
                    autoComplete="off"
                  />
                ))}
              </SimpleGrid>
              <Text size="sm" c="dimmed">
                Only the form of the VAT number is checked. Issued invoices stay as they are until
                you replace them on the page of their order.
              </Text>
              <Group>
                <Button type="submit" name="intent" value="save-billing" loading={isSending}>
                  Save invoice details
                </Button>
                <Button variant="subtle" onClick={() => setIsOpen(false)}>
                  Cancel
                </Button>
              </Group>
            </Stack>
          </Form>
        </Card>
      ) : (
        <Text size="sm" c={given.length === 0 ? "dimmed" : undefined}>
          {given.length === 0
            ? "None: invoices are addressed to the customer of the order."
            : given.map((name) => billing[name]).join(", ")}
        </Text>
      )}
    </section>
  );
}
