import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Prose } from "./legal-section.tsx";

const proseOf = (text: string) =>
  renderToStaticMarkup(<Prose text={text} />).replace(/^<div class="prose">|<\/div>$/g, "");

test("a legal text gets paragraphs, headings and lists, and shows HTML tags as text", () => {
  expect(proseOf("One\nline\r\n\r\n\r\nTwo")).toBe("<p>One\nline</p><p>Two</p>");
  expect(proseOf("# Head\nWords\n# Next")).toBe("<h2>Head</h2><p>Words</p><h2>Next</h2>");
  expect(proseOf("- one\n- two\nWords")).toBe("<ul><li>one</li><li>two</li></ul><p>Words</p>");
  expect(proseOf("- one\n\n- two")).toBe("<ul><li>one</li></ul><ul><li>two</li></ul>");
  expect(proseOf("#1 in <b>town</b>")).toBe("<p>#1 in &lt;b&gt;town&lt;/b&gt;</p>");
  expect(proseOf("")).toBe("");
});
