import type { Block } from "#content/model/define.ts";
import { originalSectionsOf } from "./original-sections.ts";
import classes from "./sections.module.css";
import { changesInWords } from "./sections-in-words.ts";

interface SectionChangesProps {
  block: Block;
  before: string;
  after: string;
}

/** What a value of a field of sections changes in another one, as a list of sentences. */
export default function SectionChanges({ block, before, after }: SectionChangesProps) {
  const changes = changesInWords(before, after, originalSectionsOf(block));
  if (changes.length === 0) return "The same sections";
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
