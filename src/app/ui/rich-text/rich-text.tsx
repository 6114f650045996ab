import { Fragment, type ReactNode } from "react";
import { isPageTarget } from "#content/model/links.ts";
import {
  type FlowBlock,
  plainTextOfRichText,
  type RichBlock,
  type RichCell,
  type RichInline,
  type RichItem,
  type RichRow,
  type RichTable,
  type RichWords,
  richTextIn,
} from "#content/rich-text/rich-text.ts";
import { Picture } from "../pictures/picture.tsx";
import { useSheet } from "../styles/style-sheets.ts";
import richTextSheet from "./rich-text.css?sheet";

/** More columns do not fit side by side on a phone, so that their table scrolls. */
const mostColumnsOnPhone = 3;

interface RichTextProps {
  /** The value of a field of kind `richText`. */
  value: string;
  /** Level of the text's highest headings, so that they continue the outline of the page. */
  headingLevel?: 2 | 3;
}

/** Shows nothing for an empty text, and for a draft that holds something else. */
export function RichText({ value, headingLevel = 2 }: RichTextProps) {
  useSheet(richTextSheet);
  const { content } = richTextIn(value);
  if (content.length === 0) return null;
  return <div className="rich-text">{each(content, (block) => blockOf(block, headingLevel))}</div>;
}

/** The parts of a text have no key besides their place, and a page never changes. */
function each<Node>(nodes: readonly Node[], render: (node: Node) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the reason is above
  return nodes.map((node, place) => <Fragment key={place}>{render(node)}</Fragment>);
}

function blockOf(block: RichBlock, headingLevel: 2 | 3): ReactNode {
  switch (block.type) {
    case "heading": {
      const Heading = `h${block.attrs.level - 2 + headingLevel}` as "h2" | "h3" | "h4" | "h5";
      return <Heading>{inlineOf(block.content)}</Heading>;
    }
    case "horizontalRule":
      return <hr />;
    case "table":
      return <Table table={block} />;
    default:
      return flowOf(block);
  }
}

function flowOf(block: FlowBlock): ReactNode {
  switch (block.type) {
    case "paragraph":
      return <p>{inlineOf(block.content)}</p>;
    case "bulletList":
      return <ul>{each(block.content, itemOf)}</ul>;
    case "orderedList":
      return <ol start={block.attrs?.start ?? 1}>{each(block.content, itemOf)}</ol>;
    case "blockquote":
      return <blockquote>{each(block.content, flowOf)}</blockquote>;
    case "codeBlock":
      return (
        <pre>
          <code>{(block.content ?? []).map(({ text }) => text).join("")}</code>
        </pre>
      );
    case "image": {
      const { src, alt, caption } = block.attrs;
      return (
        <figure>
          <Picture
            address={src}
            sizes="(min-width: 48rem) 44rem, 100vw"
            {...(alt === "" ? {} : { alt })}
          />
          {caption !== "" && <figcaption>{caption}</figcaption>}
        </figure>
      );
    }
  }
}

function itemOf({ content: [first, ...rest] }: RichItem): ReactNode {
  const isTight =
    first?.type === "paragraph" &&
    rest.every(({ type }) => type === "bulletList" || type === "orderedList");
  return (
    <li>
      {isTight ? inlineOf(first.content) : first && flowOf(first)}
      {each(rest, flowOf)}
    </li>
  );
}

function Table({ table: { content: rows } }: { table: RichTable }) {
  const heads = rows.findIndex((row) => !isHead(row));
  const head = heads === -1 ? [] : rows.slice(0, heads);
  const body = heads === -1 ? rows : rows.slice(heads);
  const columns = (rows[0]?.content ?? []).reduce(
    (sum, { attrs }) => sum + (attrs?.colspan ?? 1),
    0,
  );
  const isWide = columns > mostColumnsOnPhone;
  return (
    <div
      className={isWide ? "rich-text__table rich-text__table--wide" : "rich-text__table"}
      // Focusable, so that the keyboard can scroll the table.
      {...(isWide && { role: "group", "aria-label": labelOf(rows), tabIndex: 0 })}
    >
      <table>
        {head.length > 0 && <thead>{each(head, (row) => rowOf(row, "col"))}</thead>}
        <tbody>{each(body, (row) => rowOf(row, "row"))}</tbody>
      </table>
    </div>
  );
}

function isHead({ content }: RichRow): boolean {
  return content.every(({ type }) => type === "tableHeader");
}

function labelOf([first]: readonly RichRow[]): string {
  const words = (first?.content ?? []).map(({ content }) =>
    plainTextOfRichText({ type: "doc", content }).replaceAll("\n", " "),
  );
  return ["Table", words.filter((text) => text !== "").join(", ")].filter(Boolean).join(": ");
}

function rowOf({ content }: RichRow, scope: "col" | "row"): ReactNode {
  return <tr>{each(content, (cell) => cellOf(cell, scope))}</tr>;
}

function cellOf({ type, attrs, content }: RichCell, scope: "col" | "row"): ReactNode {
  const spans = {
    colSpan: (attrs?.colspan ?? 1) > 1 ? attrs?.colspan : undefined,
    rowSpan: (attrs?.rowspan ?? 1) > 1 ? attrs?.rowspan : undefined,
  };
  const [first] = content;
  const shown =
    content.length === 1 && first?.type === "paragraph"
      ? inlineOf(first.content)
      : each(content, flowOf);
  return type === "tableHeader" ? (
    <th scope={scope} {...spans}>
      {shown}
    </th>
  ) : (
    <td {...spans}>{shown}</td>
  );
}

/** One link for neighbouring words of one address, so that a bold word does not divide the link. */
function inlineOf(content: readonly RichInline[] = []): ReactNode {
  const runs: { href: string | null; nodes: RichInline[] }[] = [];
  for (const node of content) {
    const href = hrefOf(node);
    const run = runs.at(-1);
    if (run?.href === href) run.nodes.push(node);
    else runs.push({ href, nodes: [node] });
  }
  return each(runs, ({ href, nodes }) => {
    const words = each(nodes, (node) => (node.type === "text" ? markedOf(node) : <br />));
    return href === null ? words : <a href={href}>{words}</a>;
  });
}

/** Null without a link, and for a page whose address is not known, because it is gone. */
function hrefOf(node: RichInline): string | null {
  const link = node.type === "text" ? node.marks?.find(({ type }) => type === "link") : undefined;
  return link?.type === "link" && !isPageTarget(link.attrs.href) ? link.attrs.href : null;
}

function markedOf({ text, marks = [] }: RichWords): ReactNode {
  const has = (name: string) => marks.some(({ type }) => type === name);
  let shown: ReactNode = text;
  if (has("code")) shown = <code>{shown}</code>;
  if (has("italic")) shown = <em>{shown}</em>;
  if (has("bold")) shown = <strong>{shown}</strong>;
  return shown;
}
