import { Anchor, Button, Card, Group, NativeSelect, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  lazy,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link, useNavigate } from "react-router";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import type { Services } from "#compose.ts";
import { pages } from "#content/blocks/pages.ts";
import { type EditableRecord, listForEditing } from "#content/drafts/editable-record.ts";
import { listDrafts } from "#content/drafts/save-draft.ts";
import { findBlock } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf, listPathOf } from "#content/model/record-paths.ts";
import { findSitePage, listSitePages } from "#content/records/list-site-pages.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import type { FactsByAddress, PictureFile } from "#media/picture-file.ts";
import type { Actor } from "#policy/actor.ts";
import { ChangesList } from "../content/changes-list.tsx";
import { sectionIn, sectionPart } from "../content/fields/sections/section-part.ts";
import { readPreviewSite } from "../content/preview/preview-site.server.ts";
import { ScaledCanvas } from "../content/preview/scaled-canvas.tsx";
import { siteWith } from "../content/preview/site-with.ts";
import { titleOfForm } from "../content/title-of-form.ts";
import { DeletePage } from "../pages/delete-page.tsx";
import type { Route } from "./+types/site-editor";
import { articlePart, articlePlace, isArticle } from "./article-place.ts";
import { fieldAt } from "./clicked-text.ts";
import {
  type EditorPage,
  type EditorPlace,
  editorPage,
  editorPages,
  ownEditorPage,
} from "./editor-places.server.ts";
import { PageForm } from "./page-form.tsx";
import {
  BackButton,
  blocksAt,
  type OpenPart,
  PlaceList,
  PlaceRecords,
  RecordSheet,
  type RecordsByBlock,
} from "./place-editor.tsx";
import type { CanvasPlace } from "./site-canvas.tsx";
import classes from "./site-editor.module.css";

/** Loaded later, because only the texts for search results have it. */
const ListingPreview = lazy(async () => {
  const { ListingPreview: preview } = await import("../content/preview/listing-preview.tsx");
  return { default: preview };
});

/** Loaded later, because only pages that the owner added have it. */
const DraftFacts = lazy(() => import("../draft-facts/draft-facts.tsx"));

/** Loaded on demand, because its code contains every section of the site. */
const SiteCanvas = lazy(() => import("./site-canvas.tsx"));

export const handle = { breadcrumb: [{ label: "Pages" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Pages", matches);
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { page, record } = await openPage(services, actor, url.searchParams.get("page"));
  const shown = new Set(page.places.flatMap(blocksAt));
  const records = await Promise.all(
    [...shown].map(async (block) => [block.name, await listForEditing(services, actor, block)]),
  );
  const own = await listSitePages(services, actor, { block: pages });
  return {
    page,
    pages: [
      {
        group: "Pages of the site",
        items: editorPages.map(({ name, title }) => ({ value: name, label: title })),
      },
      {
        group: "Your pages",
        items: own.map(({ id, title }) => ({ value: id, label: title || "Untitled page" })),
      },
      // Only the open one, because a site can have thousands.
      {
        group: "Article",
        items: isArticle(page) ? [{ value: page.name, label: page.title }] : [],
      },
    ].filter(({ items }) => items.length > 0),
    preview: await readPreviewSite(services),
    pictures: record === null ? {} : await pictureFactsFor(services.database.read, record.values),
    records: {
      ...(Object.fromEntries(records) as RecordsByBlock),
      ...(record !== null && { [record.block]: [record] }),
    },
    // Half-written pages and articles are published where they are written, or on the screen of drafts.
    drafts: (await listDrafts(services, actor)).filter(
      ({ _id, block }) => findBlock(block)?.isRead !== "alone" || _id === record?._id,
    ),
  };
}

/** The page with a name of the specification, or with the id of its record; otherwise the first. */
async function openPage(services: Services, actor: Actor, name: string | null) {
  const known = editorPage(name ?? "home");
  if (known !== undefined || name === null) return { page: known ?? firstPage(), record: null };
  const record = await findSitePage(services, actor, name);
  if (record === undefined) return { page: firstPage(), record: null };
  return { page: ownEditorPage(record), record };
}

function firstPage(): EditorPage {
  const [page] = editorPages;
  if (page === undefined) throw new Error("The site has no page.");
  return page;
}

/**
 * The preview waits for a pause, because rendering a section takes longer than the time between two
 * keys.
 */
const previewDelayMs = 120;

/** The unsaved values of the record with the page's sections. */
interface TypedPage {
  readonly page: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Typed {
  readonly block: Block;
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * A page of the site beside a form. A click on a text of the page opens the form with this text,
 * and the page shows the typed text at once.
 */
export default function SiteEditor({ loaderData }: Route.ComponentProps) {
  const { page, pages, preview, records, drafts } = loaderData;
  const { open, part, show, showPart, close } = usePlace(page, records);
  const [chosen, setChosen] = useState<FactsByAddress>({});
  const [typed, setTyped] = useState<Typed | null>(null);
  const [settled] = useDebouncedValue(typed, previewDelayMs);
  const focused = useRef<string | null>(null);
  const form = useMemo(() => pageFormOf(page, records), [page, records]);
  const [typedPage, setTypedPage] = useState<TypedPage | null>(null);
  const [settledPage] = useDebouncedValue(typedPage, previewDelayMs);
  const block = open.kind === "record" ? open.block : null;
  const id = open.kind === "record" ? (open.record?._id ?? "typed") : null;

  const onTyped = useCallback(
    (values: Typed["values"]) => {
      if (block !== null && id !== null) setTyped({ block, id, values });
    },
    [block, id],
  );
  useEffect(() => {
    if (id === null) setTyped(null);
  }, [id]);
  const pageValues =
    settledPage?.page === page.name ? settledPage.values : (form?.record?.values ?? null);
  const site = useMemo(() => {
    // After a record is closed, the debounced values still belong to the closed record.
    if (settled === null || settled.id !== id) return preview.site;
    const { block, values } = settled;
    return siteWith(preview.site, preview.keys[block.name], block, { _id: settled.id, ...values });
  }, [preview, settled, id]);
  const frameSite = useMemo(() => {
    if (form === null || settledPage?.page !== page.name || page.form?.id !== null) return site;
    const listing = { _id: form.record?._id ?? "typed", ...settledPage.values };
    return siteWith(site, preview.keys[form.block.name], form.block, listing);
  }, [preview, site, form, settledPage, page]);
  const pictures = useMemo(
    () => ({ ...preview.pictures, ...loaderData.pictures, ...chosen }),
    [preview.pictures, loaderData.pictures, chosen],
  );
  const addPicture = (picture: PictureFile) => setChosen({ ...chosen, [picture.address]: picture });
  const onTypedPage = useCallback(
    (values: Typed["values"]) => setTypedPage({ page: page.name, values }),
    [page.name],
  );

  const pick = (place: CanvasPlace, element: Element, point: { x: number; y: number }) => {
    if (place.section !== undefined) {
      const { id, values } = place.section;
      const field = fieldAt(element, point, [{ label: place.title, values }])?.field ?? null;
      if (part === sectionPart(id)) {
        focusField(`${id}.${field}`);
        return;
      }
      focused.current = field;
      showPart(sectionPart(id));
      return;
    }
    if (place.article !== undefined) {
      const texts = { label: place.title, values: place.article };
      const field = fieldAt(element, point, [texts])?.field ?? "body";
      if (open.kind === "page" && part === articlePart) {
        focusField(field);
        return;
      }
      focused.current = field;
      showPart(articlePart);
      return;
    }
    const inPlace = blocksAt(place).flatMap(({ name }) => records[name] ?? []);
    const found = fieldAt(element, point, inPlace);
    focused.current = found?.field ?? null;
    show(found === null ? place : { place, record: found.record });
    if (open.kind === "record" && found?.record._id === open.record?._id) focusField(found?.field);
  };
  useEffect(() => {
    if (open.kind !== "page" || part !== articlePart || focused.current === null) return;
    focusField(focused.current);
    // Used once, because the person may type elsewhere when the part opens again.
    focused.current = null;
  }, [open.kind, part]);
  const isTyping =
    typedPage?.page === page.name &&
    Object.entries(typedPage.values).some(
      ([name, text]) => text !== (form?.record?.values[name] ?? ""),
    );
  const openId =
    open.kind !== "page" ? open.place.id : part === articlePart ? articlePlace.id : sectionIn(part);
  const editsListing = open.kind === "record" && open.block === form?.block;
  return (
    <div className={classes.editor}>
      <Toolbar page={page} pages={pages} record={form?.record ?? null} />
      <ScaledCanvas label="Page" isOpen={openId !== null} isArticle={isArticle(page)}>
        {(style) => (
          <Suspense>
            <SiteCanvas
              page={page}
              site={site}
              frameSite={frameSite}
              values={pageValues}
              pictures={pictures}
              open={openId}
              style={style}
              onPick={pick}
            />
          </Suspense>
        )}
      </ScaledCanvas>
      <aside className={classes.side} aria-label="Editor">
        {/* Stays mounted while a section's texts are edited, so that no step of Undo is lost. */}
        {!editsListing && (
          <div className={classes.side} hidden={open.kind !== "page"}>
            <Card withBorder component="section" aria-label="Changes">
              <ChangesList drafts={drafts} isTyping={isTyping} />
            </Card>
            <PlaceList page={page} records={records} onOpen={show}>
              {form && (
                <PageForm
                  key={page.name}
                  page={page}
                  {...form}
                  records={records}
                  focused={focused}
                  onOpen={show}
                  onTyped={onTypedPage}
                  onPicture={addPicture}
                />
              )}
            </PlaceList>
            {form?.block.isRead === "alone" && pageValues !== null && (
              <Suspense>
                <DraftFacts block={form.block} id={form.record?._id ?? null} typed={pageValues} />
              </Suspense>
            )}
          </div>
        )}
        {open.kind !== "page" && (
          <div>
            <BackButton label={`All of ${page.title}`} onClick={close} />
            <Title order={2} size="h3">
              {titleOf(open)}
            </Title>
          </div>
        )}
        {open.kind === "place" && (
          <PlaceRecords
            place={open.place}
            records={records}
            onEdit={(record) => show({ place: open.place, record })}
            onAdd={(block) => show({ place: open.place, block })}
          />
        )}
        {open.kind === "record" && (
          <RecordSheet
            open={open}
            focused={focused}
            onTyped={onTyped}
            onPicture={addPicture}
            onAdded={close}
          />
        )}
        {open.kind === "record" && open.block.shownAs === "listing" && (
          <Suspense>
            <ListingPreview
              block={open.block}
              typed={typed?.values ?? open.record?.values ?? {}}
              origin={preview.origin}
            />
          </Suspense>
        )}
      </aside>
    </div>
  );
}

/** The record that has the list of the page's sections. */
function pageFormOf({ form }: EditorPage, records: RecordsByBlock) {
  const block = form === null ? undefined : findBlock(form.block);
  if (form === null || block === undefined) return null;
  const ofBlock = records[block.name] ?? [];
  const record = form.id === null ? ofBlock[0] : ofBlock.find(({ _id }) => _id === form.id);
  return { block, record: record ?? null };
}

function titleOf(open: Exclude<OpenPart, { kind: "page" }>): string {
  if (open.kind === "place") return open.place.title;
  const { block, record } = open;
  const title = titleOfForm(block);
  if (record === null) return `Add: ${title}`;
  return block.shape === "singleton" ? title : `${title}: ${record.label}`;
}

/**
 * Focuses a field of a form that is already open. A form that is being opened focuses the field
 * itself.
 */
function focusField(field: string | undefined): void {
  document
    .querySelector<HTMLElement>(`aside :is([name="${field}"], [data-field="${field}"])`)
    ?.focus();
}

type Target =
  | EditorPlace
  | { readonly place: EditorPlace; readonly record: EditableRecord }
  | { readonly place: EditorPlace; readonly block: Block };

/**
 * The URL's fragment names the open part, so that a reload keeps the part open and Back closes the
 * part.
 */
function usePlace(page: EditorPage, records: RecordsByBlock) {
  const { part, show, close } = useOpenPart();
  const [open, setOpen] = useState<OpenPart>({ kind: "page" });
  // An effect reads the fragment after hydration, because the server does not see the fragment. The
  // transition lets the browser paint the click before React renders the form, which takes long.
  useEffect(() => {
    startTransition(() => setOpen(partOf(part, page, records)));
  }, [part, page, records]);
  return {
    open,
    part,
    close,
    showPart: (next: string) => void show(next),
    show(target: Target) {
      const next = fragmentOf(target, records);
      if (next !== part) void show(next);
    },
  };
}

/** A part with a single record opens the form at once. */
function fragmentOf(target: Target, records: RecordsByBlock): string {
  if ("record" in target) return `#${target.place.id}/edit/${target.record._id}`;
  if ("block" in target) return `#${target.place.id}/add/${target.block.name}`;
  const [block, ...others] = blocksAt(target);
  if (block?.shape !== "singleton" || others.length > 0) return `#${target.id}`;
  const [record] = records[block.name] ?? [];
  if (record === undefined) return `#${target.id}/add/${block.name}`;
  return `#${target.id}/edit/${record._id}`;
}

function partOf(fragment: string, page: EditorPage, records: RecordsByBlock): OpenPart {
  const [placeId, verb, name] = fragment.slice(1).split("/");
  const place = page.places.find(({ id }) => id === placeId);
  if (place === undefined) return { kind: "page" };
  for (const block of blocksAt(place)) {
    if (verb === "add" && block.name === name)
      return { kind: "record", place, block, record: null };
    const record = records[block.name]?.find(({ _id }) => _id === name);
    if (verb === "edit" && record !== undefined) return { kind: "record", place, block, record };
  }
  return { kind: "place", place };
}

interface ToolbarProps {
  page: EditorPage;
  pages: { group: string; items: { value: string; label: string }[] }[];
  record: EditableRecord | null;
}

function Toolbar({ page, pages, record }: ToolbarProps) {
  const navigate = useNavigate();
  const own = page.form === null || page.form.id === null ? undefined : findBlock(page.form.block);
  return (
    <Group className={classes.toolbar} justify="space-between" gap="sm">
      <Group gap="sm" maw="100%">
        <Title order={1}>Pages</Title>
        <NativeSelect
          aria-label="Page"
          value={page.name}
          data={pages}
          className={classes.choice}
          onChange={(event) => navigate(`?page=${event.currentTarget.value}`)}
        />
        <Button component={Link} to="/pages#new" variant="default">
          New page
        </Button>
      </Group>
      <Group gap="md">
        {own && (
          <Anchor component={Link} to={editPathOf(own, page.name)} size="sm">
            Full form with its history
          </Anchor>
        )}
        <DeletePage
          page={own ? record : null}
          onDone={() => void navigate(own ? listPathOf(own) : "/pages")}
        />
        {page.path !== "" && (
          <Anchor href={`/admin/view-site?as=drafts&to=${encodeURIComponent(page.path)}`} size="sm">
            Open the page with all drafts
          </Anchor>
        )}
      </Group>
    </Group>
  );
}
