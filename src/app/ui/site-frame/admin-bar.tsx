import type { SiteView } from "../../site/site-view.ts";

const views: readonly { readonly view: SiteView; readonly label: string }[] = [
  { view: "visitor", label: "As visitors see it" },
  { view: "drafts", label: "With all drafts" },
  { view: "editing", label: "Click to edit" },
];

/** The bar above the site for admins: choice of the view, and a link to the panel. */
export function AdminBar({ view, path }: { view: SiteView; path: string }) {
  return (
    <nav className="admin-bar" aria-label="Looking at the site">
      <ul>
        {views.map((each) => (
          <li key={each.view}>
            <a
              href={`/admin/view-site?as=${each.view}&to=${encodeURIComponent(path)}`}
              aria-current={each.view === view ? "true" : undefined}
            >
              {each.label}
            </a>
          </li>
        ))}
      </ul>
      <ul>
        {view !== "visitor" && (
          <li className="admin-bar__note">Drafts are shown. Visitors do not see them.</li>
        )}
        {view === "editing" && (
          <li>
            <a href={`/admin/view-site?as=visitor&to=${encodeURIComponent(path)}`}>Stop editing</a>
          </li>
        )}
        <li>
          <a href="/drafts">Drafts</a>
        </li>
        <li>
          <a href="/admin">Panel</a>
        </li>
      </ul>
    </nav>
  );
}
