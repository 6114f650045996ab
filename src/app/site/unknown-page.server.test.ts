import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { MissingPages } from "#content/addresses/missing-pages.ts";
import { openContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { appContext } from "../app-context.server.ts";
import { unknownPage } from "./unknown-page.server.ts";

describeStore("A request for an address without a page", (openDatabase) => {
  test("is counted once, however many loaders answer it", async () => {
    const content = await openContent(await openDatabase());
    const missingPages = new MissingPages({ publicUrl: "https://furrow.example" });
    const services = { ...content, missingPages };
    for (const _visit of [1, 2]) {
      const context = new RouterContextProvider();
      context.set(appContext, { services, address: undefined } as never);
      const request = new Request("https://furrow.example/nowhere");
      await unknownPage(context, request);
      await unknownPage(context, request);
    }
    await missingPages.write(content.database, 1);
    const rows = await content.database.read.selectFrom("missing_pages").selectAll().execute();
    expect(rows.map(({ path, hits }) => [path, Number(hits)])).toEqual([["/nowhere", 2]]);
  });
});
