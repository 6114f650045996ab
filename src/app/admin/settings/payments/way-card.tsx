import { Alert, Button, Card, Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { IconCash } from "#app/ui/icons/icon-cash.ts";
import { IconCreditCard } from "#app/ui/icons/icon-credit-card.ts";
import type { PaymentMode } from "#payments/connection.ts";
import { ConnectForm } from "./connect-form.tsx";
import classes from "./payment-settings.module.css";
import type { PracticeKeys, ShownAccount, ShownWay } from "./payment-ways.server.ts";
import { Question } from "./question.tsx";
import { useOpenedIn } from "./use-opened-in.ts";

const icons = { card: IconCreditCard, paypal: IconCash } as const;

const whenReplaced =
  "The present account stays until the new one is connected. Afterwards you can still refund what it took.";

const modeNames = { live: "Live", test: "Test" } as const;

interface WayCardProps {
  shown: ShownWay;
  practice: PracticeKeys | null;
  /** False while the environment decides about the ways to pay. */
  canConnect: boolean;
}

/** A way to pay, with the account of each mode. */
export function WayCard({ shown, practice, canConnect }: WayCardProps) {
  const { way, provider, title, intro, accounts, former } = shown;
  const Icon = icons[way];
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby={way}>
      <Group gap="sm" wrap="nowrap" align="start">
        <ThemeIcon variant="light" size="lg" aria-hidden>
          <Icon size={20} />
        </ThemeIcon>
        <div>
          <Title order={2} size="h4" id={way}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {intro}
          </Text>
        </div>
      </Group>
      <ul className={classes.rows}>
        {(["live", "test"] as const).map((mode) => (
          <AccountRow
            key={mode}
            way={way}
            provider={provider}
            mode={mode}
            account={accounts[mode]}
            practice={mode === "test" ? practice : null}
            canConnect={canConnect}
          />
        ))}
      </ul>
      {former.length > 0 && <FormerAccounts accounts={former} />}
    </Card>
  );
}

interface AccountRowProps {
  way: ShownWay["way"];
  provider: string;
  mode: PaymentMode;
  account: ShownAccount | null;
  practice: PracticeKeys | null;
  canConnect: boolean;
}

function AccountRow({ way, provider, mode, account, practice, canConnect }: AccountRowProps) {
  const connecting = `#connect-${way}-${mode}`;
  const disconnecting = `#disconnect-${way}-${mode}`;
  const { card, opened, opener, close } = useOpenedIn<HTMLLIElement>({
    [connecting]: canConnect,
    [disconnecting]: account !== null,
  });
  const isOpen = opened !== null;
  const button = (part: string, label: string) => ({
    ...opener(part),
    "aria-label": `${label} the ${mode} account of ${provider}`,
    children: label,
  });
  return (
    <li
      className={classes.row}
      ref={card}
      data-empty={account === null && !isOpen ? true : undefined}
    >
      <div className={classes.mode}>
        <span className={classes.dot} data-mode={account === null ? undefined : mode} />
        {modeNames[mode]}
      </div>
      <div className={classes.facts}>
        {account === null ? (
          <Text size="sm" c="dimmed">
            Not connected
          </Text>
        ) : (
          <Facts account={account} />
        )}
        {account !== null && !isOpen && (
          <Group gap="xs" mt="xs">
            {canConnect && (
              <Button size="compact-sm" variant="default" {...button(connecting, "Replace")} />
            )}
            <Button size="compact-sm" variant="default" {...button(disconnecting, "Disconnect")} />
          </Group>
        )}
      </div>
      {account === null && canConnect && !isOpen && (
        <Button
          className={classes.action ?? ""}
          variant="light"
          {...button(connecting, "Connect")}
        />
      )}
      {isOpen && (
        <div className={classes.form}>
          {opened === connecting && (
            <ConnectForm
              way={way}
              provider={provider}
              mode={mode}
              practice={practice}
              replaced={account === null ? null : `${whenReplaced} ${account.plans}`.trim()}
              onClose={close}
            />
          )}
          {opened === disconnecting && account !== null && (
            <Question
              intent="disconnect"
              field={["id", account.id]}
              yes={`Disconnect ${provider}`}
              no="Keep it"
              color="red"
              onClose={close}
            >
              <Text size="sm">{account.question}</Text>
            </Question>
          )}
        </div>
      )}
    </li>
  );
}

function Facts({ account }: { account: ShownAccount }) {
  const { label, details, fault } = account;
  return (
    <>
      <Text fw={600}>{label}</Text>
      <Text size="sm" c="dimmed">
        {details}
      </Text>
      {fault !== null && (
        <Alert color="yellow" mt="xs">
          {fault}
        </Alert>
      )}
    </>
  );
}

function FormerAccounts({ accounts }: { accounts: ShownWay["former"] }): ReactNode {
  return (
    <details>
      <Text component="summary" size="sm" mt="md" style={{ cursor: "pointer" }}>
        {accounts.length === 1 ? "1 earlier account" : `${accounts.length} earlier accounts`}
      </Text>
      <Stack gap="xs" mt="xs">
        <Text size="sm" c="dimmed">
          Furrow still hears of payments that these accounts took, and can refund them.
        </Text>
        {accounts.map(({ id, label, details }) => (
          <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
            <b>{label}</b>. {details}
          </Text>
        ))}
      </Stack>
    </details>
  );
}
