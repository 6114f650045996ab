import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../tests/support/servers/free-port.ts";
import { scaled } from "../../tests/support/time-limits.ts";

const program = fileURLToPath(new URL("furrow.ts", import.meta.url));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "furrow-setup-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function run(...args: string[]) {
  return new Promise<{ code: number | string; said: string }>((resolve) => {
    const options = { cwd: directory, env: { PATH: process.env.PATH } };
    execFile(process.execPath, [program, ...args], options, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    );
  });
}

test("setup without a terminal refuses a wrong answer, and writes settings that the doctor accepts", {
  timeout: scaled(60_000),
}, async () => {
  const port = String(await findFreePort());
  const wrong = await run("setup", "--port", port, "--smtp-url", "smtp://127.0.0.1:1");
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.said).toContain("MAIL_FROM");
  await expect(stat(join(directory, ".env"))).rejects.toThrow("ENOENT");

  const answers = join(directory, "answers");
  await writeFile(answers, `PORT=${port}\nOWNER_EMAIL=ada@example.com\nLOG_LEVEL=warn\n`);
  const made = await run("setup", "--answers", answers, "--yes", "--backup-every", "12h");
  expect(made.said).toMatch(/once: http:\/\/localhost:\d+\/set-up\?token=[\w-]{43}\n/);
  expect(made.code).toBe(0);
  const settings = await readFile(join(directory, ".env"), "utf8");
  const data = join(directory, "data");
  expect(parseEnv(settings)).toEqual({
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: data,
    OWNER_EMAIL: "ada@example.com",
    PAYMENTS: "sandbox",
    BACKUP_EVERY: "12h",
    BACKUP_DIR: join(data, "backups"),
    LOG_LEVEL: "warn",
  });
  expect((await stat(data)).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, ".env"))).mode & 0o777).toBe(0o600);

  const again = await run("setup");
  expect(again.code).toBe(0);
  expect(await readFile(join(directory, ".env"), "utf8")).toBe(settings);
  expect(/token=(\S+)/.exec(again.said)?.[1]).toBe(/token=(\S+)/.exec(made.said)?.[1]);

  const doctor = await run("doctor");
  expect(doctor.said).toContain(`✓ Port: Port ${port} of 127.0.0.1 is free.`);
  expect(doctor).toMatchObject({ code: 0 });
  await writeFile(join(directory, ".env"), settings.replace("12h", "soon"));
  expect(await run("doctor")).toEqual({
    code: 1,
    said: "✗ Settings: BACKUP_EVERY must be a time such as 30m, 24h or 1d.\n",
  });
});
