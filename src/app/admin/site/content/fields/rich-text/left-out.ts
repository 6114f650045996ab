/** What a pasted text had and a text of the site has no place for, in the words of a sentence. */
const names = {
  picture: [
    "picture that the other program did not hand over",
    "pictures that the other program did not hand over",
  ],
  foreignPicture: ["picture of another site", "pictures of other sites"],
  frame: ["embedded frame or video", "embedded frames and videos"],
  comment: ["comment", "comments"],
  deleted: ["deleted passage", "deleted passages"],
  hidden: ["hidden passage", "hidden passages"],
  link: ["link without a usable address", "links without a usable address"],
  colour: ["text colour", "text colours"],
  highlight: ["highlight", "highlights"],
  underline: ["underline", "underlines"],
  strike: ["strikethrough", "strikethroughs"],
  raised: ["raised or lowered text", "raised or lowered texts"],
  alignment: ["alignment", "alignments"],
  nestedTable: ["frame of a table inside a table", "frames of tables inside tables"],
  formField: ["form field", "form fields"],
  drawing: ["drawing", "drawings"],
  script: ["script", "scripts"],
} as const;

export type LeftOutKind = keyof typeof names;

export class LeftOut {
  readonly #counts = new Map<LeftOutKind, number>();

  add(kind: LeftOutKind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** A sentence such as "Left out: 2 text colours, 1 comment."; "" when nothing was left out. */
  get sentence(): string {
    const parts = Object.entries(names).flatMap(([kind, [one, several]]) => {
      const count = this.#counts.get(kind as LeftOutKind);
      return count === undefined ? [] : [`${count} ${count === 1 ? one : several}`];
    });
    if (parts.length === 0) return "";
    const hasPictures = this.#counts.has("picture") || this.#counts.has("foreignPicture");
    const advice = hasPictures ? " Save the pictures as files and drop them here." : "";
    return `Left out: ${parts.join(", ")}.${advice}`;
  }
}
