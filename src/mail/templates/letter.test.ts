import { expect, test } from "vitest";
import { letter } from "./letter.ts";

const words = {
  recipient: "ada@example.com",
  subject: "Rain <soon>",
  paragraphs: ["Fish & chips <script>alert(1)</script>", '"quoted"'],
  facts: [["Plan", "</table><img src=x onerror=alert(1)>"]] as const,
  button: { text: "Go <b>now</b>", url: 'https://furrow.example/?a=1&b="><script>' },
};

test("a letter shows what it was given and nothing that it would run", () => {
  const { html } = letter(words);
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain("Fish &amp; chips &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain('href="https://furrow.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;"');
  expect(html).toContain("Go &lt;b&gt;now&lt;/b&gt;");
  expect(html.match(/<div/g)).toHaveLength(1);
});

test("a letter says the same in plain words, as they were given", () => {
  const { text, recipient, subject } = letter(words);
  expect([recipient, subject]).toEqual(["ada@example.com", "Rain <soon>"]);
  expect(text.split("\n\n")).toEqual([
    ...words.paragraphs,
    `Plan: ${words.facts[0][1]}`,
    `${words.button.text}: ${words.button.url}`,
  ]);
});
