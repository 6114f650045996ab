import { FurrowMark } from "../../ui/drawings/drawings.tsx";

interface SectionHeadingProps {
  /** The line above the heading; omitted when empty. */
  text: string;
  heading: string;
  /** True when it is the title of the page. */
  isTitle?: boolean;
}

export function SectionHeading({ text, heading, isTitle = false }: SectionHeadingProps) {
  return (
    <header className="section-heading">
      {text && (
        <p className="section-heading__text">
          <FurrowMark />
          {text}
        </p>
      )}
      {isTitle ? <h1>{heading}</h1> : <h2>{heading}</h2>}
    </header>
  );
}
