import { expect, test } from "vitest";
import { blocks } from "./blocks.ts";
import { listScreens } from "./screens.ts";

const screenOf = (path: string) => listScreens.find((screen) => screen.path === path);

test.each([
  ["/edit-faq", "FAQ"],
  ["/edit-team-text", "Team members"],
  ["/edit-services-features", "Features"],
])(
  "the screen %s has the title of its list, “%s”, although it also edits the section's heading",
  (path, title) => {
    expect(screenOf(path)?.title).toBe(title);
  },
);

test("the screen of search listings also mentions redirects", () => {
  expect(screenOf("/search-listings")).toMatchObject({
    title: "Search and sharing",
    note: expect.stringMatching(/redirects.*moved pages/),
  });
  expect(screenOf(blocks.banner.screens.list[0] ?? "")?.note).toBeUndefined();
});
