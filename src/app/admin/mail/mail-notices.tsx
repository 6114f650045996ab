import { Alert, Anchor } from "@mantine/core";
import { Link } from "react-router";

function SettingsLink({ children }: { children: string }) {
  return (
    <Anchor component={Link} to="/admin/settings" size="sm" underline="always" c="inherit">
      {children}
    </Anchor>
  );
}

/** Notice on all mail screens without a mail server. */
export function NoMailServer() {
  return (
    <Alert color="yellow" title="No mail server is set up">
      Emails wait in the outbox until there is one. <SettingsLink>Set the mail server</SettingsLink>
    </Alert>
  );
}

/** Email templates for the owner are “On” even when no owner address is set. */
export function NoOwnerAddress() {
  return (
    <Alert color="yellow" title="You do not get emails about orders and messages">
      You have not set the address for these emails. <SettingsLink>Set your address</SettingsLink>
    </Alert>
  );
}

interface FailedMailsProps {
  /** Counted up to `many`. */
  count: number;
  many: number;
}

/** Renders nothing when no email has failed. */
export function FailedMails({ count, many }: FailedMailsProps) {
  if (count === 0) return null;
  const number =
    count >= many ? `${many} emails or more` : count === 1 ? "1 email" : `${count} emails`;
  return (
    <Alert color="red" title={`${number} could not be delivered`}>
      <Anchor component={Link} to="/outbox?state=failed" size="sm">
        See why, and send {count === 1 ? "it" : "them"} again
      </Anchor>
    </Alert>
  );
}
