import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Terminal } from "./terminal.ts";

function openTerminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = "";
  output.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  return { terminal: new Terminal(input, output), input, shown: () => shown };
}

test("a terminal shows typed text but no typed secret, also after a correction or with the arrow keys", async () => {
  const { terminal, input, shown } = openTerminal();
  const plain = terminal.ask("Port: ");
  input.write("3000\r");
  expect(await plain).toBe("3000");
  await expect.poll(shown).toContain("3000");

  const secret = terminal.askSecret("Mail server [unchanged]: ");
  input.write("smtps://me:swordfishh\x7f@mail.example\r");
  expect(await secret).toBe("smtps://me:swordfish@mail.example");
  await expect.poll(shown).toMatch(/Mail server \[unchanged\]: \n$/);

  const next = terminal.isYes("Install a service?", true);
  input.write("\x1b[A\r");
  expect(await next).toBe(true);
  await expect.poll(shown).toContain("Install a service? [Y/n] ");
  expect(shown()).not.toContain("swordfish");
  terminal.close();
});
