import { Alert, Button, Radio, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Block } from "../../../content/define.ts";
import type { ShownConflict } from "./content-action.ts";

interface ConflictChoicesProps {
  block: Block;
  conflicts: readonly ShownConflict[];
  onChosen: (chosen: Record<string, string>) => void;
}

/** Two people, or two tabs of one, changed the same field: both texts, to choose from. */
export function ConflictChoices({ block, conflicts, onChosen }: ConflictChoicesProps) {
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
            description={`${conflict.isOwn ? "You" : conflict.author} saved another text at ${new Date(conflict.at).toLocaleString()}.`}
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
          onClick={() =>
            onChosen(
              Object.fromEntries(
                conflicts.map(({ path, yours, theirs: other }) => [
                  path,
                  theirs[path] ? other : yours,
                ]),
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
