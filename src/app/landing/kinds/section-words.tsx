import type { ReactNode } from "react";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { paragraph, text } from "#content/model/fields.ts";
import { SectionHeading } from "../sections/headings.tsx";
import sectionWordsSheet from "./section-words.css?sheet";

/** Fields of the words at the beginning of a section. */
export const wordFields = {
  line: text("Line above the heading", { maxLength: 80, optional: true }),
  heading: text("Heading", { maxLength: 120, optional: true }),
  details: paragraph("Text", { maxLength: 1000, optional: true }),
};

interface SectionWordsProps {
  values: { readonly line?: string; readonly heading: string; readonly details?: string };
  isTitle: boolean | undefined;
  /** What stands below the text, such as a button. */
  children?: ReactNode;
}

/** The heading of a section and its text; nothing without both. */
export function SectionWords({ values, isTitle, children }: SectionWordsProps) {
  useSheet(sectionWordsSheet);
  const { line = "", heading, details = "" } = values;
  if (heading === "" && details === "" && !children) return null;
  return (
    <div className="section-words">
      {heading !== "" && <SectionHeading text={line} heading={heading} isTitle={isTitle} />}
      {details !== "" && <p className="section-words__details">{details}</p>}
      {children}
    </div>
  );
}

/** Level of the headings inside a section with this heading, or without one. */
export function levelBelow(heading: string, isTitle: boolean | undefined): 2 | 3 {
  return heading === "" || isTitle ? 2 : 3;
}

interface ItemTitleProps {
  level: 2 | 3;
  className: string;
  children: ReactNode;
}

export function ItemTitle({ level, className, children }: ItemTitleProps) {
  const Heading = `h${level}` as const;
  return <Heading className={className}>{children}</Heading>;
}
