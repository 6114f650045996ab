import { Alert, Anchor } from "@mantine/core";
import { Link } from "react-router";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { teamChoicePath } from "#mail/team/notification-topics.ts";

function SettingsLink({ children }: { children: string }) {
  const { opensSettings } = usePanelRights();
  if (!opensSettings) return "The owner can do this in the settings.";
  return (
    <Anchor component={Link} to="/admin/settings" size="sm" underline="always" c="inherit">
      {children}
    </Anchor>
  );
}

interface NoMailServerProps {
  title?: string;
  /** What does not happen until a mail server is set up. */
  effect?: string;
}

export function NoMailServer({
  title = "No mail server is set up",
  effect = "Emails are not sent until a mail server is set up.",
}: NoMailServerProps) {
  return (
    <Alert color="yellow" title={title}>
      {effect} <SettingsLink>Set up the mail server</SettingsLink>
    </Alert>
  );
}

/** Shown while everybody on the team has chosen not to be told of orders. */
export function NobodyTold() {
  return (
    <Alert color="yellow" title="Nobody is told about paid orders">
      Everybody on the team has chosen to get no emails about new and paid orders.{" "}
      <Anchor component={Link} to={teamChoicePath} size="sm" underline="always" c="inherit">
        Choose your emails
      </Anchor>
    </Alert>
  );
}

/** Shown while no mail server's results about senders are read. */
export function SendersNotChecked() {
  return (
    <Alert color="yellow" title="Nothing checks yet who sent an email">
      A sender’s address can be forged. Name the mail server that checks senders, and an email that
      it rejects waits for your decision. <SettingsLink>Name the mail server</SettingsLink>
    </Alert>
  );
}

interface FailedMailsProps {
  /** Number of failed emails; counting stops at `many`. */
  count: number;
  many: number;
}

export function FailedMails({ count, many }: FailedMailsProps) {
  if (count === 0) return null;
  const number =
    count >= many ? `${many} emails or more` : count === 1 ? "1 email" : `${count} emails`;
  return (
    <Alert color="red" title={`${number} could not be delivered`}>
      <Anchor component={Link} to="/outbox?state=failed" size="sm">
        See why, and try again
      </Anchor>
    </Alert>
  );
}
