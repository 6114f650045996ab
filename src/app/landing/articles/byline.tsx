import { daysOf } from "#platform/time/dates.ts";

interface BylineProps {
  author: string;
  /** "" for an article that is not published. */
  day: string;
  /** Reading time. */
  minutes: number;
}

/** Who wrote an article, when, and how long it takes to read. */
export function Byline({ author, day, minutes }: BylineProps) {
  return (
    <>
      {author !== "" && <span>{author}</span>}
      {day !== "" && <time dateTime={day}>{daysOf(day, day)}</time>}
      <span>{minutes} min read</span>
    </>
  );
}
