import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";

export class Terminal {
  readonly #output: NodeJS.WritableStream;
  readonly #lines: Interface;
  #isMuted = false;

  constructor(
    input: NodeJS.ReadableStream = process.stdin,
    output: NodeJS.WritableStream & { readonly columns?: number } = process.stdout,
  ) {
    this.#output = output;
    const shown = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#isMuted) output.write(chunk);
        done();
      },
    });
    // Readline needs the width to wrap long lines.
    Object.defineProperty(shown, "columns", { get: () => output.columns });
    // Readline echoes what is typed instead of the terminal. Without a history, the arrow keys do
    // not show an earlier answer, which may be a password.
    this.#lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
  }

  async ask(question: string): Promise<string> {
    return (await this.#lines.question(question)).trim();
  }

  /** Asks without showing the typed text. */
  async askSecret(question: string): Promise<string> {
    this.#output.write(question);
    this.#isMuted = true;
    try {
      return await this.ask("");
    } finally {
      this.#isMuted = false;
      this.#output.write("\n");
    }
  }

  async isYes(question: string, initial: boolean): Promise<boolean> {
    const typed = await this.ask(`${question} ${initial ? "[Y/n]" : "[y/N]"} `);
    return typed === "" ? initial : /^y(es)?$/i.test(typed);
  }

  close(): void {
    this.#lines.close();
  }
}
