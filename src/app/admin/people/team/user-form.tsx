import { Alert, Anchor, Box, Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { OpenWay } from "#access/ways-in/ways-in.ts";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import { WaysInBoxes } from "#app/admin/frame/forms/ways-in-boxes.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { roleDescriptions, teamRoles } from "#policy/roles.ts";
import { InvitationLink, type Invited } from "./invitation-link.tsx";

interface UserFormProps {
  email: string;
  /** "" while the owner has to choose a role: no role is the usual one for a new person. */
  userRole: string;
  result: ActionResult<Invited> | undefined;
  /** Sent by a form of a screen with several forms. */
  intent?: string;
  button: string;
  /** Key that focuses the field. */
  shortcut?: string;
  /** What opens the account of the person besides the password. */
  ways?: readonly OpenWay[];
}

/** The role with all rights comes last, so that nobody chooses it for being the first. */
const offeredRoles = [...teamRoles.filter((role) => role !== "Admin"), "Admin" as const];

export function UserForm({
  email,
  userRole,
  result,
  intent,
  button,
  shortcut,
  ways = [],
}: UserFormProps) {
  // Not "loading": the answer is shown by then, and a disabled button would ignore the Enter key.
  const isSaving = useNavigation().state === "submitting";
  const isSaved = result?.savedAt !== undefined;
  const isNew = userRole === "";
  const [role, setRole] = useState(result?.values.userRole ?? userRole);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (result === undefined || result.needsConfirmation) return;
    if (!isSaved) {
      const isAboutRole = result.errors.userRole && !result.errors.userEmail;
      focus(form.current, isAboutRole ? "userRole" : "userEmail");
      return;
    }
    // Resets the form instead of replacing it, and focuses the field for the next address.
    form.current?.reset();
    if (!isNew) return;
    setRole("");
    focus(form.current, "userEmail");
  }, [result, isSaved, isNew]);
  useConfirmAgain(result, () => form.current?.requestSubmit());
  return (
    <Form method="post" noValidate ref={form}>
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      {result?.notice && (
        <Alert color="red" mb="md">
          {result.notice}
        </Alert>
      )}
      {result?.data?.invitation && <InvitationLink {...result.data.invitation} />}
      <Stack gap="md">
        <TextInput
          name="userEmail"
          label="Email"
          inputMode="email"
          defaultValue={result?.values.userEmail ?? email}
          error={result?.errors.userEmail}
          aria-keyshortcuts={shortcut}
          withAsterisk
          maw={420}
        />
        <Radio.Group
          name="userRole"
          label="Role"
          value={role}
          onChange={setRole}
          error={result?.errors.userRole}
          withAsterisk
        >
          <Stack gap={4} mt="xs">
            {offeredRoles.map((value) => (
              <Radio
                key={value}
                value={value}
                label={
                  <>
                    <Text span size="sm" fw={600} display="block">
                      {roleDescriptions[value].name}
                    </Text>{" "}
                    <Text span size="sm" c="dimmed" display="block">
                      {roleDescriptions[value].summary}
                    </Text>
                  </>
                }
                styles={{ label: { paddingBlock: 4 }, inner: { marginBlock: 4 } }}
              />
            ))}
          </Stack>
        </Radio.Group>
        {ways.length > 0 && (
          <Box>
            <Text size="sm" mb="xs">
              If the person loses rights:
            </Text>
            <WaysInBoxes ways={ways} form={isSaved ? undefined : result} />
          </Box>
        )}
        <Group>
          <Button type="submit" size="md" loading={isSaving}>
            {button}
          </Button>
          <Anchor component={Link} to="/roles" size="sm">
            See what each role may do
          </Anchor>
        </Group>
      </Stack>
    </Form>
  );
}

function focus(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}
