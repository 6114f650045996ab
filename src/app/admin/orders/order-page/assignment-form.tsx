import { Button, Group, NativeSelect } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import type { AssignmentView } from "#app/order-room/assignment/assignment-part.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

interface AssignmentFormProps {
  assignment: NonNullable<AssignmentView>;
  form: ActionResult | undefined;
}

export function AssignmentForm({ assignment, form }: AssignmentFormProps) {
  const { assigneeId, people } = assignment;
  const isSaving = useNavigation().formData?.get("intent") === "assign";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="assign" />
      <input type="hidden" name="seen" value={assigneeId ?? ""} />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          key={assigneeId}
          flex={1}
          size="md"
          label="Assigned to"
          name="assignee"
          data={[{ value: "", label: "Nobody" }, ...people]}
          defaultValue={assigneeId ?? ""}
          error={form?.errors.assignee}
        />
        <Button type="submit" size="md" variant="default" loading={isSaving}>
          Assign
        </Button>
      </Group>
    </Form>
  );
}
