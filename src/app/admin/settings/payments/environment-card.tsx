import { Card, Text, Title } from "@mantine/core";
import classes from "./payment-settings.module.css";

interface EnvironmentCardProps {
  ways: readonly { readonly provider: string; readonly variables: readonly string[] }[];
}

const names: Readonly<Record<string, string>> = {
  sandbox: "Furrow’s sandbox",
  stripe: "Stripe",
  paypal: "PayPal Checkout",
  "paypal-standard": "PayPal Payments Standard",
};

/** The ways to pay that variables of the environment set. */
export function EnvironmentCard({ ways }: EnvironmentCardProps) {
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="environment">
      <Title order={2} size="h4" id="environment">
        Set on the server
      </Title>
      <Text size="sm" c="dimmed">
        Variables of the server decide how customers pay, so accounts cannot be connected here. To
        decide in the panel, ask the person who runs the server to remove PAYMENTS and to restart
        Furrow.
      </Text>
      <ul className={classes.rows}>
        {ways.map(({ provider, variables }) => (
          <li key={provider} className={classes.given}>
            <Text fw={600}>{names[provider] ?? provider}</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {variables.join(", ")}
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}
