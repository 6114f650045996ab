import { Button, Code, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";

interface KeyRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly prefix: string;
  readonly role: string;
  readonly isReadOnly: boolean;
  readonly lastUsed: string;
  readonly expires: string;
}

/**
 * The section of the team's API keys; nothing without a key. It stays mounted then, because the
 * answer of the last revoked key arrives together with the empty list, and still has its toast.
 */
export function TeamKeys({ keys }: { keys: readonly KeyRow[] }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state, formData } = fetcher;
  useEffect(() => {
    if (data?.notice === undefined || data.isShownAsToast) return;
    notifications.show({ color: "red", message: data.notice, autoClose: 8000 });
  }, [data]);
  const sendingId = state === "idle" ? null : formData?.get("id");
  const columns: readonly AdminColumn<KeyRow>[] = [
    {
      heading: "Person",
      cell: ({ email }) => shownEmail(email),
      whole: ({ email }) => shownEmail(email),
    },
    { heading: "Name", cell: ({ name }) => name, whole: ({ name }) => name },
    { heading: "Key", cell: ({ prefix }) => <Code>{prefix}…</Code> },
    {
      heading: "May do",
      cell: ({ role, isReadOnly }) => (isReadOnly ? `${role}, only reading` : role),
    },
    { heading: "Last used", cell: ({ lastUsed }) => lastUsed },
    { heading: "Expires", cell: ({ expires }) => expires },
    {
      heading: "Actions",
      end: true,
      cell: ({ id, name, email }) => (
        <Button
          size="xs"
          variant="default"
          loading={sendingId === id}
          aria-label={`Revoke ${name} of ${email}`}
          onClick={() => fetcher.submit({ intent: "revoke-key", id }, { method: "post" })}
        >
          Revoke
        </Button>
      ),
    },
  ];
  if (keys.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="xs">
        API keys of the team
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        A key lets a program act for a person, with at most that person’s rights. A revoked key
        stops working at once. Everybody creates their own keys on their Security page.
      </Text>
      <AdminTable
        label="API keys of the team"
        columns={columns}
        rows={keys}
        keyOf={({ id }) => id}
        empty="Nobody on the team has an API key."
      />
    </section>
  );
}
