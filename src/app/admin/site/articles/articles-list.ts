import { defineList } from "#app/admin/frame/list/define-list.ts";
import { pagesList } from "../pages/pages-list.tsx";

export const articlesList = defineList({
  ...pagesList,
  path: "/article-list",
  one: "article",
  many: "articles",
  search: { ...pagesList.search, label: "Search your articles" },
  columns: pagesList.columns.map((column) =>
    column.heading === "Page" ? { ...column, heading: "Article" } : column,
  ),
});
