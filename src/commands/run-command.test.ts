import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runCommand } from "./run-command.ts";

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test("an operator's mistake prints one sentence; a fault of the program is thrown", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await runCommand("Nothing was done.", async () => {
    readFileSync("/nowhere/backup.db");
  });
  expect(said.mock.calls[0]?.[0]).toMatch(/^Nothing was done\.\nENOENT: no such file/);
  expect(process.exitCode).toBe(1);
  const missing = undefined as unknown as string;
  const mistake = runCommand("Nothing was done.", async () => void join(missing));
  await expect(mistake).rejects.toThrow(TypeError);
  expect(said).toHaveBeenCalledOnce();
});
