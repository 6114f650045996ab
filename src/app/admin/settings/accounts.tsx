import { Alert, Button, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import { useLastAnswer } from "#app/admin/frame/forms/use-last-answer.ts";
import { useRefusedForm } from "#app/admin/frame/forms/use-refused-form.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { type AccountName, accountLabels, longestAccount } from "#bookkeeping/journal/accounts.ts";
import { readAccounts, saveAccounts } from "#bookkeeping/journal/save-accounts.ts";
import type { Services } from "#compose.ts";
import type { Actor } from "#policy/actor.ts";
import type { Route } from "./+types/accounts";

const title = "Accounts of the journal";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { accounts: await readAccounts(servicesOf(context), actor) };
}

const names = Object.keys(accountLabels) as AccountName[];

interface AccountsContext {
  readonly services: Services;
  readonly actor: Actor;
}

const intents = {
  save: intent(fields(...names), async ({ services, actor }: AccountsContext, sent) => {
    await saveAccounts(
      services,
      actor,
      Object.fromEntries(names.map((name) => [name, sent[name]])),
    );
    return { said: "Saved. Files that you download from now on have these accounts." };
  }),
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return runIntent(intents, { services: servicesOf(context), actor }, await readForm(request));
}

export default function AccountsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const form = useLastAnswer(actionData as ActionResult | undefined);
  const ref = useRefusedForm(form);
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text>
          The journal of the accountant’s file names these accounts. Ask your accountant for yours.
          If you issue no invoices, enter the account of your revenue as receivables.
        </Text>
      </div>
      <Form method="post" preventScrollReset noValidate ref={ref}>
        <Stack gap="md">
          {form?.notice && <Alert color="red">{form.notice}</Alert>}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {names.map((name) => (
              <TextInput
                key={name}
                {...fieldState(form, name, loaderData.accounts[name])}
                label={accountLabels[name]}
                maxLength={longestAccount}
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          </SimpleGrid>
          <Button type="submit" name="intent" value="save" loading={isSending}>
            Save the accounts
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}
