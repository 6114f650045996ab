import { Group, Image, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { FieldChange } from "#content/history/history.ts";
import type { Block } from "#content/model/define.ts";
import type { Field } from "#content/model/fields.ts";

/** Loaded for a change of sections, because its code contains every kind of section. */
const SectionChanges = lazy(() => import("../fields/sections/section-changes.tsx"));
/** Loaded for a rich text, because reading its tree takes a library. */
const PlainRichText = lazy(() => import("../fields/rich-text/plain-rich-text.tsx"));

/** File names of uploaded pictures, by address. */
export type PictureNames = Readonly<Record<string, string>>;

interface HistoryValueProps {
  field: Field | undefined;
  value: string;
  pictureNames: PictureNames;
}

/** A value of a field in the history: a small picture with its name, the label of a choice, or the text. */
function HistoryValue({ field, value, pictureNames }: HistoryValueProps) {
  const kind = field?.kind;
  if (kind === "choice") return field?.labels?.[value] ?? value;
  if (kind === "richText") {
    return (
      <Suspense>
        <PlainRichText value={value} />
      </Suspense>
    );
  }
  const isPicture = (kind === "image" || kind === "icon") && value.startsWith("/");
  return isPicture ? <NamedPicture key={value} address={value} names={pictureNames} /> : value;
}

function NamedPicture({ address, names }: { address: string; names: PictureNames }) {
  // A picture in the trash cannot be shown.
  const [isBroken, setIsBroken] = useState(false);
  const name = names[address] ?? address.split("/").at(-1) ?? address;
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      {!isBroken && (
        <Image
          component="img"
          src={address}
          alt=""
          w={48}
          h={36}
          fit="contain"
          onError={() => setIsBroken(true)}
        />
      )}
      <Text span size="sm">
        {name}
      </Text>
    </Group>
  );
}

interface HistoryChangeProps {
  block: Block;
  change: FieldChange;
  pictureNames: PictureNames;
}

/** What a change did to a field: the text before and after, or the changes of sections in words. */
export function HistoryChange({ block, change, pictureNames }: HistoryChangeProps) {
  const { before, after } = change;
  const field = block.fields[change.path];
  const kind = field?.kind;
  if (kind === "sections") {
    return (
      <Suspense>
        <SectionChanges block={block} before={before} after={after} />
      </Suspense>
    );
  }
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {before ? (
        <s>
          <HistoryValue field={field} value={before} pictureNames={pictureNames} />
        </s>
      ) : null}
      {before && kind === "image" ? " → " : " "}
      <HistoryValue field={field} value={after} pictureNames={pictureNames} />
    </Text>
  );
}
