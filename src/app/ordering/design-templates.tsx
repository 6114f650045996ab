import type { SectionTitles } from "../../content/blocks/section-titles.ts";
import type { OfferedTemplates } from "../../orders/placing/offered-templates.ts";
import { Picture } from "../ui/pictures/picture.tsx";

interface DesignTemplatesProps extends OfferedTemplates {
  titles: SectionTitles | undefined;
  /** Path of the plans. */
  plansPath: string;
}

/** Design templates, each as tall as its format. */
export function DesignTemplates({ templates, withheld, titles, plansPath }: DesignTemplatesProps) {
  if (templates.length + withheld === 0) return null;
  return (
    <section className="design-templates" aria-labelledby="design-templates">
      <h2 id="design-templates">{titles?.templatesHeading || "Design templates"}</h2>
      {titles && <p className="design-templates__text">{titles.templatesText}</p>}
      <ul className="design-templates__list">
        {templates.map((template) => (
          <li className="design-template" key={template._id}>
            <Picture address={template.imageLink} alt="" sizes="(max-width: 40rem) 90vw, 24rem" />
            <a href={template.canvaLink} rel="noopener">
              {template.category}
            </a>
            <p>
              {template.format}, {template.freeOrPaid === "Free" ? "free" : "with your plan"}
            </p>
          </li>
        ))}
      </ul>
      {withheld > 0 && (
        <p className="design-templates__more">
          {withheld === 1 ? "One more is included" : `${withheld} more are included`} with every
          paid order. <a href={plansPath}>See the plans</a>
        </p>
      )}
    </section>
  );
}
