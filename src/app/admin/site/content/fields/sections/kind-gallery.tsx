import { Modal, Text, TextInput, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import type { KindGroup, SectionDeclaration } from "#app/landing/kinds/define-section.ts";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { IconSearch } from "#app/ui/icons/icon-search.ts";
import { foldedText } from "#platform/texts/folded-text.ts";
import classes from "./kind-gallery.module.css";

const groups: readonly KindGroup[] = ["Words", "Pictures", "Proof", "Selling", "Forms", "Lists"];

interface KindGalleryProps {
  isOpen: boolean;
  onClose: () => void;
  onChosen: (kind: SectionDeclaration) => void;
}

/** Every kind of section, drawn, in groups and with a search. */
export default function KindGallery({ isOpen, onClose, onChosen }: KindGalleryProps) {
  const [query, setQuery] = useState("");
  const isNarrow = useMediaQuery("(max-width: 47.99em)");
  const words = foldedText(query).split(/\s+/).filter(Boolean);
  const found = [...sectionKinds.values()].filter((kind) => {
    const said = foldedText(`${kind.title} ${kind.note} ${kind.group}`);
    return words.every((word) => said.includes(word));
  });
  const choose = (kind: SectionDeclaration) => {
    setQuery("");
    onChosen(kind);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Add a section"
      size="xl"
      fullScreen={isNarrow}
      lockScroll={false}
      returnFocus={false}
    >
      <TextInput
        type="search"
        aria-label="Search the sections"
        placeholder="Search: quote, prices, questions…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== "Enter") return;
          // Enter would also submit the form around the list of sections.
          event.preventDefault();
          if (first !== undefined && words.length > 0) choose(first);
        }}
        data-autofocus
      />
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {found.length === 0 && "No section matches. Try another word, such as “text”."}
      </Text>
      {groups.map((group) => {
        const kinds = found.filter((kind) => kind.group === group);
        if (kinds.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <Title order={3} size="h4" mt="md" mb="xs">
              {group}
            </Title>
            <ul className={classes.kinds}>
              {kinds.map((kind) => (
                <li key={kind.name}>
                  <button type="button" className={classes.kind} onClick={() => choose(kind)}>
                    <span className={classes.drawing} aria-hidden>
                      {kind.drawing}
                    </span>
                    <strong>{kind.title}</strong>
                    <span className={classes.note}>{kind.note}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Modal>
  );
}
