import { expect, test } from "vitest";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { startFurrow } from "./support/servers/furrow-server.ts";
import { startsForEachTest } from "./support/servers/starts.ts";
import { viewersOf } from "./support/servers/web-client.ts";

const { place, startReady } = startsForEachTest();

function refuseRowsOf(table: string, file: string): void {
  const database = openSiteDatabase(file);
  database.exec(
    `create trigger refused before insert on "${table}" begin select raise(abort, 'refused'); end`,
  );
  database.close();
}

test("an order is placed even if the customer's details cannot be stored for the next order", async () => {
  const furrow = await startFurrow();
  try {
    const { customer } = await viewersOf(furrow);
    const [plan] = await customer.call<{ _id: string }[]>("GET", "/pricings");
    const page = `${furrow.url}/order-now/${plan?._id}`;
    const form = await (await fetch(page, { headers: { cookie: customer.cookie } })).text();
    const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    );
    refuseRowsOf("account_profiles", `${furrow.dataDirectory}/furrow.db`);
    const sent = await fetch(page, {
      method: "POST",
      redirect: "manual",
      headers: { origin: furrow.url, cookie: customer.cookie },
      body: new URLSearchParams([
        ...hidden,
        ["customerName", "Ada"],
        ["customerAddress", "1 Mill Lane"],
        ["customerCountry", "Ireland"],
        ["customerWebsite", "https://ada.example"],
        ["keepDetails", "yes"],
      ]),
    });
    expect(sent.status).toBe(303);
    expect(sent.headers.get("location")).toMatch(/^\/pay-now\/[\w-]+\?placed$/);
    expect((await customer.see("/pending-order")).text).toContain("Ada");
    await expect.poll(() => furrow.output()).toContain("could not be kept for the next one");
  } finally {
    await furrow.stop();
  }
});

test("a new first admin is redirected to the login if no session can be created", async () => {
  const program = await startReady({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  await expect.poll(() => program.output()).toMatch(/set-up\?token=\S+/);
  const link = /\S+set-up\?token=\S+/.exec(program.output())?.[0] ?? "";
  refuseRowsOf("session", place("furrow.db"));
  const made = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { origin: program.url },
    body: new URLSearchParams({
      businessName: "Meridian",
      email: "owner@example.com",
      password: "hedgerow and barley",
    }),
  });
  expect([made.status, made.headers.get("location")]).toEqual([303, "/login?from=%2Fadmin"]);
  expect((await fetch(link)).status).toBe(404);
});
