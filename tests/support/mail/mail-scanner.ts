/** How far a scanner goes on the pages behind the links of an email. */
export type Boldness = "presses buttons" | "fills in and presses buttons";

/**
 * A program that follows links and redirects, keeps cookies, and submits the forms of the pages, as
 * some mail scanners do. Also stands for a person's browser without JavaScript.
 */
export class MailScanner {
  readonly #site: string;
  readonly #boldness: Boldness;
  readonly #cookies = new Map<string, string>();
  /** The HTML of every page that the scanner has received. */
  readonly seen: string[] = [];

  constructor(site: string, boldness: Boldness = "presses buttons") {
    this.#site = site;
    this.#boldness = boldness;
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    const answer = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** The page at an address, after its redirects within the site. */
  async open(address: string, init: RequestInit = {}): Promise<{ url: string; html: string }> {
    let url = address;
    let answer = await this.#fetch(url, init);
    for (let steps = 0; steps < 5; steps++) {
      const target = answer.headers.get("location");
      if (target === null) break;
      await answer.arrayBuffer();
      url = new URL(target, url).href;
      if (!url.startsWith(this.#site)) return { url, html: "" };
      answer = await this.#fetch(url);
    }
    const html = await answer.text();
    this.seen.push(html);
    return { url, html };
  }

  /** Posts a form as the pages of the site do. */
  send(url: string, values: Readonly<Record<string, string>>) {
    const body = new URLSearchParams(values);
    return this.open(url, { method: "POST", body, headers: { origin: this.#site } });
  }

  /** Presses every button of a page, and of the pages that the buttons open. */
  async pressAll({ url, html }: { url: string; html: string }, depth = 0): Promise<void> {
    if (depth > 3) return;
    for (const form of formsOf(html)) {
      if (form.method !== "post") continue;
      const action = new URL(form.action || url, url).href;
      if (!action.startsWith(this.#site)) continue;
      const fills = this.#boldness === "fills in and presses buttons";
      const fields = form.fields
        .filter(({ isSent }) => isSent || fills)
        .map(({ name, value }): [string, string] => [name, value || (fills ? guessFor(name) : "")]);
      for (const button of form.buttons) {
        const body = new URLSearchParams([...fields, ...button]);
        const headers = { origin: this.#site };
        await this.pressAll(await this.open(action, { method: "POST", body, headers }), depth + 1);
      }
    }
  }
}

/** What the scanner types into a field: a guessed code, or the same letter in any other field. */
const guessFor = (name: string) => (name === "code" ? "123456" : "x");

interface HtmlForm {
  readonly method: string;
  readonly action: string;
  readonly fields: readonly {
    readonly name: string;
    readonly value: string;
    /** False for a checkbox without a tick, because browsers do not send its value. */
    readonly isSent: boolean;
  }[];
  readonly buttons: readonly (readonly [string, string][])[];
}

const decoded = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag);
  return found === null ? undefined : decoded(found[1] ?? "");
}

export function formsOf(html: string): readonly HtmlForm[] {
  return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const [head = ""] = /<form\b[^>]*>/.exec(form) ?? [];
    const controls = [...form.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => tag);
    const fields = controls.flatMap((tag) => {
      const name = attribute(tag, "name");
      if (name === undefined) return [];
      const isBox = /^(checkbox|radio)$/.test(attribute(tag, "type") ?? "");
      const isSent = !isBox || attribute(tag, "checked") !== undefined;
      return [{ name, value: attribute(tag, "value") ?? "", isSent }];
    });
    const buttons = [...form.matchAll(/<button\b[^>]*>/g)].map(([tag]): [string, string][] => {
      const name = attribute(tag, "name");
      return name === undefined ? [] : [[name, attribute(tag, "value") ?? ""]];
    });
    const method = (attribute(head, "method") ?? "get").toLowerCase();
    return { method, action: attribute(head, "action") ?? "", fields, buttons };
  });
}
