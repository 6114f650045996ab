import { Alert, Button, CopyButton, Group, TextInput } from "@mantine/core";
import { shownEmail } from "#platform/texts/shown-email.ts";

/** The result of adding a person or of sending an invitation again. */
export interface Invited {
  /** Null when an email has the link. */
  readonly invitation: { readonly email: string; readonly link: string } | null;
}

/**
 * Shown on a site without a mail server to the owner who has invited the person, or who has asked
 * for the link again. Furrow stores only a hash of the link.
 */
export function InvitationLink({ email, link }: NonNullable<Invited["invitation"]>) {
  return (
    <Alert color="yellow" title={`Send this link to ${shownEmail(email)} yourself`} my="md">
      The invitation waits in the list of emails until a mail server is set up. The link works once,
      within seven days. If you need it again later, press “New link” in the list: the earlier link
      then ends.
      <Group gap="xs" align="flex-end" wrap="nowrap" mt="sm">
        <TextInput
          flex={1}
          label="Invitation link"
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy link"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
