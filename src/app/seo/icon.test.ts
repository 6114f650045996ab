import { expect, test } from "vitest";
import { routeContext } from "../../../tests/support/screens/route-context.ts";
import { openSite } from "../../../tests/support/servers/site.ts";
import { loader } from "./icon.ts";

test("an address that is none of an icon is not found, whatever it names", async () => {
  const site = await openSite();
  const answer = (file: string) => {
    const url = new URL(`https://site.test/icons/${file}`);
    const request = new Request(url);
    const context = routeContext(site, request);
    return loader({ request, context, url, params: { file }, pattern: "/icons/:file" });
  };
  expect((await answer("180.png")).status).toBe(200);
  for (const file of ["181.png", "constructor", "__proto__", "email.png"]) {
    await expect(answer(file)).rejects.toMatchObject({ init: { status: 404 } });
  }
  await site.close();
});
