import { Group, Image, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { FieldKind } from "#content/model/fields.ts";

/** Loaded for a rich text, because reading its tree takes a library. */
const PlainRichText = lazy(() => import("../fields/rich-text/plain-rich-text.tsx"));

/** File names of uploaded pictures, by address. */
export type PictureNames = Readonly<Record<string, string>>;

interface HistoryValueProps {
  kind: FieldKind | undefined;
  value: string;
  pictureNames: PictureNames;
}

/** A value of a field in the history: a small picture with its name, or the text. */
export function HistoryValue({ kind, value, pictureNames }: HistoryValueProps) {
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
