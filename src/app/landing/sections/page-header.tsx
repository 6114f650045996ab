import { FurrowLines } from "../../ui/drawings/drawings.tsx";

interface PageHeaderProps {
  title: string;
  crumb: string;
  /** A line about the page; omitted when empty. */
  text?: string | undefined;
}

/** The header of a public page other than the landing page. */
export function PageHeader({ title, crumb, text }: PageHeaderProps) {
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
      {text && <p className="page-header__text">{text}</p>}
    </header>
  );
}
