import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createCommandLine } from "./command-line.ts";
import { completionScript } from "./completion.ts";

const program = fileURLToPath(new URL("furrow.ts", import.meta.url));
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

function run(...args: string[]) {
  return new Promise<{ code: number | string; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

test("furrow prints its version and its commands, and exits with 2 on a wrong command line", async () => {
  expect(await run("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
  const help = await run("--help");
  expect(help).toMatchObject({ code: 0, err: "" });
  const furrow = createCommandLine(undefined);
  for (const command of furrow.createHelp().visibleCommands(furrow)) {
    expect(help.out).toMatch(new RegExp(`^ +${command.name()} `, "m"));
  }
  expect(help.out).not.toContain("try-upgrade");
  const wrong = [["restor"], ["restore"], ["backup", "--too"], ["completion", "fish"]];
  for (const args of wrong) expect(await run(...args), args.join(" ")).toMatchObject({ code: 2 });
});

test("completion for bash offers commands, options and files", () => {
  const script = completionScript(createCommandLine(undefined), "bash");
  const offered = (...words: string[]) => {
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
    const { stdout } = spawnSync(
      "bash",
      ["-c", `${script}\n${set}; _furrow; echo "\${COMPREPLY[*]}"`],
      { encoding: "utf8" },
    );
    return stdout.trim().split(" ");
  };
  expect(offered("furrow", "mo")).toEqual(["move-database", "move-files"]);
  expect(offered("furrow", "backup", "--k")).toEqual(["--keep"]);
  expect(offered("furrow", "restore", "package.js")).toEqual(["package.json"]);
});

test("completion for zsh names every command", () => {
  const script = completionScript(createCommandLine(undefined), "zsh");
  expect(script).toContain("'backup:copy the site into one verified file");
  expect(script).toContain("restore) compadd -- --key --test --help; _files ;;");
});
