import { PageHeader } from "./page-header.tsx";
import { Prose } from "./prose.tsx";

interface LegalSectionProps {
  page: { readonly legalTitle: string; readonly legalText: string } | undefined;
}

export function LegalSection({ page }: LegalSectionProps) {
  if (!page) return null;
  return (
    <article className="legal" id="legal">
      <PageHeader title={page.legalTitle} crumb={page.legalTitle} />
      <div className="legal__text grid">
        <Prose text={page.legalText} />
      </div>
    </article>
  );
}
