import { Alert, Button, Radio, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Block } from "../../../../content/model/define.ts";
import type { OpenConflict } from "./open-conflicts.ts";

interface ConflictChoicesProps {
  block: Block;
  conflicts: readonly OpenConflict[];
  /** The form is under way again: what there is to choose is about to change. */
  isSending: boolean;
  /** Told of the texts that are taken from elsewhere; all others stay as they stand in the form. */
  onChosen: (taken: Record<string, string>) => void;
}

/** Two people, or two tabs of one, changed the same field: both texts, to choose from. */
export function ConflictChoices(props: ConflictChoicesProps) {
  const { block, conflicts, isSending, onChosen } = props;
  const [theirs, setTheirs] = useState<Readonly<Record<string, boolean>>>({});
  const choices = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far below.
  useEffect(() => choices.current?.focus(), []);
  return (
    <Alert
      ref={choices}
      tabIndex={-1}
      color="yellow"
      title={
        conflicts.every(({ isOwn }) => isOwn)
          ? "You changed the same in another tab"
          : "Somebody else changed the same"
      }
    >
      <Stack gap="md">
        {conflicts.map((conflict) => (
          <Radio.Group
            key={conflict.path}
            label={block.fields[conflict.path]?.label ?? conflict.path}
            description={describe(conflict)}
            value={theirs[conflict.path] ? "theirs" : "yours"}
            onChange={(value) => setTheirs({ ...theirs, [conflict.path]: value === "theirs" })}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="yours"
                label={<Version who={conflict.isOwn ? "Here" : "Yours"} text={conflict.yours} />}
              />
              <Radio
                value="theirs"
                label={
                  <Version
                    who={conflict.isOwn ? "In another tab" : "Theirs"}
                    text={conflict.theirs}
                  />
                }
              />
            </Stack>
          </Radio.Group>
        ))}
        <Button
          variant="default"
          disabled={isSending}
          onClick={() =>
            onChosen(
              Object.fromEntries(
                conflicts
                  .filter(({ path }) => theirs[path])
                  .map(({ path, theirs: other }) => [path, other]),
              ),
            )
          }
        >
          Take these, then save again
        </Button>
      </Stack>
    </Alert>
  );
}

function describe({ isOwn, saved }: OpenConflict): string {
  if (saved === null) return "Another text was saved meanwhile.";
  const who = isOwn ? "You" : saved.author;
  return `${who} saved another text at ${new Date(saved.at).toLocaleString()}.`;
}

function Version({ who, text }: { who: string; text: string }) {
  return (
    <>
      <Text span size="sm" fw={600}>
        {who}:{" "}
      </Text>
      <Text span size="sm">
        {text || "(empty)"}
      </Text>
    </>
  );
}
