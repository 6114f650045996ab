import { type Extensions, Node } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Link } from "@tiptap/extension-link";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { NodeSelection, Selection } from "@tiptap/pm/state";
import { StarterKit } from "@tiptap/starter-kit";
import { isRichTextLink, isRichTextPicture } from "#content/rich-text/rich-text.ts";

/** What quotes, items and cells can hold, as in the schema of `RichText`. */
const flow = "(paragraph | bulletList | orderedList | blockquote | codeBlock | image)";

const spans = {
  colspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, "colspan") },
  rowspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, "rowspan") },
};

/** A page could ask for a table of a billion columns. */
function spanOf(cell: HTMLElement, name: string): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) ? Math.min(Math.max(span, 1), 50) : 1;
}

/** A picture with its caption. While it is uploaded, it has no address but the key of the upload. */
const Picture = Node.create({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: "", parseHTML: (element) => pictureIn(element)?.getAttribute("src") ?? "" },
    alt: { default: "", parseHTML: (element) => pictureIn(element)?.getAttribute("alt") ?? "" },
    caption: {
      default: "",
      parseHTML: (element) => element.querySelector("figcaption")?.textContent ?? "",
    },
    upload: { default: null, parseHTML: () => null },
  }),
  parseHTML: () =>
    ["figure", "img"].map((tag) => ({
      tag,
      getAttrs: (element) =>
        isRichTextPicture(pictureIn(element)?.getAttribute("src") ?? "") ? null : false,
    })),
  renderHTML({ node: { attrs } }) {
    if (attrs.upload !== null) {
      return ["figure", { "data-uploading": "" }, "This picture is being uploaded…"];
    }
    const image = ["img", { src: attrs.src, alt: attrs.alt, draggable: "false" }] as const;
    return attrs.caption === ""
      ? ["figure", {}, image]
      : ["figure", {}, image, ["figcaption", {}, attrs.caption]];
  },
});

function pictureIn(element: HTMLElement): HTMLElement | null {
  return element.localName === "img" ? element : element.querySelector("img");
}

/** The editor's schema, which has the same nodes as `RichText`, and what can be typed. */
export const editorExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    blockquote: false,
    bulletList: false,
    code: false,
    codeBlock: false,
    link: false,
    listItem: false,
    listKeymap: false,
    orderedList: false,
    strike: false,
    underline: false,
  }),
  Blockquote.extend({ content: `${flow}+` }),
  BulletList,
  // Without the kinds of numbers that lists can have elsewhere.
  OrderedList.extend({
    addAttributes: () => ({
      start: {
        default: 1,
        parseHTML: (list) =>
          Math.max(Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1, 0),
      },
    }),
  }),
  ListItem.extend({ content: `paragraph ${flow}*` }),
  ListKeymap,
  Code.extend({ excludes: "" }),
  CodeBlock.extend({ addAttributes: () => ({}) }),
  Link.extend({ addAttributes: () => ({ href: { default: "" } }) }).configure({
    openOnClick: false,
    defaultProtocol: "https",
    markdownLinks: true,
    HTMLAttributes: {},
    // A typed "example.com" becomes a link to https://example.com.
    isAllowedUri: (url) =>
      isRichTextLink(url) || (!url.includes(":") && isRichTextLink(`https://${url}`)),
  }),
  Table.extend({
    addKeyboardShortcuts() {
      const inherited = this.parent?.() ?? {};
      return {
        ...inherited,
        // In the last cell, the key leaves the editor, so that the keyboard is not caught in a table.
        Tab: () => this.editor.commands.goToNextCell(),
      };
    },
    addCommands() {
      const inherited = this.parent?.() ?? {};
      return {
        ...inherited,
        // A selected picture stays: the table goes into a new paragraph below it.
        insertTable: (options) => (props) => {
          const { tr, state } = props;
          const { selection } = tr;
          const paragraph = state.schema.nodes.paragraph;
          if (selection instanceof NodeSelection && paragraph !== undefined) {
            tr.insert(selection.to, paragraph.create());
            tr.setSelection(Selection.near(tr.doc.resolve(selection.to + 1)));
          }
          return inherited.insertTable?.(options)(props) ?? false;
        },
      };
    },
  }).configure({ View: null }),
  TableRow,
  TableHeader.extend({ content: `${flow}+`, addAttributes: () => spans }),
  TableCell.extend({ content: `${flow}+`, addAttributes: () => spans }),
  Picture,
];
