import { data, RouterContextProvider, redirect, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { createFileLoader, createPageLoader } from "./page-loader.ts";

type Loader = () => unknown;

function load(layout: Loader, page: Loader, path = "/page") {
  const routes = {
    layout: { id: "layout", path: "", module: { default: () => null, loader: layout } },
    page: { id: "page", parentId: "layout", path: "page", module: { loader: page } },
  };
  const build = { routes, assets: { routes: {} } } as unknown as ServerBuild;
  const request = new Request(`http://localhost${path}`);
  return createPageLoader(build)(request, new RouterContextProvider());
}

test("the page loader returns the data of all loaders of a page", async () => {
  const page = await load(
    () => "frame",
    async () => "words",
  );
  expect(page?.staticHandlerContext.loaderData).toEqual({ layout: "frame", page: "words" });
  expect(Object.keys(page?.routeModules ?? {})).toEqual(["layout", "page"]);
  expect(page?.serverHandoffStream).toBeUndefined();
});

test("the page loader returns null for a 404, a redirect and a path without a route", async () => {
  const missing = () => {
    throw data(null, { status: 404 });
  };
  expect(await load(() => null, missing)).toBeNull();
  expect(
    await load(
      () => null,
      () => redirect("/login"),
    ),
  ).toBeNull();
  expect(await load(() => null, missing, "/elsewhere")).toBeNull();
});

test("the page loader throws the error of a loader", async () => {
  const fault = new Error("The database does not answer.");
  const failing = () => {
    throw fault;
  };
  await expect(load(failing, () => null)).rejects.toBe(fault);
  await expect(load(() => null, failing)).rejects.toBe(fault);
});

test.each([
  ["sets a cookie", () => data(null, { headers: { "Set-Cookie": "session=1" } })],
  ["has another status than 200", () => data(null, { status: 202 })],
])("a page that %s is refused for the cache", async (_, loader) => {
  await expect(load(() => null, loader)).rejects.toThrow("A cached page must be 200");
});

test("the file loader returns the response of a loader only if its status is 200", async () => {
  const load = (loader: Loader) => {
    const routes = { file: { id: "file", path: "map.xml", module: { loader } } };
    const build = { routes, assets: { routes: {} } } as unknown as ServerBuild;
    const request = new Request("http://localhost/map.xml");
    return createFileLoader(build)(request, new RouterContextProvider());
  };
  const file = await load(
    () => new Response("fields", { headers: { "Content-Type": "text/xml" } }),
  );
  expect([file?.headers.get("content-type"), await file?.text()]).toEqual(["text/xml", "fields"]);
  expect(await load(() => new Response("gone", { status: 410 }))).toBeNull();
  expect(await load(() => redirect("/login"))).toBeNull();
});
