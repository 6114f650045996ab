import { once } from "node:events";
import { connect as openSocket, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { startsForEachTest } from "./support/servers/starts.ts";

const withoutAdmin = { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" };

const { place, startReady } = startsForEachTest();

/** Reads the response to its end, so that the connection is free again. */
async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url, { headers });
  await answer.text();
  return answer.status;
}

describe("A stop", () => {
  /** Opens a connection that has sent the headers of a contact message, but not yet the body. */
  async function beginMessage(port: number): Promise<{ socket: Socket; body: string }> {
    const body = JSON.stringify({ email: "ada@example.com", message: "Before you go" });
    const socket = openSocket(port, "127.0.0.1").setEncoding("utf8");
    socket.write(
      `POST /api/add-message HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
    );
    // With status 100 the server asks for the body, so it has begun to process the request.
    expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 100/);
    return { socket, body };
  }

  test("completes the running request, accepts no other, and exits with 0", async () => {
    const program = await startReady();
    const { socket, body } = await beginMessage(program.port);
    program.terminate();
    const refused = async () => {
      const other = openSocket(program.port, "127.0.0.1");
      await once(other, "connect");
      other.destroy();
    };
    await expect.poll(() => refused().catch((error) => error.code)).toBe("ECONNREFUSED");
    let answer = "";
    socket.on("data", (text) => {
      answer += text;
    });
    socket.write(body);
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1.1 201/);
    expect(await program.ended).toBe(0);
    const database = openSiteDatabase(place("furrow.db"), { readOnly: true });
    expect(database.prepare("select message from messages").all()).toEqual([
      { message: "Before you go" },
    ]);
    database.close();
  });

  test("does not wait for idle connections", async () => {
    const program = await startReady();
    const silent = openSocket(program.port, "127.0.0.1");
    await once(silent, "connect");
    const kept = await fetch(`${program.url}/healthz`);
    expect(await kept.text()).toBe("ok");
    program.terminate();
    expect(await program.ended).toBe(0);
    silent.destroy();
  });
});

describe("The first start", () => {
  test("prints a link that sets up the first admin and works only once", async () => {
    const program = await startReady(withoutAdmin);
    await expect.poll(() => program.output()).toMatch(/\/set-up\?token=[\w-]{43}\n/);
    const link = /http:\S+\/set-up\S+/.exec(program.output())?.[0] ?? "";
    expect(link.startsWith(program.url)).toBe(true);
    expect(await statusOf(link)).toBe(200);
    expect(await statusOf(link.slice(0, -1))).toBe(404);
    const empty = await fetch(link, {
      method: "POST",
      headers: { origin: program.url },
      body: new URLSearchParams({ businessName: "", email: "", password: "" }),
    });
    const refusal = await empty.text();
    for (const fault of [
      "Enter the name of your business.",
      "Email is Required",
      "Password is Required",
    ]) {
      expect(refusal).toContain(fault);
    }
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
    expect([made.status, made.headers.get("location")]).toEqual([303, "/admin"]);
    const cookie = made.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect(await statusOf(`${program.url}/admin`, { cookie })).toBe(200);
    expect(await statusOf(link)).toBe(404);
    const home = await (await fetch(program.url)).text();
    expect(home).toContain("<title>Meridian · SEO in packages for small companies</title>");
    expect(home).toContain("© Meridian. Grown by hand.");
    program.terminate();
    expect(await program.ended).toBe(0);
    const again = await startReady(withoutAdmin);
    await expect.poll(() => again.output()).toContain("\nAdmins sign in at");
    expect(again.output()).not.toContain("set-up");
  });

  test("prints the configured admin's email address, but not the password", async () => {
    const program = await startReady();
    await expect.poll(() => program.output()).toContain("/login as admin@furrow.example");
    expect(program.output()).not.toContain("a long and rather dull password");
    expect(await statusOf(`${program.url}/set-up?token=`)).toBe(404);
  });
});

test("a start with an existing admin says that it ignores ADMIN_EMAIL and ADMIN_PASSWORD", async () => {
  const first = await startReady();
  first.terminate();
  await first.ended;
  const second = await startReady({ ADMIN_EMAIL: "second@furrow.example" });
  const sentence = "There is an admin already, so ADMIN_EMAIL and ADMIN_PASSWORD are ignored.";
  await expect.poll(() => second.output()).toContain(sentence);
  expect(second.output()).not.toContain("second@furrow.example");
});

test("a start on port 0 prints the port that it uses", async () => {
  const program = await startReady({ PORT: "0" });
  const [url = ""] = /http:\/\/localhost:[1-9]\d*/.exec(program.output()) ?? [];
  expect(await statusOf(`${url}/readyz`)).toBe(200);
});

test("a second start with the same data keeps content and sessions", async () => {
  const first = await startReady();
  const json = { "content-type": "application/json" };
  const credentials = { email: "ada@example.com", password: "hedgerow and barley" };
  const entered = await fetch(`${first.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(credentials),
  });
  const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const banner = await (await fetch(`${first.url}/api/banner`)).json();
  first.terminate();
  expect(await first.ended).toBe(0);
  const second = await startReady();
  const session = await fetch(`${second.url}/api/auth/get-session`, { headers: { cookie } });
  expect(await session.json()).toMatchObject({ user: { email: "ada@example.com" } });
  expect(await (await fetch(`${second.url}/api/banner`)).json()).toEqual(banner);
});

test("browsers keep files with a hash in their name, keep other files for a short time, and revalidate pages", async () => {
  const program = await startReady();
  const page = await (await fetch(`${program.url}/`)).text();
  const asset = /\/assets\/[\w.-]+/.exec(page)?.[0] ?? "";
  const headersOf = async (path: string) =>
    (await fetch(`${program.url}${path}`, { method: "HEAD" })).headers;
  expect((await headersOf(asset)).get("cache-control")).toContain("immutable");
  expect((await headersOf("/favicon.svg")).get("cache-control")).toMatch(/max-age=\d{1,4}$/);
  expect((await headersOf("/")).get("cache-control")).toContain("no-cache");
});
