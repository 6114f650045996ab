import { Alert, Button, Radio, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Values } from "#app/admin/frame/forms/use-typed-values.ts";
import type { Block } from "#content/model/define.ts";
import type { ContentConflict, ShownConflict } from "../content-intents.server.ts";

/** Loaded for a conflict about sections, because its code contains every kind of section. */
const SectionChanges = lazy(() => import("../fields/sections/section-changes.tsx"));

/** Loaded for a rich text, because reading its tree takes a library. */
const PlainRichText = lazy(() => import("../fields/rich-text/plain-rich-text.tsx"));

interface OpenConflict extends Pick<ShownConflict, "path" | "yours" | "theirs" | "isOwn"> {
  /**
   * Author and time of the other text. Null for a conflict that arose after the response: the
   * response does not say who saved the text.
   */
  readonly saved: Pick<ShownConflict, "author" | "at"> | null;
}

/**
 * Conflicts that the server reported, and conflicts that arose after the response: the admin has
 * typed into a field that only the other edit had changed.
 */
export function openConflicts(
  { conflicts, merged }: ContentConflict,
  sent: Values,
  values: Values,
): OpenConflict[] {
  const isOwn = conflicts.every((conflict) => conflict.isOwn);
  const found = Object.entries(merged).filter(([path, text]) => {
    const [before = "", now = ""] = [sent[path], values[path]];
    // Compares trimmed texts, because the server trims every text.
    const isTheirs = text.trim() !== before.trim() && !conflicts.some((each) => each.path === path);
    return isTheirs && now !== before && now !== text;
  });
  return [
    ...conflicts.map(({ path, theirs, author, at, ...conflict }) => ({
      path,
      theirs,
      isOwn: conflict.isOwn,
      saved: { author, at },
      yours: values[path] ?? "",
    })),
    ...found.map(([path, theirs]) => ({
      path,
      theirs,
      isOwn,
      saved: null,
      yours: values[path] ?? "",
    })),
  ];
}

interface ConflictChoicesProps {
  block: Block;
  conflicts: readonly OpenConflict[];
  /** True while the form is being sent again, which can change the conflicts. */
  isSending: boolean;
  /** Called with the texts chosen from the other edit, by field. */
  onChosen: (taken: Record<string, string>) => void;
}

export function ConflictChoices(props: ConflictChoicesProps) {
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
