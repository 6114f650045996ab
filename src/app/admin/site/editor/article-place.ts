import { articles } from "#content/blocks/articles.ts";
import type { EditorPage, EditorPlace } from "./editor-places.server.ts";

/** The title, the picture and the text of an article, whose fields are in the form of the page. */
export const articlePlace = {
  id: "article",
  title: "Article",
  selector: "#article",
  keys: [],
} satisfies EditorPlace;

export const articlePart = `#${articlePlace.id}`;

export function isArticle({ form }: EditorPage): boolean {
  return form?.block === articles.name;
}
