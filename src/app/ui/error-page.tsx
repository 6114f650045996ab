import { siteName } from "../../content/model/site-content.ts";
import { FurrowLines } from "./drawings/drawings.tsx";
import { ButtonLink } from "./forms/button.tsx";

interface ErrorPageProps {
  status: number | null;
  title: string;
  detail: string;
}

export function ErrorPage({ status, title, detail }: ErrorPageProps) {
  return (
    <div className="error-page grid">
      {/* Replaces the title of the page. */}
      <title>{`${title} · ${siteName}`}</title>
      <FurrowLines />
      <p className="error-page__status">{status}</p>
      <div className="error-page__words">
        <h1>{title}</h1>
        <p>{detail}</p>
        <ButtonLink href="/">Back Home</ButtonLink>
      </div>
    </div>
  );
}
