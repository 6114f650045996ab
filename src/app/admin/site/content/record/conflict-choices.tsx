import { Alert, Button, Radio, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Block } from "#content/model/define.ts";
import type { OpenConflict } from "./open-conflicts.ts";

/** Loaded for a conflict about sections, because its code contains every kind of section. */
const SectionChanges = lazy(() => import("../fields/sections/section-changes.tsx"));

/** Loaded for a rich text, because reading its tree takes a library. */
const PlainRichText = lazy(() => import("../fields/rich-text/plain-rich-text.tsx"));

interface ConflictChoicesProps {
  block: Block;
  conflicts: readonly OpenConflict[];
  /** True while the form is being sent again, which can change the conflicts. */
  isSending: boolean;
  /** Called with the texts chosen from the other edit, by field. */
  onChosen: (taken: Record<string, string>) => void;
}

export default function ConflictChoices(props: ConflictChoicesProps) {
  const { block, conflicts, isSending, onChosen } = props;
  const [theirs, setTheirs] = useState<Readonly<Record<string, boolean>>>({});
  const choices = useRef<HTMLDivElement>(null);
  // Focuses the choices, because the pressed button may be far below them.
  useEffect(() => choices.current?.focus(), []);
  return (
    <Alert
      ref={choices}
      tabIndex={-1}
      color="yellow"
      title={
        conflicts.every(({ isOwn }) => isOwn)
          ? "You changed the same field in another tab"
          : "Someone else changed the same field"
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
                label={
                  <Version
                    block={block}
                    path={conflict.path}
                    who={conflict.isOwn ? "Here" : "Yours"}
                    text={conflict.yours}
                    other={conflict.theirs}
                  />
                }
              />
              <Radio
                value="theirs"
                label={
                  <Version
                    block={block}
                    path={conflict.path}
                    who={conflict.isOwn ? "In another tab" : "Theirs"}
                    text={conflict.theirs}
                    other={conflict.yours}
                  />
                }
              />
            </Stack>
          </Radio.Group>
        ))}
        <Text size="sm" c="dimmed">
          The chosen texts are put into the form. Nothing is saved until you press “Publish” or
          “Save draft”.
        </Text>
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
          Use these texts
        </Button>
      </Stack>
    </Alert>
  );
}

function describe({ isOwn, saved }: OpenConflict): string {
  if (saved === null) return "Another text was saved while you were editing.";
  const who = isOwn ? "You" : saved.author;
  return `${who} saved another text at ${new Date(saved.at).toLocaleString()}.`;
}

interface VersionProps {
  block: Block;
  path: string;
  who: string;
  text: string;
  other: string;
}

function Version({ block, path, who, text, other }: VersionProps) {
  const kind = block.fields[path]?.kind;
  return (
    <>
      <Text span size="sm" fw={600}>
        {who}:{" "}
      </Text>
      {kind === "sections" ? (
        <Suspense>
          <SectionChanges block={block} before={other} after={text} />
        </Suspense>
      ) : (
        <Text span size="sm">
          {text === "" ? (
            "(empty)"
          ) : kind === "richText" ? (
            <Suspense>
              <PlainRichText value={text} />
            </Suspense>
          ) : (
            text
          )}
        </Text>
      )}
    </>
  );
}
