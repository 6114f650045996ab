import { Alert, List, Stack, Text, Title } from "@mantine/core";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { readTaxAndInvoicing } from "#invoices/read-tax-and-invoicing.ts";
import { may } from "#policy/rights.ts";
import { SetByOwner } from "../set-by-owner.tsx";
import { taxFacts } from "../set-facts.server.ts";
import { readSettingParts } from "../setting-parts.server.ts";
import { SettingsForms } from "../settings-form.tsx";
import { settingsIntents } from "../settings-intents.server.ts";
import type { Route } from "./+types/tax-settings";

const title = "Tax";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  if (may(actor, "change settings")) {
    return { parts: await readSettingParts(services, actor, ["tax"]), facts: null };
  }
  return { parts: [], facts: taxFacts((await readTaxAndInvoicing(services, actor)).tax) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return runIntent(settingsIntents, { services, actor }, await readForm(request));
}

export default function TaxSettingsScreen({ loaderData: { parts, facts } }: Route.ComponentProps) {
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          Customers see the sum with its tax before they pay.
        </Text>
      </div>
      {facts === null ? (
        <>
          <Alert title="What this does not do" color="gray">
            <List size="sm" spacing={4}>
              <List.Item>
                It knows one rate, yours. There are no rates of other countries and no
                one-stop-shop.
              </List.Item>
              <List.Item>
                VAT numbers are checked for their form and check digits. No authority is asked.
              </List.Item>
              <List.Item>
                It gives no tax advice. Ask your accountant which of these rules are yours.
              </List.Item>
            </List>
          </Alert>
          <SettingsForms parts={parts} />
        </>
      ) : (
        <SetByOwner title="VAT" facts={facts} />
      )}
    </Stack>
  );
}
