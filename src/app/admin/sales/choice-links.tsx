import { Button, Group } from "@mantine/core";
import { Link } from "react-router";

interface ChoiceLinksProps {
  readonly label: string;
  readonly choices: readonly {
    readonly text: string;
    readonly href: string;
    readonly isChosen: boolean;
  }[];
}

/** One choice of several, each an address of its own. */
export function ChoiceLinks({ label, choices }: ChoiceLinksProps) {
  return (
    <Group component="nav" aria-label={label} gap={6}>
      {choices.map(({ text, href, isChosen }) => (
        <Button
          key={text}
          component={Link}
          to={href}
          preventScrollReset
          size="xs"
          px={10}
          // Large enough for a thumb on a phone.
          h={{ base: 44, sm: 32 }}
          variant={isChosen ? "filled" : "default"}
          aria-current={isChosen ? "true" : undefined}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}
