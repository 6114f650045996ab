import { FurrowLines } from "../../ui/drawings.tsx";

/** The head of a public page that is not the landing page. */
export function PageHeader({ title, crumb }: { title: string; crumb: string }) {
  return (
    <header className="page-header grid" id="page-header">
      <FurrowLines />
      <nav className="page-header__crumbs" aria-label="Breadcrumb">
        <ol>
          <li>
            <a href="/">Home</a>
          </li>
          <li aria-current="page">{crumb}</li>
        </ol>
      </nav>
      <h1 className="page-header__title">{title}</h1>
    </header>
  );
}
