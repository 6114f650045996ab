import { Alert, Button, Card, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormState } from "#app/ui/forms/form-state.ts";
import {
  type CustomerDetails,
  customerDetailLengths,
  type DetailName,
} from "#platform/texts/customer-details.ts";
import { useTypedValues } from "../forms/use-typed-values.ts";

interface DetailsFormProps {
  accountId: string;
  details: CustomerDetails;
  /** What the server compares to detect that somebody else has changed the details. */
  seen: string;
  onClose: () => void;
}

/** Details of a customer. Unsaved text stays in the browser's storage. */
export function DetailsForm({ accountId, details, seen, onClose }: DetailsFormProps) {
  const stored = { ...details, seen };
  const typed = useTypedValues(`furrow-typed details ${accountId}`, stored, null);
  const fetcher = useFetcher<FormState | { readonly savedAt: number }>();
  const refused = fetcher.data && "errors" in fetcher.data ? fetcher.data : undefined;
  const savedAt = fetcher.data && "savedAt" in fetcher.data ? fetcher.data.savedAt : undefined;
  const close = useRef(() => {});
  close.current = () => {
    typed.settle(stored, null);
    onClose();
  };
  useEffect(() => {
    if (savedAt !== undefined) close.current();
  }, [savedAt]);
  const field = (name: DetailName) => ({
    name,
    value: typed.values[name] ?? "",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      typed.setValue(name, currentTarget.value),
    maxLength: customerDetailLengths[name],
    error: refused?.errors[name],
  });
  return (
    <Card withBorder>
      <fetcher.Form method="post" aria-label="Details" noValidate>
        <input type="hidden" name="intent" value="change-details" />
        <input type="hidden" name="seen" value={typed.values.seen} />
        <Stack gap="sm" maw={560}>
          {refused?.notice && <Alert color="red">{refused.notice}</Alert>}
          <TextInput {...field("customerName")} label="Full name" autoFocus />
          <Textarea
            {...field("customerAddress")}
            label="Postal address"
            autosize
            minRows={1}
            maxRows={6}
          />
          <TextInput {...field("customerCountry")} label="Country" />
          <TextInput {...field("customerWebsite")} label="Website" inputMode="url" />
          <Group>
            <Button type="submit" loading={fetcher.state !== "idle"}>
              Save
            </Button>
            <Button variant="subtle" onClick={() => close.current()}>
              {typed.isChanged ? "Discard changes" : "Cancel"}
            </Button>
          </Group>
        </Stack>
      </fetcher.Form>
    </Card>
  );
}
