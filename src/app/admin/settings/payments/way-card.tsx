import { Alert, Button, Card, Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";
import { IconCash } from "#app/ui/icons/icon-cash.ts";
import { IconCreditCard } from "#app/ui/icons/icon-credit-card.ts";
import type { PaymentMode } from "#payments/connection.ts";
import { ConnectForm } from "./connect-form.tsx";
import classes from "./payment-settings.module.css";
import type { PracticeKeys, ShownAccount, ShownWay } from "./payment-ways.server.ts";
import { usePaymentForm } from "./use-payment-form.ts";

const icons = { card: IconCreditCard, paypal: IconCash } as const;

const modeNames = { live: "Live", test: "Test" } as const;

interface WayCardProps {
  shown: ShownWay;
  practice: PracticeKeys | null;
  /** False while the environment decides about the ways to pay. */
  canConnect: boolean;
}

/** A way to pay, with the account of each mode. */
export function WayCard({ shown, practice, canConnect }: WayCardProps) {
  const { way, title, intro, accounts, former } = shown;
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
  mode: PaymentMode;
  account: ShownAccount | null;
  practice: PracticeKeys | null;
  canConnect: boolean;
}

function AccountRow({ way, mode, account, practice, canConnect }: AccountRowProps) {
  const open = useOpenPart();
  const connecting = `#connect-${way}-${mode}`;
  const disconnecting = `#disconnect-${way}-${mode}`;
  // Opens after the first render, because the server does not know the fragment.
  const isMounted = useMounted();
  const isConnecting = isMounted && canConnect && open.part === connecting;
  const isDisconnecting = isMounted && account !== null && open.part === disconnecting;
  const isOpen = isConnecting || isDisconnecting;
  const row = useFocusOfRow(isOpen);
  const close = () => {
    if (isOpen) void open.close();
  };
  const opener = (part: string, label: string) => ({
    onClick: () => void open.show(part),
    "aria-label": `${label} the ${mode} account`,
    children: label,
  });
  return (
    <li
      className={classes.row}
      ref={row}
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
              <Button size="compact-sm" variant="default" {...opener(connecting, "Replace")} />
            )}
            <Button size="compact-sm" variant="default" {...opener(disconnecting, "Disconnect")} />
          </Group>
        )}
      </div>
      {account === null && canConnect && !isOpen && (
        <Button
          className={classes.action ?? ""}
          variant="light"
          {...opener(connecting, "Connect")}
        />
      )}
      {isOpen && (
        <div className={classes.form}>
          {isConnecting && (
            <ConnectForm
              way={way}
              mode={mode}
              practice={practice}
              replaces={account !== null}
              onClose={close}
            />
          )}
          {isDisconnecting && <DisconnectForm account={account} onClose={close} />}
        </div>
      )}
    </li>
  );
}

/** Moves the focus into a form that opens in the row, and back to the row when the form closes. */
function useFocusOfRow(isOpen: boolean) {
  const row = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen !== wasOpen.current) {
      const target = isOpen ? "[data-autofocus]" : "button";
      row.current?.querySelector<HTMLElement>(target)?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return row;
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

interface DisconnectFormProps {
  account: ShownAccount;
  onClose: () => void;
}

function DisconnectForm({ account: { id, provider, question }, onClose }: DisconnectFormProps) {
  const { fetcher, result, isSending } = usePaymentForm(onClose);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="id" value={id} />
      <Stack gap="sm">
        <Text size="sm">{question}</Text>
        {result?.notice && <Alert color="red">{result.notice}</Alert>}
        <Group gap="sm">
          <Button type="submit" name="intent" value="disconnect" color="red" loading={isSending}>
            Disconnect {provider}
          </Button>
          <Button variant="default" onClick={onClose} disabled={isSending} data-autofocus>
            Keep it
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
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
