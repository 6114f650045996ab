import { Card, List, Loader, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useMemo } from "react";
import { useFetcher } from "react-router";
import type { Block } from "#content/model/define.ts";
import type { DraftFact, DraftFacts as Facts } from "./draft-facts.server.ts";
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

/** Findings of the check engine in the typed page, beside its form. */
export default function DraftFacts({ block, id, typed }: DraftFactsProps) {
  const { submit, data, state } = useFetcher<typeof action>();
  // As text, because each load of the screen makes a new object of the same values.
  const text = useMemo(() => JSON.stringify(typed), [typed]);
  const [settled] = useDebouncedValue(text, pauseMs);
  const { name } = block;
  useEffect(() => {
    void submit(
      { block: name, id, values: JSON.parse(settled) },
      {
        method: "post",
        action: "/admin/draft-facts",
        encType: "application/json",
        // The check changes nothing that a loader reads.
        defaultShouldRevalidate: false,
      },
    );
  }, [submit, name, id, settled]);
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
      <Findings facts={data} />
    </Card>
  );
}

interface FindingsProps {
  /** Undefined until the first answer; null after a check that failed. */
  facts: Facts | null | undefined;
}

export function Findings({ facts }: FindingsProps) {
  if (facts === undefined) return <Loader size="sm" aria-label="Checking" />;
  if (facts === null) {
    return (
      <Text size="sm" c="dimmed" role="status">
        The check could not run. It tries again when you write on.
      </Text>
    );
  }
  return (
    <List size="sm" spacing="xs" aria-live="polite">
      <List.Item>{titleSentence(facts.title)}</List.Item>
      {facts.facts.map((fact) => (
        <Fact key={`${fact.sentence} ${fact.places.join()}`} fact={fact} />
      ))}
      {facts.facts.length === 0 && <List.Item>The check finds no faults.</List.Item>}
    </List>
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
