import { useSheet } from "../styles/style-sheets.ts";
import paginationSheet from "./pagination.css?sheet";
/** The page numbers to show; a negative number stands for a gap ("…"). */
export function pageNumbers(page: number, pageCount: number): number[] {
  const last = Math.max(1, pageCount);
  const near = Array.from({ length: last }, (_, index) => index + 1).filter(
    (each) => last <= 7 || each === 1 || each === last || Math.abs(each - page) <= 1,
  );
  return near.flatMap((each, index) => {
    const before = near[index - 1] ?? 0;
    return each - before > 1 ? [-each, each] : [each];
  });
}

interface PaginationProps {
  /** Counted from 1. */
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
  /** Accessible name, such as "Unread messages", that distinguishes two paginations of a screen. */
  label: string;
}

export function Pagination({ page, pageCount, hrefOf, label }: PaginationProps) {
  useSheet(paginationSheet);
  return (
    <nav className="pagination" aria-label={label}>
      <Step label="Previous" href={page > 1 ? hrefOf(page - 1) : undefined} rel="prev" />
      <ol className="pagination__pages">
        {pageNumbers(page, pageCount).map((shown) =>
          shown < 0 ? (
            <li key={shown} aria-hidden="true">
              {"\u2026"}
            </li>
          ) : (
            <li key={shown}>
              <a
                className="pagination__page"
                href={hrefOf(shown)}
                aria-current={shown === page ? "page" : undefined}
                aria-label={`Page ${shown}`}
              >
                {shown}
              </a>
            </li>
          ),
        )}
      </ol>
      <Step label="Next" href={page < pageCount ? hrefOf(page + 1) : undefined} rel="next" />
    </nav>
  );
}

function Step({ label, href, rel }: { label: string; href: string | undefined; rel: string }) {
  if (href) {
    return (
      <a className="pagination__step" href={href} rel={rel}>
        {label}
      </a>
    );
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link without href is a disabled link in HTML
    <a className="pagination__step" role="link" aria-disabled="true">
      {label}
    </a>
  );
}
