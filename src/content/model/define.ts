import type { Field } from "./fields.ts";

export type Fields = Readonly<Record<string, Field>>;

/** What a record of a block says, field by field. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

/**
 * The REST calls of a block, below `/api`. Paths stand as the specification spells them; `{id}` is
 * appended to `read`, `update` and to `read` again for DELETE.
 */
export interface BlockCalls {
  /** Paths that answer every record, oldest first. Several when the specification knows several. */
  readonly list: readonly string[];
  readonly read: string;
  readonly create: string;
  readonly update: string;
}

/** The calls of a block that lists, reads and, unless `update` differs, updates at one path. */
export function callsAt(path: string, create: string, update = path): BlockCalls {
  return { list: [path], read: path, create, update };
}

/** Admin pages that edit the block. Paths stand as the specification spells them. */
export interface BlockScreens {
  /** Pages that list the records and add one. */
  readonly list: readonly string[];
  /** Pages that edit one record; `/{id}` is appended. "" is the catch-all `/{id}`. */
  readonly edit: readonly string[];
  /** What a list page that many blocks share is called; else the page has its first block's name. */
  readonly title?: string;
  /** What else is found on such a page, where its name alone does not say so. */
  readonly note?: string;
  /** What leads from there to the one record of a singleton, where it is specified; else "Edit" and the title. */
  readonly editLink?: string;
  /** The heading under which the block stands on such a page. */
  readonly group?: string;
}

export type Shape = "singleton" | "collection";
export type Readers = "everyone" | "admin";

export interface Block<
  F extends Fields = Fields,
  S extends Shape = Shape,
  R extends Readers = Readers,
> {
  /** Key in the database and in exports. Never changes once released. */
  readonly name: string;
  /** What the owner calls it. */
  readonly title: string;
  /** Other words that people look for it by, in the panel's command palette. */
  readonly alsoCalled?: readonly string[];
  /** A singleton has at most one record; a collection is a list in an order the owner chooses. */
  readonly shape: S;
  readonly fields: F;
  /** The field that names a record in lists. */
  readonly labelField: string;
  /** How its texts are read, where that is in no section of the site: as a mail, or as a search result. */
  readonly shownAs?: "letter" | "listing";
  /** A field whose value no two published records share, in any case of its letters. */
  readonly uniqueField?: string;
  /** A choice that lists show beside the name. */
  readonly stateField?: string;
  /** A field that lists show beside the name; where it is empty, they show the state instead. */
  readonly besideName?: string;
  /**
   * What may stand in {braces} in its texts, each with an example, where texts are filled in. Any
   * other word in braces is refused then.
   */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** More than one family of calls may serve the same records. */
  readonly calls: readonly BlockCalls[];
  readonly screens: BlockScreens;
  /** Shown after a write, in the words of the specification's section 8. */
  readonly messages: { readonly created: string; readonly updated: string };
  readonly readBy: R;
  /** What a fresh installation says. */
  readonly seed: readonly ValuesOf<F>[];
  /** What a fresh installation says is invented for nobody: it may stay as it is. */
  readonly seedMayStay?: boolean;
}

/** A stored record as pages and REST see it. */
export type RecordOf<B extends Block> = { readonly _id: string } & ValuesOf<B["fields"]>;

/** Any block's record, where the block is not known before run time. */
export type AnyRecord = { readonly _id: string } & Readonly<Record<string, string>>;

/** Declares a block. Only checks types: a declaration is data, and stays as it was written. */
export function defineBlock<const F extends Fields, const S extends Shape, const R extends Readers>(
  block: Block<F, S, R> & {
    readonly labelField: keyof F;
    readonly uniqueField?: keyof F;
    readonly stateField?: keyof F;
    readonly besideName?: keyof F;
  },
): Block<F, S, R> {
  return block;
}
