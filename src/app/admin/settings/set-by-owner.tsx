import { Text } from "@mantine/core";
import { Facts, FactsCard } from "../orders/facts.tsx";
import type { SetFacts } from "./set-facts.server.ts";

interface SetByOwnerProps {
  readonly title: string;
  readonly facts: SetFacts;
}

/** Settings for somebody who may read them and not change them. */
export function SetByOwner({ title, facts }: SetByOwnerProps) {
  return (
    <FactsCard title={title}>
      <Facts
        facts={facts.map(([label, text]) => [
          label,
          text && (
            <span key={label} style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
              {text}
            </span>
          ),
        ])}
      />
      <Text size="sm" c="dimmed">
        Only an owner of the site can change these settings.
      </Text>
    </FactsCard>
  );
}
