import { Alert, Button, Card, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import {
  type CustomerDetails,
  customerDetailLengths,
  type DetailName,
} from "#platform/texts/customer-details.ts";

interface DetailsFormProps {
  accountId: string;
  details: CustomerDetails;
  /** What the server compares to detect that somebody else has changed the details. */
  seen: string;
  onClose: () => void;
}

/** Details of a customer. Unsaved text stays in the browser's storage. */
export function DetailsForm({ accountId, details, seen, onClose }: DetailsFormProps) {
  const { Form, typed, result, field, ...draft } = useDraftForm({
    key: `furrow-typed details ${accountId}`,
    stored: { ...details, seen },
    onSaved: onClose,
  });
  const detail = (name: DetailName) => ({ ...field(name), maxLength: customerDetailLengths[name] });
  return (
    <Card withBorder>
      <Form method="post" aria-label="Details" noValidate onSubmit={draft.onSubmit}>
        <input type="hidden" name="intent" value="change-details" />
        <input type="hidden" name="seen" value={typed.values.seen} />
        <Stack gap="sm" maw={560}>
          {result?.notice && <Alert color="red">{result.notice}</Alert>}
          <TextInput {...detail("customerName")} label="Full name" autoFocus />
          <Textarea
            {...detail("customerAddress")}
            label="Postal address"
            autosize
            minRows={1}
            maxRows={6}
          />
          <TextInput {...detail("customerCountry")} label="Country" />
          <TextInput {...detail("customerWebsite")} label="Website" inputMode="url" />
          <Group>
            <Button type="submit" loading={draft.isSaving}>
              Save
            </Button>
            <Button
              variant="subtle"
              onClick={() => {
                draft.discard();
                onClose();
              }}
            >
              {typed.isChanged ? "Discard changes" : "Cancel"}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
