import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { daysOf } from "#platform/time/dates.ts";
import bylineSheet from "./byline.css?sheet";

interface BylineProps {
  author: string;
  /** "" for an article that is not published. */
  day: string;
  /** Reading time. */
  minutes: number;
}

/** Who wrote an article, when, and how long it takes to read. */
export function Byline({ author, day, minutes }: BylineProps) {
  useSheet(bylineSheet);
  return (
    <p className="byline">
      {author !== "" && <span>{author}</span>}
      {day !== "" && <time dateTime={day}>{daysOf(day, day)}</time>}
      <span>{minutes} min read</span>
    </p>
  );
}
