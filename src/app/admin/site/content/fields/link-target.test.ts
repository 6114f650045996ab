import { expect, test } from "vitest";
import { type LinkPage, linkInWords, linkTo, targetOf } from "./link-target.ts";

const home: LinkPage = {
  link: "/",
  title: "Home",
  isOnSite: true,
  group: "Pages",
  sections: [{ anchor: "pricing", title: "Plans" }],
};
const own: LinkPage = {
  link: "page:0190-a",
  title: "SEO in Bergen",
  isOnSite: true,
  group: "Own",
  sections: "loaded",
};
const pages = [home, own];

test("a link is taken apart into its page and its section", () => {
  expect(targetOf(pages, "/#pricing")).toEqual({ page: home, anchor: "pricing" });
  expect(targetOf(pages, "#pricing")).toEqual({ page: home, anchor: "pricing" });
  expect(targetOf(pages, "/")).toEqual({ page: home, anchor: "" });
  expect(targetOf(pages, "page:0190-a#faq")).toEqual({ page: own, anchor: "faq" });
  expect(targetOf(pages, "https://a.example/#x").page).toBeUndefined();
  expect(linkTo(home, "pricing")).toBe("/#pricing");
  expect(linkTo(own, "")).toBe("page:0190-a");
});

test("lists say in words where a link leads", () => {
  const links = ["", "/", "/#pricing", "/#old", "page:0190-a", "page:0190-b", "https://a.example/"];
  expect(links.map((link) => linkInWords(pages, link))).toEqual([
    "",
    "→ Home",
    "→ Home, section “Plans”",
    "→ Home, section “old”",
    "→ SEO in Bergen",
    "→ a page that is gone",
    "→ https://a.example/",
  ]);
});
