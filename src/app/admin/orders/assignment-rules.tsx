import { Alert, Button, Group, MultiSelect, Stack, Text, Title } from "@mantine/core";
import { data, Form, useNavigation } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm, savedForm, unknownForm } from "#app/forms.server.ts";
import {
  everyOtherPlan,
  readAssignmentRules,
  saveAssignmentRules,
} from "#work/assignment/assignment-rules.ts";
import { countOpenOrders } from "#work/assignment/open-orders.ts";
import controls from "../frame/shell/admin-controls.module.css";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import type { Route } from "./+types/assignment-rules";

const title = "Who gets new orders";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { rules, plans, people } = await readAssignmentRules(services, actor);
  const ids = people.map(({ accountId }) => accountId);
  const loads = await countOpenOrders(services, actor, ids);
  const fieldOf = (planId: string, label: string, description: string) => ({
    planId,
    label,
    description,
    assignees: rules.find((rule) => rule.planId === planId)?.assignees ?? [],
  });
  return {
    rules,
    fields: [
      fieldOf(
        everyOtherPlan,
        "All plans",
        "For plans with nobody chosen below. If nobody is chosen here either, you assign these orders yourself.",
      ),
      ...plans.map(({ id, name }) =>
        fieldOf(id, name, "If nobody is chosen, the people under “All plans” get these orders."),
      ),
    ],
    people: people.map(({ accountId, name, email }) => ({
      value: accountId,
      label: name || email,
      load: openOrders(loads.get(accountId) ?? 0),
    })),
  };
}

function openOrders(count: number): string {
  return count === 1 ? "1 open order" : `${count} open orders`;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const values = await readForm(request);
  // Field `people.{planId}` holds the accounts of a rule, separated by commas.
  const rules = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith("people.")
      ? [{ planId: name.slice("people.".length), assignees: value.split(",").filter(Boolean) }]
      : [],
  );
  try {
    const seen = readSeen(values.seen);
    await saveAssignmentRules(servicesOf(context), actor, { rules, seen });
    return savedForm({ said: "Your choices are saved" });
  } catch (error) {
    return refusedForm(error, values);
  }
}

function readSeen(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw data(unknownForm, { status: 400 });
  }
}

export default function AssignmentRules({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, fields, people } = loaderData;
  const isSaving = useNavigation().formMethod === "POST";
  return (
    <Stack gap="lg" maw={640}>
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" size="sm" mt={4}>
          Each paid order is assigned to the person with the fewest open orders among those you
          choose here. You can reassign an order on its page.
        </Text>
      </div>
      {/* After a save, the key resets the fields to the saved rules, so that the fields agree with
          `seen`. */}
      <Form method="post" key={JSON.stringify(rules)} preventScrollReset>
        <input type="hidden" name="seen" value={JSON.stringify(rules)} />
        <Stack gap="md">
          {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
          {fields.map(({ planId, label, description, assignees }) => (
            <MultiSelect
              key={planId}
              size="md"
              label={label}
              description={description}
              name={`people.${planId}`}
              data={people}
              renderOption={({ option, checked }) => (
                <Group gap="xs" justify="space-between" flex={1} wrap="nowrap">
                  <Text size="sm" fw={checked ? 700 : 400}>
                    {option.label}
                  </Text>
                  <Text size="sm">{people.find(({ value }) => value === option.value)?.load}</Text>
                </Group>
              )}
              classNames={{ inputField: controls.focus ?? "" }}
              // The pill grows with its remove button, which is 44 px high on a phone.
              styles={{ pill: { display: "inline-flex", alignItems: "center", height: "auto" } }}
              defaultValue={assignees}
              error={actionData?.errors[`rules.${planId}`]}
              placeholder={assignees.length === 0 ? "Choose people" : ""}
              clearable
              searchable
              nothingFoundMessage="Nobody has this name or address."
              clearButtonProps={{ "aria-label": `Remove everybody from ${label}` }}
            />
          ))}
          <Group>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </Form>
    </Stack>
  );
}
