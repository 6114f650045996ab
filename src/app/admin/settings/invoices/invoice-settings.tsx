import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  List,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { Form, Link, useNavigation } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { type Issuing, readIssuing, tryWaiting } from "#invoices/issuing/read-issuing.ts";
import { confirmLastNumber } from "#invoices/issuing/restored-backup.server.ts";
import { readTaxAndInvoicing } from "#invoices/read-tax-and-invoicing.ts";
import { demonstrationName } from "#platform/business.ts";
import { countryCodeIn } from "#platform/texts/countries.ts";
import { dayOf, longDateOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { readBusiness } from "#settings/business.server.ts";
import { SetByOwner } from "../set-by-owner.tsx";
import { invoicingFacts } from "../set-facts.server.ts";
import { readSettingParts } from "../setting-parts.server.ts";
import { SettingsForms } from "../settings-form.tsx";
import { settingsIntents } from "../settings-intents.server.ts";
import type { Route } from "./+types/invoice-settings";

const title = "Invoice settings";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const issuing = await readIssuing(services, actor);
  const mayChange = may(actor, "change settings");
  const day = (at: number | null) => (at === null ? "" : longDateOf(at, reader));
  return {
    issuing,
    since: day(issuing.since),
    restoredOn: day(issuing.restoredAt),
    business: await sellerOfBusiness(services),
    year: dayOf(services.clock(), reader.timeZone).slice(0, 4),
    parts: mayChange ? await readSettingParts(services, actor, ["invoicing"]) : [],
    facts: mayChange
      ? null
      : invoicingFacts((await readTaxAndInvoicing(services, actor)).invoicing, issuing.nextNumber),
  };
}

/** The seller's details that are known before somebody enters them. */
async function sellerOfBusiness({ database, configuration }: Services) {
  const { name, email, country } = await readBusiness(configuration, database.read);
  return {
    name: name === demonstrationName ? "" : name,
    email,
    country: countryCodeIn(country),
  };
}

interface IntentContext {
  readonly services: Services;
  readonly actor: Actor & { readonly email: string };
}

const intents = {
  ...settingsIntents,
  confirm: intent(fields("lastNumber"), async ({ services, actor }: IntentContext, sent) => {
    await confirmLastNumber(services, actor, { lastNumber: sent.lastNumber ?? "" });
    return { said: "Confirmed. Documents that waited are issued now." };
  }),
  retry: intent(fields(), async ({ services, actor }: IntentContext) => {
    await tryWaiting(services, actor);
    return { said: "Furrow tries to issue the documents that wait." };
  }),
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return runIntent(intents, { services, actor }, await readForm(request));
}

export default function InvoiceSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { issuing, since, restoredOn, parts, facts } = loaderData;
  const form = useLastAnswer(actionData as ActionResult | undefined);
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          {since === ""
            ? "Paid orders get no invoices yet."
            : `Orders that were paid since ${since} have invoices.`}{" "}
          Whether there is VAT on them is set under{" "}
          <Anchor component={Link} to="/settings/tax" size="sm" underline="always">
            Tax
          </Anchor>
          .
        </Text>
      </div>
      {facts === null ? (
        <>
          {issuing.restoredAt !== null && (
            <ConfirmNumber
              issuing={issuing}
              restoredOn={restoredOn}
              form={resultOf(form, "confirm")}
            />
          )}
          {since === "" && issuing.missing.length > 0 && (
            <Alert color="gray" title="Before invoices can be switched on">
              <List size="sm" spacing={4}>
                {issuing.missing.map((sentence) => (
                  <List.Item key={sentence}>{sentence}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          <WaitingDocuments issuing={issuing} />
          <SettingsForms parts={parts} />
        </>
      ) : (
        <SetByOwner title="Invoices" facts={facts} />
      )}
    </Stack>
  );
}

interface ConfirmNumberProps {
  readonly issuing: Issuing;
  readonly restoredOn: string;
  readonly form: ActionResult | undefined;
}

/** The owner's confirmation after a restored backup. */
function ConfirmNumber({ issuing, restoredOn, form }: ConfirmNumberProps) {
  const isSending = useNavigation().formData?.get("intent") === "confirm";
  const { lastSequence } = issuing;
  return (
    <Alert color="yellow" title="Confirm the last number that was given out">
      <Form method="post" preventScrollReset noValidate>
        <Stack gap="sm">
          <Text size="sm">
            This site was restored from a backup on {restoredOn}. Invoices that were issued after
            the backup was made are not here any more, and their numbers must not be given out
            again. Look for the newest invoice in your emails or at a customer’s. Until you confirm
            its number, documents wait and orders are paid as usual.
          </Text>
          {form?.notice && <Text size="sm">{form.notice}</Text>}
          <TextInput
            {...fieldState(form, "lastNumber")}
            label="Last number"
            description={
              lastSequence === 0
                ? "Without year and letters. 0 if no invoice was issued this year"
                : `Without year and letters. The newest in the backup is ${lastSequence}`
            }
            inputMode="numeric"
            maxLength={7}
            autoComplete="off"
            maw={320}
          />
          <Group>
            <Button type="submit" name="intent" value="confirm" loading={isSending}>
              Confirm number
            </Button>
          </Group>
        </Stack>
      </Form>
    </Alert>
  );
}

function WaitingDocuments({ issuing }: { readonly issuing: Issuing }) {
  const isSending = useNavigation().formData?.get("intent") === "retry";
  const { waiting, waitingCount } = issuing;
  if (waitingCount === 0) return null;
  return (
    <Card withBorder component="section" aria-labelledby="waiting">
      <Title order={2} size="h4" id="waiting" mb="xs">
        {waitingCount === 1
          ? "One order waits for its documents"
          : `${waitingCount} orders wait for their documents`}
      </Title>
      <Stack gap="xs">
        {waiting.map(({ orderId, orderNumber, fault }) => (
          <Text key={orderId} size="sm">
            <Anchor component={Link} to={`/admin/payment-status/${orderId}`} size="sm">
              Order {orderNumber}
            </Anchor>
            : {fault}
          </Text>
        ))}
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="retry" variant="default" loading={isSending}>
            Try again
          </Button>
        </Form>
      </Stack>
    </Card>
  );
}
