import { Alert, Box, Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { OpenWay } from "#access/ways-in/ways-in.ts";
import type { FormState } from "#app/ui/forms/form-state.ts";
import { roleName, teamRoles } from "#policy/roles.ts";
import { useConfirmAgain } from "../forms/use-confirm-again.ts";
import { WaysInBoxes } from "../forms/ways-in-boxes.tsx";
import { InvitationLink, type Invited } from "./invitation-link.tsx";

interface UserFormProps {
  email: string;
  userRole: string;
  result: FormState | Invited | undefined;
  message: string;
  button: string;
  /** Key that focuses the field. */
  shortcut?: string;
  /** What opens the account of the person besides the password. */
  ways?: readonly OpenWay[];
}

export function UserForm({
  email,
  userRole,
  result,
  message,
  button,
  shortcut,
  ways = [],
}: UserFormProps) {
  const isSaving = useNavigation().state !== "idle";
  const savedAt = result && "savedAt" in result ? result.savedAt : undefined;
  const invitation = result && "invitation" in result ? result.invitation : null;
  const refused = result && "errors" in result ? result : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (savedAt === undefined) return;
    notifications.show({ message });
    // Resets the form instead of replacing it, so that the field keeps the focus for the next
    // address.
    form.current?.reset();
  }, [savedAt, message]);
  useConfirmAgain(refused, () => form.current?.requestSubmit());
  return (
    <Form method="post" noValidate ref={form}>
      {refused?.notice && (
        <Alert color="red" mb="md">
          {refused.notice}
        </Alert>
      )}
      {invitation && <InvitationLink {...invitation} />}
      <Group align="start">
        <TextInput
          name="userEmail"
          label="Email"
          inputMode="email"
          defaultValue={refused?.values.userEmail ?? email}
          error={refused?.errors.userEmail}
          aria-keyshortcuts={shortcut}
          withAsterisk
          flex={1}
          miw={220}
        />
        <NativeSelect
          name="userRole"
          label="Role"
          data={teamRoles.map((value) => ({ value, label: roleName(value) }))}
          defaultValue={refused?.values.userRole ?? userRole}
          error={refused?.errors.userRole}
        />
        <Button type="submit" loading={isSaving} mt={24}>
          {button}
        </Button>
      </Group>
      {ways.length > 0 && (
        <Box mt="md">
          <Text size="sm" mb="xs">
            If the person loses rights:
          </Text>
          <WaysInBoxes ways={ways} form={refused} />
        </Box>
      )}
    </Form>
  );
}
