import { createContext, type ReactNode, useContext } from "react";
import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines, FurrowMark } from "#app/ui/drawings/drawings.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import headingsSheet from "./headings.css?sheet";

const InTitleSection = createContext(false);

/** Makes the heading of the section inside the title of the page. */
export const TitleSection = InTitleSection.Provider;

/** Level of the headings of a section's items, below the heading of the section. */
export function useItemHeading(isTitle = false): "h2" | "h3" {
  return useContext(InTitleSection) || isTitle ? "h2" : "h3";
}

interface SectionHeadingProps {
  /** The line above the heading; "" for none. */
  text: string;
  heading: string;
  /** True to render an `<h1>`. */
  isTitle?: boolean | undefined;
}

export function SectionHeading({ text, heading, isTitle = false }: SectionHeadingProps) {
  useSheet(headingsSheet);
  const isPageTitle = useContext(InTitleSection) || isTitle;
  return (
    <header className="section-heading">
      {text && (
        <p className="section-heading__text">
          <FurrowMark />
          {text}
        </p>
      )}
      {isPageTitle ? <h1>{heading}</h1> : <h2>{heading}</h2>}
    </header>
  );
}

interface PageHeaderProps {
  title: string;
  crumb: string;
  above?: PageAbove | undefined;
  text?: string | undefined;
  /** What the plans cost. */
  price?: ReactNode;
  /** True on a page whose content shall begin in the upper half of the first screen. */
  isLow?: boolean | undefined;
}

export function PageHeader({ title, crumb, above, text, price, isLow = false }: PageHeaderProps) {
  useSheet(bandSheet, headingsSheet);
  const kind = isLow ? " page-header--low" : "";
  return (
    <header className={`page-header${kind} band grid`} id="page-header">
      <FurrowLines />
      <Crumbs crumb={crumb} above={above} />
      <h1 className="page-header__title">{title}</h1>
      {text && <p className="page-header__text">{text}</p>}
      {price}
    </header>
  );
}

interface PageAbove {
  readonly label: string;
  readonly href: string;
}

interface CrumbsProps {
  crumb: string;
  /** The page between the landing page and this one. */
  above?: PageAbove | undefined;
}

export function Crumbs({ crumb, above }: CrumbsProps) {
  useSheet(headingsSheet);
  return (
    <nav className="page-header__crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        {above !== undefined && (
          <li>
            <a href={above.href}>{above.label}</a>
          </li>
        )}
        <li aria-current="page">{crumb}</li>
      </ol>
    </nav>
  );
}
