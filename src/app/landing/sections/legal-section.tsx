import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { PageHeader } from "./headings.tsx";
import legalSheet from "./legal-section.css?sheet";

interface LegalSectionProps {
  page:
    | {
        readonly legalTitle: string;
        readonly legalText: string;
        /** Missing for readers outside the team. */
        readonly ownerNote?: string;
      }
    | undefined;
}

export function LegalSection({ page }: LegalSectionProps) {
  useSheet(legalSheet);
  if (!page) return null;
  return (
    <article className="legal" id="legal">
      <PageHeader title={page.legalTitle} crumb={page.legalTitle} />
      {page.ownerNote && (
        <aside className="legal__note grid" aria-label="Note to the owner">
          <p>
            <strong>Note to the owner, which visitors do not see:</strong> {page.ownerNote}
          </p>
        </aside>
      )}
      <div className="legal__text grid">
        <Prose text={page.legalText} />
      </div>
    </article>
  );
}

/**
 * Plain text with three kinds of formatting: an empty line ends a paragraph, "# " begins a heading,
 * and "- " begins a list item.
 */
export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {partsOf(text).map((part) => {
        if (part.kind === "heading") return <h2 key={part.key}>{part.lines[0]}</h2>;
        if (part.kind === "paragraph") return <p key={part.key}>{part.lines.join("\n")}</p>;
        return (
          <ul key={part.key}>
            {part.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

interface Part {
  kind: "heading" | "list" | "paragraph";
  lines: string[];
  key: number;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let open: Part | undefined;
  for (const [key, line] of text.split(/\r?\n/).entries()) {
    const said = line.trim();
    const kind = said.startsWith("# ") ? "heading" : said.startsWith("- ") ? "list" : "paragraph";
    const words = kind === "paragraph" ? said : said.slice(2);
    if (said === "") open = undefined;
    else if (open?.kind === kind && kind !== "heading") open.lines.push(words);
    else {
      open = { kind, lines: [words], key };
      parts.push(open);
    }
  }
  return parts;
}
