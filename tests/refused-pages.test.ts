import { afterAll, beforeAll, expect, test } from "vitest";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { waitFor } from "./support/wait-for.ts";

let furrow: FurrowServer;
beforeAll(async () => {
  furrow = await startFurrow({ LOG_LEVEL: "info" });
  await waitFor(() => expect(furrow.output()).toContain("The admin signs in"));
});
afterAll(() => furrow.stop());

async function ask(method: string, path: string) {
  const before = furrow.output().length;
  const answer = await fetch(`${furrow.url}${path}`, {
    method,
    redirect: "manual",
    headers: { origin: furrow.url },
  });
  const page = await answer.text();
  const id = answer.headers.get("x-request-id") ?? "none";
  await expect.poll(() => furrow.output()).toContain(`"requestId":"${id}"`);
  const lines = furrow.output().slice(before).trimEnd().split("\n");
  return { status: answer.status, allow: answer.headers.get("allow"), page, lines };
}

/** The log of a request that is not logged as an error: one line with its route and status. */
const answered = (route: string, status: number) => [
  expect.stringMatching(
    new RegExp(`^\\{"level":30,.*"route":"${route}","status":${status},.*"msg":"answered"\\}$`),
  ),
];

test("a method that a page does not have is refused with 405, and not logged as an error", async () => {
  for (const [method, path, route, methods] of [
    ["POST", "/privacy", "/privacy", "GET, HEAD"],
    ["DELETE", "/", "/", "GET, HEAD, POST"],
    ["OPTIONS", "/contact", ".*", "GET, HEAD, POST"],
    ["PROPFIND", "/terms/", ".*", "GET, HEAD"],
    ["POST", "/admin/records", "/admin/records", "GET, HEAD"],
    ["POST", "/readyz", ".*", "GET, HEAD, OPTIONS"],
  ] as const) {
    const { status, allow, lines } = await ask(method, path);
    expect([path, status, allow]).toEqual([path, 405, methods]);
    expect(lines).toEqual(answered(route, 405));
  }
});

test("an address that is not valid UTF-8 returns 404 and is not logged as an error", async () => {
  for (const [method, path] of [
    ["GET", "/pay-now/%FF"],
    ["GET", "/people/%/data"],
    ["GET", "/%FF.data"],
    ["POST", "/contact/%FF"],
  ] as const) {
    const { status, page, lines } = await ask(method, path);
    expect([path, status]).toEqual([path, 404]);
    expect(page).toContain("There is no such page");
    expect(lines).toEqual(answered("/\\*", 404));
  }
});

test("a form that is not valid UTF-8 is rejected, never converted", async () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${furrow.url}/contact`, {
      method: "POST",
      headers: {
        origin: furrow.url,
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
      body: Buffer.from(body, "latin1"),
      redirect: "manual",
    }).then(({ status }) => status);
  const whole = "email=ada@example.com&message=Br%C3%BCgge";
  expect(await send("email=ada@example.com&message=Br%FCgge")).toBe(400);
  expect(await send("email=ada@example.com&message=Br\xfcgge")).toBe(400);
  expect(await send(whole, { "content-encoding": "gzip" })).toBe(415);
  const latin = { "content-type": "application/x-www-form-urlencoded; charset=iso-8859-1" };
  expect(await send(whole, latin)).toBe(415);
  expect(await send(whole)).toBe(303);
});

test("a form over its rate limit returns 429 with the number of seconds after which to try again", async () => {
  const strict = await startFurrow({ RATE_LIMIT_FACTOR: "0.01" });
  const form = (path: string, values: Record<string, string>) =>
    fetch(`${strict.url}${path}`, {
      method: "POST",
      headers: { origin: strict.url },
      body: new URLSearchParams(values),
      redirect: "manual",
    });
  const message = { email: "ada@example.com", message: "Hello" };
  const person = { email: "ada@example.com", password: "not the password" };
  try {
    for (const [path, values] of [
      ["/contact", message],
      ["/subscribe", { subemail: person.email }],
      ["/login", person],
    ] as const) {
      const answers: Response[] = [];
      while (answers.at(-1)?.status !== 429 && answers.length < 30) {
        answers.push(await form(path, values));
      }
      const refused = answers.at(-1);
      expect([path, refused?.status]).toEqual([path, 429]);
      expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answers[0]?.headers.get("retry-after")).toBe(null);
    }
  } finally {
    await strict.stop();
  }
});
