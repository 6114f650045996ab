import { Button, Radio, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { sameValues, type Values } from "#app/admin/frame/forms/use-typed-values.ts";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import { look as block, type LookRecord } from "#content/blocks/look.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import type { FarmWordLeft } from "#content/plain/farm-words-left.ts";
import type { DesignName } from "#look/designs.ts";
import type { OwnFont } from "#look/typefaces/own-font.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import type { PreviewSite } from "../content/preview/preview-site.server.ts";
import { type FormParts, RecordForm, startOf } from "../content/record/record-form.tsx";
import { ColoursOfLogo, type SiteLogo } from "./colours-of-logo.tsx";
import { DesignCards } from "./design-cards.tsx";
import classes from "./look.module.css";
import { LookFilePart } from "./look-file-part.tsx";
import { LookPreview } from "./look-preview.tsx";
import { OwnFonts } from "./own-fonts.tsx";
import { RoleColours } from "./role-colours.tsx";
import {
  asOnCard,
  designColours,
  hasOwnColours,
  inColours,
  inDesign,
  rolesOfLook,
  typedLook,
} from "./typed-look.ts";
import { TypefaceChoice } from "./typeface-choice.tsx";
import { WordsLeft } from "./words-left.tsx";

/** The preview waits for a pause, because a page takes long to render. */
const previewDelayMs = 150;

export interface LookEditorProps {
  record: EditableRecord | null;
  preview: PreviewSite;
  /** What the site would be in the words that it does not have. */
  otherWords: Partial<SiteContent>;
  /** The words of the site as it is, with drafts. */
  wordsOfSite: LookRecord["words"];
  article: Values | null;
  logo: SiteLogo;
  wordsLeft: readonly FarmWordLeft[] | null;
  /** The fonts that the owner has uploaded. */
  fonts: readonly OwnFont[];
}

export function LookEditor(props: LookEditorProps) {
  const { record, preview, otherWords, wordsOfSite, article, logo, wordsLeft, fonts } = props;
  const [typed, setTyped] = useState<Values>(record?.values ?? startOf(block));
  const [settled] = useDebouncedValue(typed, previewDelayMs);
  const [chosen, setChosen] = useState<FactsByAddress>({});
  const pictures = useMemo(() => ({ ...preview.pictures, ...chosen }), [preview.pictures, chosen]);
  const onTyped = useCallback((values: Values) => setTyped(values), []);
  const id = record?._id ?? "typed";
  const shown = useMemo(() => typedLook(id, settled), [id, settled]);
  const siteWith = useCallback(
    (look: LookRecord): SiteContent => ({
      ...preview.site,
      ...(look.words === wordsOfSite ? {} : otherWords),
      look,
    }),
    [preview.site, otherWords, wordsOfSite],
  );
  const site = useMemo(() => siteWith(shown), [siteWith, shown]);
  const inEachDesign = useMemo(
    () =>
      new Map(
        (["Field", "Studio", "Print"] as const).map((design) => [
          design,
          siteWith(asOnCard(design, shown)),
        ]),
      ),
    [siteWith, shown],
  );
  const siteIn = (design: DesignName) => inEachDesign.get(design) ?? site;

  const render = (form: FormParts) => {
    const { values, inputOf, onChange } = form;
    const look = typedLook(id, values);
    const chooseDesign = (design: DesignName) => {
      const undo = form.remember();
      const change = inDesign(design, record?.values ?? startOf(block));
      onChange(change);
      const said = whatDesignDoes(values, change);
      if (said !== "") notifyWithUndo(`${design}. ${said}`, undo, { id: "look-design" });
    };
    return (
      <>
        <Group title="Design">
          <DesignCards
            value={look.design}
            siteIn={siteIn}
            pictures={pictures}
            onChange={chooseDesign}
          />
          {look.design === "Field" && inputOf("drawings")}
        </Group>
        <Group title="Colours">
          <ColoursOfLogo
            logo={logo}
            chosen={rolesOfLook(look).light}
            onChoose={(palette) => onChange(inColours(palette))}
            onPicture={(picture) => setChosen({ ...chosen, [picture.address]: picture })}
          />
          {hasOwnColours(values) && (
            <Button
              variant="default"
              mih={44}
              onClick={() => {
                const undo = form.remember();
                onChange(designColours);
                notifyWithUndo(`The colours are those of ${look.design} again.`, undo, {
                  id: "look-colours",
                });
              }}
            >
              Back to the colours of {look.design}
            </Button>
          )}
          <RoleColours scheme="light" look={look} form={form} />
          {inputOf("scheme")}
          <Disclosure
            title="Colours in the dark"
            note="They follow from the colours above until you choose others."
            hasFaults={Object.keys(form.errors).some((name) => name.startsWith("dark"))}
          >
            <RoleColours scheme="dark" look={look} form={form} />
          </Disclosure>
        </Group>
        <Group title="Type">
          <TypefaceChoice use="heading" look={look} fonts={fonts} form={form} />
          <TypefaceChoice use="text" look={look} fonts={fonts} form={form} />
          <OwnFonts fonts={fonts} form={form} />
          {inputOf("scale")}
        </Group>
        <Group title="Shape">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {inputOf("corners")}
            {inputOf("density")}
          </SimpleGrid>
          {inputOf("pictures")}
        </Group>
        <Group title="Words">
          <WordsChoice value={look.words} onChange={(words) => onChange({ words })} />
          <WordsLeft left={wordsLeft} chosen={look.words} />
        </Group>
        <Group title="Custom CSS">
          <Disclosure
            title="Rules of your own"
            note="For those who know CSS."
            startsOpen={values.customCss !== ""}
            hasFaults={form.errors.customCss !== undefined}
          >
            {inputOf("customCss")}
          </Disclosure>
        </Group>
        <Group title="As a file">
          <LookFilePart
            isTyping={!sameValues(values, record?.values ?? startOf(block))}
            onTaken={form.discard}
          />
        </Group>
      </>
    );
  };
  return (
    <div className={classes.look}>
      <div className={classes.form}>
        <RecordForm
          block={block}
          record={record}
          onTyped={onTyped}
          layout={{
            fields: Object.keys(block.fields),
            isQuiet: true,
            undoText: "Back to the look before",
            render,
          }}
          publishesWith={logo.isDraft && logo.id !== null ? [logo.id] : undefined}
        />
      </div>
      <LookPreview site={site} pictures={pictures} article={article} />
    </div>
  );
}

/** What a change of the design does to other choices, in a sentence; "" for nothing. */
function whatDesignDoes(before: Values, change: Values): string {
  const words =
    change.words === before.words
      ? ""
      : change.words === "Plain"
        ? "The words become plain, without the farm."
        : "The words are those of the farm again.";
  return [hasOwnColours(before) ? "Your colours are kept." : "", words].filter(Boolean).join(" ");
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

interface DisclosureProps {
  title: string;
  note: string;
  startsOpen?: boolean;
  /** True while the part has messages, which must be seen. */
  hasFaults: boolean;
  children: ReactNode;
}

function Disclosure({ title, note, startsOpen = false, hasFaults, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const isShown = isOpen || hasFaults;
  return (
    <div>
      <Button variant="default" mih={44} aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
        {title}
      </Button>
      <Text size="sm" c="dimmed" mt={4}>
        {note}
      </Text>
      {isShown && (
        <Stack gap="md" mt="sm">
          {children}
        </Stack>
      )}
    </div>
  );
}

interface WordsChoiceProps {
  value: LookRecord["words"];
  onChange: (words: LookRecord["words"]) => void;
}

function WordsChoice({ value, onChange }: WordsChoiceProps) {
  const { help, labels = {} } = block.fields.words;
  return (
    <Radio.Group
      name="words"
      label="Words of the site"
      description={help}
      value={value}
      onChange={(words) => onChange(words as LookRecord["words"])}
    >
      <Stack gap="sm" mt="xs">
        <Radio
          value="Farm"
          label={labels.Farm}
          description="“The planting calendar”, “seed packets”, “field notes”."
        />
        <Radio
          value="Plain"
          label={labels.Plain}
          description="The same site without the farm: “services”, “plans”, “articles”."
        />
      </Stack>
    </Radio.Group>
  );
}
