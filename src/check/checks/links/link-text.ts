import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const text = '<a href="/buns/">cinnamon buns on Fridays</a>';
/** Link texts that Lighthouse rejects, in English, German, Swedish, French and Spanish. */
const empty = new Set(
  "click here,click this,go,here,information,learn more,more,more info,more information,right here,read more,see more,start,this,mehr,hier,hier klicken,weiter,weiterlesen,mehr erfahren,läs mer,här,klicka här,en savoir plus,ici,lire la suite,leer más,aquí".split(
    ",",
  ),
);

export const linkText = defineCheck({
  id: "link-text",
  family: "links",
  question: "Do the links say where they lead?",
  counted: "Pages with links that do not say where they lead",
  why: "Search engines and screen readers take the words of a link for the subject of the page behind it. “Read more” says nothing.",
  fix: "Make each link say where it leads: “Our prices” instead of “Read more”.",
  weight: 3,
  weightReason: "It weakens the pages behind the links, not this page.",
  fixedByPlan: true,
  good: [
    {
      title: "links with a picture",
      change: inHtml(
        text,
        '<a href="/buns/"><img src="/b.jpg" alt="Cinnamon buns" width="9" height="9"></a>',
      ),
    },
    {
      title: "calls another site “here”",
      change: inHtml(text, `${text} <a href="https://other.test/" rel="nofollow">here</a>`),
    },
  ],
  bad: [
    { title: "says “Read more”", change: inHtml(text, '<a href="/buns/">Read more</a>') },
    { title: "says nothing", change: inHtml(text, '<a href="/buns/"></a>') },
  ],
  run({ links }) {
    const silent = links.filter(({ element, isInternal }) => {
      const { attributes } = element;
      if (/\bnofollow\b/i.test(attributes.get("rel") ?? "") && !isInternal) return false;
      if (attributes.get("aria-hidden") === "true") return false;
      const label = attributes.get("aria-label") ?? attributes.get("title") ?? "";
      const shown = element.text() || element.pictureText() || label.trim();
      return shown === ""
        ? !attributes.has("aria-labelledby")
        : empty.has(
            shown
              .toLowerCase()
              .replace(/[.…›→»:!]+$/u, "")
              .trim(),
          ) && label === "";
    });
    if (silent.length === 0) return sound;
    return found(
      silent.length === 1
        ? "A link does not say where it leads."
        : `${silent.length} links do not say where they lead.`,
      silent.map(({ element }) => ({
        ...element.place,
        snippet: `${element.place.snippet}${element.text()}`,
      })),
    );
  },
});
