import { Alert, Anchor, Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconExternalLink } from "#app/ui/icons/icon-external-link.ts";
import type { AccountKind, PaymentMode } from "#payments/connection.ts";
import classes from "./payment-settings.module.css";
import type { PracticeKeys, ShownWay } from "./payment-ways.server.ts";
import { usePaymentForm } from "./use-payment-form.ts";

interface ConnectFormProps {
  way: ShownWay["way"];
  provider: string;
  mode: PaymentMode;
  /** Keys of the sandbox; null where no sandbox answers. */
  practice: PracticeKeys | null;
  /** What happens to the account whose place the new one takes; null without such an account. */
  replaced: string | null;
  onClose: () => void;
}

/** Asks for the keys of an account. The answer comes after they were tried at the provider. */
export function ConnectForm(props: ConnectFormProps) {
  const { way, provider, mode, practice, replaced, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const { fetcher, result, isSending } = usePaymentForm(onClose);
  const [kind, setKind] = useState<AccountKind>(way === "card" ? "stripe" : "paypal");
  const errors = result?.errors ?? {};
  useEffect(() => {
    if (result === undefined) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [result]);
  const field = (name: string) => ({
    name: `fields.${name}`,
    error: errors[`fields.${name}`],
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    "data-1p-ignore": true,
    "data-lpignore": true,
  });
  const fill = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) {
      const input = form.current?.elements.namedItem(`fields.${name}`);
      if (input instanceof HTMLInputElement) input.value = value;
    }
    form.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
  };
  return (
    <fetcher.Form method="post" noValidate ref={form}>
      <input type="hidden" name="mode" value={mode} />
      <Stack gap="md">
        {way === "paypal" ? (
          <Radio.Group
            name="kind"
            label="Protocol"
            value={kind}
            onChange={(chosen) => setKind(chosen as AccountKind)}
          >
            <Stack gap="xs" mt={6}>
              <Radio
                value="paypal"
                label="PayPal Checkout"
                description="PayPal’s present protocol: you refund from the panel. Recommended."
                size="md"
              />
              <Radio
                value="paypal-standard"
                label="Payments Standard"
                description="Needs only your PayPal address, but PayPal phases it out, and you refund on PayPal’s website."
                size="md"
              />
            </Stack>
          </Radio.Group>
        ) : (
          <input type="hidden" name="kind" value="stripe" />
        )}
        {kind === "stripe" && <StripeFields mode={mode} field={field} />}
        {kind === "paypal" && <PaypalFields mode={mode} field={field} />}
        {kind === "paypal-standard" && (
          <TextInput
            label="PayPal address"
            description="The email address of the PayPal account that receives the money"
            inputMode="email"
            {...field("receiver")}
          />
        )}
        {practice !== null && <Practice keys={practice[kind]} onFill={fill} provider={provider} />}
        {replaced !== null && <Text size="sm">{replaced}</Text>}
        {result?.notice && <Alert color="red">{result.notice}</Alert>}
        <Text size="sm" role="status" c="dimmed" hidden={!isSending}>
          {isSending &&
            (kind === "paypal-standard"
              ? "Connecting…"
              : `Trying the keys at ${provider} and setting up the webhook…`)}
        </Text>
        <Group gap="sm">
          <Button type="submit" name="intent" value="connect" loading={isSending}>
            Connect {provider}
          </Button>
          <Button variant="default" onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  );
}

interface FieldsProps {
  mode: PaymentMode;
  field: (name: string) => object;
}

const stored = "Stored encrypted, never shown again";

function StripeFields({ mode, field }: FieldsProps) {
  const page = `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}apikeys`;
  return (
    <>
      <ol className={classes.steps}>
        <li>
          Open <Outside to={page}>API keys in Stripe’s dashboard</Outside>
          {mode === "test" ? ", in test mode." : "."}
        </li>
        <li>
          Copy the secret key. Or create a restricted key with <b>Checkout Sessions: Write</b>,{" "}
          <b>Refunds: Write</b>, <b>Events: Read</b> and <b>Webhook Endpoints: Write</b>, and for
          plans by the month, quarter or year also <b>Subscriptions</b>, <b>Invoices</b>,{" "}
          <b>Customers</b>, <b>Products</b>, <b>Prices</b>, <b>Coupons</b> and{" "}
          <b>Customer portal</b>, all with <b>Write</b>.
        </li>
        <li>Paste it here. Furrow tries it at once and sets up the webhook by itself.</li>
      </ol>
      <TextInput
        type="password"
        label="Secret key"
        description={`${stored}. It begins with sk_${mode}_ or rk_${mode}_`}
        data-autofocus
        {...field("secretKey")}
      />
    </>
  );
}

function PaypalFields({ mode, field }: FieldsProps) {
  const side = mode === "live" ? "Live" : "Sandbox";
  return (
    <>
      <ol className={classes.steps}>
        <li>
          Open{" "}
          <Outside to={`https://developer.paypal.com/dashboard/applications/${side.toLowerCase()}`}>
            Apps &amp; Credentials at PayPal
          </Outside>{" "}
          with the switch at “{side}”.
        </li>
        <li>
          Create an app, or open yours, and tick <b>Accept payments</b> under Features.
        </li>
        <li>
          Copy its client ID and its secret. Furrow tries them at once and sets up the webhook by
          itself.
        </li>
      </ol>
      <TextInput label="Client ID" data-autofocus {...field("clientId")} />
      <TextInput type="password" label="Secret" description={stored} {...field("clientSecret")} />
    </>
  );
}

interface PracticeProps {
  keys: PracticeKeys[AccountKind];
  onFill: (values: Readonly<Record<string, string>>) => void;
  provider: string;
}

/** Keys of the built-in sandbox, which an owner pastes to practise. */
function Practice({ keys, onFill, provider }: PracticeProps) {
  return (
    <div className={classes.sandbox}>
      <Text size="sm" fw={600}>
        No account yet? Practise with Furrow’s sandbox.
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        It behaves like {provider}, and no money moves.
      </Text>
      <Stack gap={6}>
        {keys.map(({ label, values }) => (
          <Group key={label} gap="sm">
            <Button size="compact-sm" variant="default" onClick={() => onFill(values)}>
              {label}
            </Button>
            <code className={classes.key}>{Object.values(values).at(-1)}</code>
          </Group>
        ))}
      </Stack>
    </div>
  );
}

function Outside({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor href={to} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
      {children}
      <IconExternalLink size={14} style={{ marginLeft: 3, verticalAlign: "-2px" }} aria-hidden />
    </Anchor>
  );
}
