import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { expect, test } from "vitest";
import { findFreePort } from "./support/servers/free-port.ts";
import { startsForEachTest } from "./support/servers/starts.ts";

const { start, startReady } = startsForEachTest();

/** Reads the response to its end, so that the connection is free again. */
async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url, { headers });
  await answer.text();
  return answer.status;
}

test("a stop completes the running request, accepts no other, waits for no idle connection, and exits with 0", async () => {
  const program = await startReady({ PORT: "0" });
  const [url = "", port = ""] = /http:\/\/localhost:([1-9]\d*)/.exec(program.output()) ?? [];
  await expect.poll(() => program.output()).toContain("/login as admin@furrow.example");
  expect(program.output()).not.toContain("a long and rather dull password");
  expect(await statusOf(`${url}/set-up?token=`)).toBe(404);
  const silent = openSocket(Number(port), "127.0.0.1");
  await once(silent, "connect");
  const body = JSON.stringify({ email: "ada@example.com", message: "Before you go" });
  const socket = openSocket(Number(port), "127.0.0.1").setEncoding("utf8");
  socket.write(
    `POST /api/add-message HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
  );
  // With status 100 the server asks for the body, so it has begun to process the request.
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 100/);
  program.terminate();
  const refused = async () => {
    const other = openSocket(Number(port), "127.0.0.1");
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
  silent.destroy();
});

test("the first start prints a link that sets up the first admin once, and the next start keeps content and sessions", async () => {
  const program = await startReady({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  await expect.poll(() => program.output()).toMatch(/\/set-up\?token=[\w-]{43}\n/);
  const link = /http:\S+\/set-up\S+/.exec(program.output())?.[0] ?? "";
  expect(link.startsWith(program.url)).toBe(true);
  expect([await statusOf(link), await statusOf(link.slice(0, -1))]).toEqual([200, 404]);
  const setUp = (fields: Readonly<Record<string, string>>) =>
    fetch(link, {
      method: "POST",
      redirect: "manual",
      headers: { origin: program.url },
      body: new URLSearchParams(fields),
    });
  const refusal = await (await setUp({ businessName: "", email: "", password: "" })).text();
  for (const fault of ["Enter the name of your business.", "Email is Required"]) {
    expect(refusal).toContain(fault);
  }
  const email = "owner@example.com";
  const made = await setUp({ businessName: "Meridian", email, password: "hedgerow and barley" });
  expect([made.status, made.headers.get("location")]).toEqual([303, "/admin"]);
  const cookie = made.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect(await statusOf(link)).toBe(404);
  program.terminate();
  expect(await program.ended).toBe(0);

  const again = await startReady({ ADMIN_EMAIL: "second@furrow.example" });
  await expect
    .poll(() => again.output())
    .toContain("There is an admin already, so ADMIN_EMAIL and ADMIN_PASSWORD are ignored.");
  expect(again.output()).not.toMatch(/set-up|second@furrow/);
  expect(await statusOf(`${again.url}/admin`, { cookie })).toBe(200);
  const home = await (await fetch(again.url)).text();
  expect(home).toContain("<title>Meridian · SEO in packages for small companies</title>");
  expect(home).toContain("© Meridian. Grown by hand.");
});

test("a start that fails exits with 1 and one sentence without a stack trace", async () => {
  const first = await startReady();
  const refusals = [
    [{ PORT: String(first.port) }, `PORT ${first.port} is taken`],
    [{ PORT: "0", HOST: "192.0.2.1" }, "HOST 192.0.2.1"],
    [{ PORT: String(await findFreePort()), TIME_ZONE: "Oslo" }, "TIME_ZONE"],
  ] as const;
  for (const [settings, sentence] of refusals) {
    const program = await start(settings);
    expect([await program.ended, program.output()]).toEqual([
      1,
      expect.stringMatching(/^Furrow could not start\.\n[^\n]+\n$/),
    ]);
    expect(program.output()).toContain(sentence);
  }
});
