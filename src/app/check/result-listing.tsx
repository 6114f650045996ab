import { useSheet } from "../ui/styles/style-sheets.ts";
import type { CheckView } from "./check-view.server.ts";
import resultListingSheet from "./result-listing.css?sheet";

/** How the checked page looks in search results. */
export function ResultListing({ listing }: { listing: NonNullable<CheckView["listing"]> }) {
  useSheet(resultListingSheet);
  const { address, title, description, icon } = listing;
  const url = new URL(address);
  const path = url.pathname.split("/").filter(Boolean).join(" › ");
  return (
    <figure className="result-listing">
      <p className="result-listing__site">
        {icon === "" ? (
          <span className="result-listing__icon" aria-hidden="true" />
        ) : (
          <img className="result-listing__icon" src={icon} alt="" width="28" height="28" />
        )}
        <span>
          {url.hostname}
          {path && ` › ${path}`}
        </span>
      </p>
      <p
        className={
          title ? "result-listing__title" : "result-listing__title result-listing__missing"
        }
      >
        {title === null ? "No title: the search engine makes one up" : cut(title, 60)}
      </p>
      <p
        className={
          description ? "result-listing__text" : "result-listing__text result-listing__missing"
        }
      >
        {description === null
          ? "No description: the text here is left to chance."
          : cut(description, 160)}
      </p>
      <figcaption>
        Drawn from your title, description, address and icon. Real search results differ a little.
      </figcaption>
    </figure>
  );
}

function cut(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length - 2)
        .join("")
        .trimEnd()} …`;
}
