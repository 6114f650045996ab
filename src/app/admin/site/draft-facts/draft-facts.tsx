import { Card, List, Loader, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { Block } from "#content/model/define.ts";
import type { DraftFact } from "./draft-facts.server.ts";
import type { action } from "./draft-facts-action.ts";
import { shownTitleWidth, titleWidth } from "./title-width.ts";

/** Long enough that a check runs in a pause, and not between two words. */
const pauseMs = 1200;

interface DraftFactsProps {
  block: Block;
  /** Null while the page is being added. */
  id: string | null;
  typed: Readonly<Record<string, string>>;
}

/** What the check engine sees in the typed page, beside its form. */
export function DraftFacts({ block, id, typed }: DraftFactsProps) {
  const { submit, data, state } = useFetcher<typeof action>();
  const [settled] = useDebouncedValue(typed, pauseMs);
  useEffect(() => {
    submit(
      { block: block.name, id, values: settled },
      { method: "post", action: "/admin/draft-facts", encType: "application/json" },
    );
  }, [submit, block, id, settled]);
  return (
    <Card
      withBorder
      component="section"
      aria-label="The check of this page"
      aria-busy={state !== "idle"}
    >
      <Title order={2} size="h4">
        The check of this page
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        What the free check of websites would say about this page, as you write.
      </Text>
      {data === undefined ? (
        <Loader size="sm" aria-label="Checking" />
      ) : (
        <List size="sm" spacing="xs" aria-live="polite">
          <List.Item>{titleSentence(data.title)}</List.Item>
          {data.facts.map((fact) => (
            <Fact key={`${fact.sentence} ${fact.places.join()}`} fact={fact} />
          ))}
          {data.facts.length === 0 && <List.Item>The check finds no faults.</List.Item>}
        </List>
      )}
    </Card>
  );
}

function Fact({ fact: { sentence, advice, places } }: { fact: DraftFact }) {
  return (
    <List.Item>
      {sentence}
      {places.length > 0 && ` In: ${places.join("; ")}.`}
      <Text size="xs" c="dimmed">
        {advice}
      </Text>
    </List.Item>
  );
}

function titleSentence(title: string): string {
  const width = titleWidth(title);
  const size = `${width} of about ${shownTitleWidth} pixels`;
  return width <= shownTitleWidth
    ? `Search results show the whole title, which takes ${size}: “${title}”.`
    : `Search results cut the end of the title, which takes ${size}: “${title}”.`;
}
