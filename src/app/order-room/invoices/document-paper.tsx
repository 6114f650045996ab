import { useSheet } from "#app/ui/styles/style-sheets.ts";
import documentPaperSheet from "./document-paper.css?sheet";
import type { DocumentView } from "./document-view.server.ts";

/** An invoice or a credit note, as its PDF shows it. */
export function DocumentPaper({ document: { words } }: { document: DocumentView }) {
  useSheet(documentPaperSheet);
  return (
    <section className="document" aria-label={words.title}>
      <dl className="document__facts">
        {words.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="document__parties">
        <Party title="Billed to" lines={words.buyer} />
        <Party title="From" lines={words.seller} />
      </div>
      <table className="document__lines">
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Quantity</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {words.lines.map(({ label, quantity, amount }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal, and none moves
            <tr key={nth}>
              <td>{label}</td>
              <td>{quantity}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="document__sums">
        {words.sums.map(({ label, amount, isTotal }) => (
          <div key={label} className={isTotal ? "document__total" : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {words.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  const [name, ...others] = lines;
  return (
    <address>
      <span className="document__label">{title}</span>
      <strong>{name}</strong>
      {others.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

/** Links to the files of a document, or a sentence while they are made. */
export function DocumentFiles({ document: { files } }: { document: DocumentView }) {
  if (files.length === 0) {
    return <p className="order-step__note">The PDF is being made. Look again in a minute.</p>;
  }
  return (
    <p className="document__files">
      {files.map(({ label, size, href }) => (
        <a key={href} className="button button--secondary" href={href}>
          Download {label} <small>({size})</small>
        </a>
      ))}
    </p>
  );
}
