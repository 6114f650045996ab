import type { Field } from "./fields.ts";

export type Fields = Readonly<Record<string, Field>>;

/** The values of a record, by field. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

/**
 * The REST calls of a block, below `/api`, with the paths of the specification. `{id}` is appended
 * to `update`, and to `read` for GET and DELETE.
 */
export interface BlockCalls {
  /**
   * Paths that return all records, oldest first. The specification names several for some blocks.
   */
  readonly list: readonly string[];
  readonly read: string;
  readonly create: string;
  readonly update: string;
}

/** The calls of a block that lists, reads and, unless `update` differs, updates at one path. */
export function callsAt(path: string, create: string, update = path): BlockCalls {
  return { list: [path], read: path, create, update };
}

/** Admin pages that edit the block, with the paths of the specification. */
export interface BlockScreens {
  /** Pages that list the records and add one. */
  readonly list: readonly string[];
  /** Pages that edit one record; `/{id}` is appended. "" is the catch-all `/{id}`. */
  readonly edit: readonly string[];
  /** Title of a list page that several blocks share; by default that of its first block. */
  readonly title?: string;
  /** Further content of such a page that its title does not name. */
  readonly note?: string;
  /** Label of the link to the record of a singleton, if specified; by default "Edit" and the title. */
  readonly editLink?: string;
  /** The heading above the block on such a page. */
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
  /** Title for the owner. */
  readonly title: string;
  /** Other search words for it in the command palette. */
  readonly alsoCalled?: readonly string[];
  /** A singleton has at most one record; a collection is a list in an order the owner chooses. */
  readonly shape: S;
  readonly fields: F;
  /** The field that names a record in lists. */
  readonly labelField: string;
  /** Kind of preview for a block that is in no section of the site. */
  readonly shownAs?: "letter" | "listing";
  /** A field whose value is unique among published records, ignoring case. */
  readonly uniqueField?: string;
  /** A choice field that lists show next to the name. */
  readonly stateField?: string;
  /** A field that lists show next to the name; while it is empty, they show the state instead. */
  readonly besideName?: string;
  /**
   * Placeholders that its texts may have in {braces}, each with an example. A text with another word
   * in braces is rejected.
   */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** More than one family of calls may serve the same records. */
  readonly calls: readonly BlockCalls[];
  readonly screens: BlockScreens;
  /** Messages after a write, as in section 8 of the specification. */
  readonly messages: { readonly created: string; readonly updated: string };
  readonly readBy: R;
  /** The demonstration records of a new installation. */
  readonly seed: readonly ValuesOf<F>[];
  /** True when the demonstration texts may stay, because nothing in them is invented. */
  readonly seedMayStay?: boolean;
}

/** A stored record as pages and REST see it. */
export type RecordOf<B extends Block> = { readonly _id: string } & ValuesOf<B["fields"]>;

/** A record of a block that is only known at run time. */
export type AnyRecord = { readonly _id: string } & Readonly<Record<string, string>>;

/** Declares a block. Returns the declaration unchanged; only the compiler checks it. */
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
