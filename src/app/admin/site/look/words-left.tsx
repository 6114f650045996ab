import { Anchor, Button, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { FarmWordLeft } from "#content/plain/farm-words-left.ts";
import classes from "./look.module.css";

const shownAtFirst = 8;

interface WordsLeftProps {
  /** Null while the words of the site are those of the farm. */
  left: readonly FarmWordLeft[] | null;
  /** The words that are chosen in the form. */
  chosen: string;
}

/** Texts and pictures in which the farm of the demonstration is left. */
export function WordsLeft({ left, chosen }: WordsLeftProps) {
  const [isWhole, setWhole] = useState(false);
  if (left === null) {
    if (chosen !== "Plain") return null;
    return (
      <Text size="sm" c="dimmed">
        When you have published, this place lists where the farm is left.
      </Text>
    );
  }
  if (left.length === 0) {
    return <Text size="sm">Nothing is left of the farm on this site.</Text>;
  }
  const shown = isWhole ? left : left.slice(0, shownAtFirst);
  return (
    <section aria-label="What is left of the farm">
      <Text fw={600} size="sm">
        What is left of the farm: {left.length === 1 ? "1 text" : `${left.length} texts`}
      </Text>
      <ul className={classes.left}>
        {shown.map((each) => (
          <li key={`${each.recordId} ${each.field}`}>
            <Anchor component={Link} to={each.path} size="sm" underline="always">
              {each.label === each.title ? each.title : `${each.title}: ${each.label}`},{" "}
              {each.field}
            </Anchor>
            <Text size="sm" c="dimmed">
              {each.excerpt}
              {each.isInDraft && " (in the draft)"}
            </Text>
          </li>
        ))}
      </ul>
      {shown.length < left.length && (
        <Button variant="subtle" mih={44} onClick={() => setWhole(true)}>
          Show all {left.length}
        </Button>
      )}
    </section>
  );
}
