import {
  Anchor,
  Button,
  Checkbox,
  Group,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";

interface PersonCompanyProps {
  company: {
    /** "" for a company without a name. */
    readonly name: string;
    readonly people: readonly {
      readonly accountId: string;
      readonly email: string;
      readonly can: string;
    }[];
  };
  accountId: string;
  mayMerge: boolean;
  form: ActionResult | undefined;
}

export function PersonCompany({ company, accountId, mayMerge, form }: PersonCompanyProps) {
  const sendsEmails = useSendsEmails();
  const [isOpen, setIsOpen] = useState(false);
  const [isTakingOut, setIsTakingOut] = useState(false);
  const sending = useNavigation().formData?.get("intent");
  return (
    <section id="company">
      <Title order={2} mb="sm">
        {company.name ? `Company: ${company.name}` : "Company"}
      </Title>
      <Table mb="md" aria-label="People of the company">
        <Table.Tbody>
          {company.people.map(({ accountId: id, email, can }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>
                {id === accountId ? (
                  email
                ) : (
                  <Anchor component={Link} to={`/people/${id}`} inherit>
                    {shownEmail(email)}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td>{can}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="sm">
        {mayMerge && !isOpen && form === undefined && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Merge with another company
          </Button>
        )}
        {mayMerge && company.people.length > 1 && !isTakingOut && (
          <Button variant="default" onClick={() => setIsTakingOut(true)}>
            Remove from the company
          </Button>
        )}
      </Group>
      {mayMerge && company.people.length > 1 && isTakingOut && (
        <Form method="post">
          <Stack gap="sm" align="start" maw={640} mt="sm">
            <Text size="sm" c="dimmed">
              This person gets a company of their own and no longer sees the orders of this company,
              not even those that they placed. The orders stay with the others.{" "}
              {emailSentence("the person", sendsEmails)} Do this before you give somebody a role on
              the team.
            </Text>
            <Button
              type="submit"
              name="intent"
              value="take-out-of-company"
              variant="default"
              loading={sending === "take-out-of-company"}
            >
              Remove this person
            </Button>
          </Stack>
        </Form>
      )}
      {mayMerge && (isOpen || form !== undefined) && (
        <Form method="post" noValidate>
          <Stack gap="sm" align="start" maw={640}>
            <Text size="sm" c="dimmed">
              Merge two companies that are the same. The people and orders of this company move to
              the other company, which keeps its name. Everybody keeps their rights and can see the
              orders of both. This cannot be undone, and the audit log records it.
            </Text>
            <TextInput
              name="email"
              label="Email address of someone at the other company"
              type="email"
              autoComplete="off"
              autoFocus
              defaultValue={form?.values.email}
              error={form?.errors.email}
              w="100%"
              maw={420}
            />
            <Checkbox
              name="understood"
              value="yes"
              label="I have made sure that both companies agree"
              defaultChecked={form?.values.understood === "yes"}
              error={form?.errors.understood}
            />
            <Button
              type="submit"
              name="intent"
              value="merge-companies"
              variant="default"
              loading={sending === "merge-companies"}
            >
              Merge companies
            </Button>
          </Stack>
        </Form>
      )}
    </section>
  );
}
