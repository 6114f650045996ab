import { FurrowMark } from "../../ui/drawings.tsx";

interface SectionHeadingProps {
  /** The line above the heading. */
  text: string;
  heading: string;
  className?: string;
}

export function SectionHeading({ text, heading, className = "" }: SectionHeadingProps) {
  return (
    <header className={`section-heading ${className}`}>
      <p className="section-heading__text">
        <FurrowMark />
        {text}
      </p>
      <h2>{heading}</h2>
    </header>
  );
}
