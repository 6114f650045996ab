import type { CustomerPartProps } from "../customer-part.ts";

/** The invoices of the order beside its receipt. */
export function CustomerInvoices({ room: { invoices, order } }: CustomerPartProps) {
  const { documents, proForma, canCorrect } = invoices;
  if (proForma !== null) {
    return (
      <p className="order-step__note">
        <a href={proForma}>Open a pro forma for your transfer (PDF)</a>
      </p>
    );
  }
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="invoices-title">
      <h2 id="invoices-title">{documents.length === 1 ? "Your invoice" : "Your invoices"}</h2>
      <ul className="month-list">
        {documents.map(({ number, title, date, isoDate, total, href }) => (
          <li key={number}>
            <a href={href}>
              {title} {number}
            </a>{" "}
            <span className="order-step__note">
              <time dateTime={isoDate}>{date}</time>, {total}
            </span>
          </li>
        ))}
      </ul>
      {canCorrect && (
        <p className="order-step__note">
          <a href={`/billing?order=${order.id}`}>Add or correct company and VAT number</a>
        </p>
      )}
    </section>
  );
}
