import { Fragment, memo, type ReactNode } from "react";
import type { ArticleEntry } from "#content/articles/article-entry.ts";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import { editPathOf, listPathOf } from "#content/model/record-paths.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { listedSections } from "#content/sections/listed-sections.ts";
import { originalKind, type Section } from "#content/sections/section.ts";
import { addressOf, listingOf } from "#seo/public-pages.ts";
import framedSiteSheet from "../site/framed-site.css?sheet";
import type { ActionResult } from "../ui/forms/action-result.ts";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { SectionProps } from "./kinds/define-section.ts";
import { LostForm } from "./kinds/section-form.tsx";
import { sectionKinds } from "./kinds/section-kinds.ts";
import { type PageName, type PageSection, pageSections } from "./page-sections.tsx";
import { TitleSection } from "./sections/headings.tsx";

/** The sections of a page from top to bottom, with hidden ones; `stored` is the listing's value. */
export function sectionsOfPage(page: PageName, stored: string): readonly Section[] {
  return listedSections(pageSections[page], stored);
}

interface EditLink {
  readonly label: string;
  readonly href: string;
}

function EditableSection({ link, children }: { link: EditLink; children: ReactNode }) {
  useSheet(framedSiteSheet);
  return (
    <div className="edit-section">
      <a className="edit-section__link" href={link.href}>
        <span>{link.label}</span>
      </a>
      {children}
    </div>
  );
}

/** A link to the texts of a section that the page came with; the screen leads back to the section. */
function linkToOriginal(
  section: PageSection,
  { site, editedPath }: PageSectionsProps,
): EditLink | undefined {
  const key = section.blocks[0];
  if (key === undefined) return undefined;
  const block: Block = blocks[key];
  const back = encodeURIComponent(`${editedPath}#${section.id}`);
  return { label: `Edit ${block.title}`, href: `${screenOf(block, site[key])}?back=${back}` };
}

/** A link to the site editor with the form of the section open (`section-part.ts`). */
function linkToSection(title: string, editedAs: string, id: string): EditLink {
  return { label: `Edit ${title}`, href: `/admin/site?page=${editedAs}#section/${id}` };
}

function screenOf(block: Block, shown: unknown): string {
  const record = block.shape === "singleton" ? (shown as AnyRecord | undefined) : undefined;
  return record === undefined ? listPathOf(block) : editPathOf(block, record._id);
}

interface Shown {
  readonly id: string;
  readonly link: EditLink | undefined;
  readonly heading: string;
  readonly isTitle: boolean;
  readonly render: (isTitle: boolean) => ReactNode;
}

export interface PageSectionsProps {
  sections: readonly Section[];
  site: SiteContent;
  /** Sections that the page came with; none on a page that the owner added. */
  originals?: readonly PageSection[];
  /** Title for a page without any heading, for screen readers and search engines. */
  title: string;
  /** True if the page shows its title above the sections. */
  hasTitle?: boolean;
  form?: ActionResult | undefined;
  /** For sections that list articles; newest first. */
  articles?: readonly ArticleEntry[] | undefined;
  /** True for a person of the team who sees drafts. */
  isForTeam?: boolean | undefined;
  /** Path of the page; undefined outside an admin's edit view. */
  editedPath?: string | undefined;
  /** Name of the page in the site editor: one of the specification's, or the id of its record. */
  editedAs?: string | undefined;
}

/**
 * The sections of a page. The page always has a title: if no section shows one, the first heading
 * becomes the `<h1>`.
 */
export function PageSections(props: PageSectionsProps) {
  const { title, editedPath } = props;
  const shown = props.sections
    .filter(({ isHidden }) => !isHidden)
    .flatMap((each) => {
      return each.kind === originalKind ? originalOf(each, props) : sectionOf(each, props);
    });
  const hasTitle =
    props.hasTitle === true || shown.some(({ isTitle, heading }) => isTitle && heading !== "");
  const titled = hasTitle ? undefined : shown.find(({ heading }) => heading !== "");
  const isUntitled = !hasTitle && titled === undefined;
  return (
    <>
      <LostForm
        form={props.form}
        shown={shown.map(({ id }) => id)}
        contact={addressOf(props.site, "contact")}
      />
      {isUntitled && title !== "" && <h1 className="unseen">{title}</h1>}
      {shown.map(({ id, link, render }) => {
        const section = render(titled?.id === id);
        if (editedPath === undefined || link === undefined) {
          return <Fragment key={id}>{section}</Fragment>;
        }
        return (
          <EditableSection key={id} link={link}>
            {section}
          </EditableSection>
        );
      })}
    </>
  );
}

function originalOf({ id }: Section, props: PageSectionsProps): Shown[] {
  const { site, form, originals = [] } = props;
  const original = originals.find((each) => each.id === id);
  if (original === undefined) return [];
  return [
    {
      id,
      link: linkToOriginal(original, props),
      heading: original.heading?.(site) ?? "",
      isTitle: original.isTitle === true,
      render: (isTitle) => {
        const section = <OriginalSection section={original} site={site} form={form} />;
        return isTitle ? <TitleSection value={true}>{section}</TitleSection> : section;
      },
    },
  ];
}

function sectionOf(section: Section, props: PageSectionsProps): Shown[] {
  const { site, form, articles, isForTeam = false, editedAs } = props;
  const { id, values } = section;
  const kind = sectionKinds.get(section.kind);
  if (kind === undefined) return isForTeam ? [unknownSection(section)] : [];
  const { headingField, isEmpty } = kind;
  const Component = memoised(kind.Component);
  if (isEmpty?.({ values, site, articles })) return [];
  return [
    {
      id,
      link: editedAs === undefined ? undefined : linkToSection(kind.title, editedAs, id),
      heading: headingField === undefined ? "" : (values[headingField] ?? "").trim(),
      isTitle: false,
      render: (isTitle) => (
        <Component
          id={id}
          values={values}
          site={site}
          isTitle={isTitle}
          form={form}
          articles={articles}
        />
      ),
    },
  ];
}

interface OriginalSectionProps {
  section: PageSection;
  site: SiteContent;
  form: ActionResult | undefined;
}

/**
 * Renders only when one of its blocks changes: the panel renders the page at every pause in typing,
 * also a page of 200 sections.
 */
const OriginalSection = memo(
  ({ section, site, form }: OriginalSectionProps) => section.render(site, form),
  (before, { section, site, form }) =>
    before.section === section &&
    before.form === form &&
    [...section.blocks, ...(section.reads ?? [])].every((key) => before.site[key] === site[key]),
);

const memoisedComponents = new WeakMap<SectionComponent, SectionComponent>();

type SectionComponent = (props: SectionProps) => ReactNode;

/** The same component, which renders only when its section or the site changes. */
function memoised(component: SectionComponent): SectionComponent {
  const known = memoisedComponents.get(component);
  if (known !== undefined) return known;
  const made = memo(component) as unknown as SectionComponent;
  memoisedComponents.set(component, made);
  return made;
}

/** Stands for a section whose kind this version does not know; visitors see nothing. */
function unknownSection({ id, kind }: Section): Shown {
  return {
    id,
    link: undefined,
    heading: "",
    isTitle: false,
    render: () => (
      <section className="grid" id={id}>
        <p>
          Visitors do not see this section, because this version of the site has no sections of the
          kind “{kind}”. Its texts are kept.
        </p>
      </section>
    ),
  };
}

interface PageBodyProps extends Pick<PageSectionsProps, "form" | "articles" | "isForTeam"> {
  page: PageName;
  site: SiteContent;
  /** Path of the page; undefined outside an admin's edit view. */
  editedPath?: string | undefined;
}

/** The sections of a page of the specification. */
export function PageBody({ page, site, ...props }: PageBodyProps) {
  const { listingTitle, pageSections: stored = "" } = listingOf(site, page);
  return (
    <PageSections
      {...props}
      sections={sectionsOfPage(page, stored)}
      originals={pageSections[page]}
      site={site}
      title={listingTitle}
      editedAs={page}
    />
  );
}
