import { expect, test } from "vitest";
import { pathOfScreen } from "./path-of-screen.server.ts";

const site = "https://furrow.example";

function screenOf(path: string, referer?: string): string {
  const request = new Request(`${site}${path}`);
  if (referer !== undefined) request.headers.set("referer", referer);
  return pathOfScreen(request, site);
}

test("the login returns to the screen whose script sent the request", () => {
  expect(screenOf("/admin/content.data", `${site}/edit-faq?x=1#y`)).toBe("/edit-faq?x=1");
});

test("the login returns to the requested route when the referrer of a data request is missing or foreign", () => {
  for (const referer of [undefined, "https://evil.example/edit-faq", "nonsense"]) {
    expect(screenOf("/trash.data?page=2&_routes=root", referer)).toBe("/trash?page=2");
    expect(screenOf("/pricing/_.data", referer)).toBe("/pricing/");
    expect(screenOf("/trash.data?_routes=root", referer)).toBe("/trash");
  }
});
