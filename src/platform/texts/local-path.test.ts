import { describe, expect, test } from "vitest";
import { localPathOr } from "./local-path.ts";

const site = "https://furrow.example";

describe("A return path", () => {
  test.each([
    "/",
    "/my-order",
    "/ok?x=1#y",
    "/order-now/018f?plan=Basic&b=%20c",
    "/a%2Fb",
    "/search?next=https://evil.example/",
    "/search?next=//evil.example/",
    "/caf%C3%A9",
    "/account/data",
    "/search?next=/admin/content.data",
  ])("can be %s, and then stays unchanged", (path) => {
    expect(localPathOr(path, "/dashboard")).toBe(path);
  });

  test.each([
    null,
    undefined,
    "",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/%09/evil.example",
    "/%0a/evil.example",
    "/%0D%0ALocation:%20https://evil.example",
    "/\t/evil.example",
    "/%5cevil.example",
    "/%5C%5cevil.example",
    "/%2F%2Fevil.example",
    "/%2fevil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/./%2fevil.example",
    "/x/%2e%2e//evil.example",
    "https:evil.example",
    "https://evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
    " /my-order",
    "my-order",
    "?from=/",
    "#top",
    "@evil.example",
    "/%",
    "/%zz",
    "/%ff",
    "/a\u0000b",
    `/${"x".repeat(2000)}`,
    "/admin/content.data",
    "/total-orders.data?page=2",
    "/total-orders.dat%61",
  ])("cannot be %j", (path) => {
    expect(localPathOr(path, "/dashboard")).toBe("/dashboard");
  });

  test("never leads to another site, however its parts are put together", () => {
    const parts = ["/", "//", "\\", "%2f", "%5C", "%09", "\t", "\n", ".", "..", "%2e", "@", ":"];
    const ends = ["evil.example", "https:", "javascript:alert(1)", "?", "#", "x", ""];
    const disguises = ["", ...parts].flatMap((first) =>
      parts.flatMap((second) =>
        parts.flatMap((third) =>
          ends.map((end) => [
            `${first}${second}${third}${end}`,
            `/${first}${second}${third}${end}`,
          ]),
        ),
      ),
    );
    const all = disguises.flat();
    const escaped = all.filter((disguise) => {
      const target = localPathOr(disguise, "/dashboard");
      // Some proxies decode the path a second time.
      return [target, decodeURIComponent(target)].some(
        (path) => new URL(path, `${site}/login`).origin !== site,
      );
    });
    expect(escaped).toEqual([]);
    expect(all.filter((disguise) => localPathOr(disguise, "?") !== "?").length).toBeGreaterThan(
      100,
    );
  });
});
