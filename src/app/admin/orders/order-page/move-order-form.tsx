import { Button, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import { type ActionResult, resultOf } from "#app/ui/forms/action-result.ts";

/** Moves the order to the company of another customer, after a confirmation. */
export function MoveOrderForm({ form }: { form: ActionResult | undefined }) {
  const refused = resultOf(form, "move");
  const [isOpen, setIsOpen] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useConfirmAgain(refused, () => element.current?.requestSubmit());
  const isMoving = useNavigation().formData?.get("intent") === "move";
  if (!isOpen && refused === undefined) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        ml="-0.5rem"
        style={{ alignSelf: "flex-start" }}
        onClick={() => setIsOpen(true)}
      >
        Move to another company
      </Button>
    );
  }
  return (
    <Form method="post" preventScrollReset noValidate ref={element}>
      <input type="hidden" name="intent" value="move" />
      <Stack gap="xs" align="start">
        <Text size="sm" c="dimmed">
          The people of this company lose access to the order, with its messages, files and
          payments. The people of the other company get access.
        </Text>
        <TextInput
          name="email"
          label="Email address of someone at the other company"
          type="email"
          autoComplete="off"
          autoFocus
          defaultValue={refused?.values.email}
          error={refused?.errors.email}
          w="100%"
        />
        <Checkbox
          name="understood"
          value="yes"
          label="Both companies have agreed to this move"
          error={refused?.errors.understood}
        />
        <Button type="submit" variant="default" loading={isMoving}>
          Move order
        </Button>
      </Stack>
    </Form>
  );
}
