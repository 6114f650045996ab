import type { Right } from "#policy/rights.ts";
import type { Field } from "./fields.ts";

export type Fields = Readonly<Record<string, Field>>;

export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

/**
 * Paths of a block's REST calls below `/api`, from the specification. `/{id}` is appended to
 * `update`, and to `read` for GET and DELETE.
 */
export interface BlockCalls {
  /**
   * Paths that return all records, in the owner's order. The specification gives some blocks
   * several paths.
   */
  readonly list: readonly string[];
  readonly read: string;
  readonly create: string;
  readonly update: string;
}

export function callsAt(path: string, create: string, update = path): BlockCalls {
  return { list: [path], read: path, create, update };
}

/** Paths of a block's screens in the panel, from the specification. */
interface BlockScreens {
  readonly list: readonly string[];
  /** Paths to which `/{id}` is appended, so "" gives the path `/{id}`. */
  readonly edit: readonly string[];
  /** Title of a list screen that several blocks share; by default, the title of the first block. */
  readonly title?: string;
  /**
   * A note about content of a shared list screen that the title does not mention, such as
   * redirects.
   */
  readonly note?: string;
  /** Label of the link to a singleton's record; by default "Edit" and the block's title. */
  readonly editLink?: string;
  readonly group?: string;
}

export type Shape = "singleton" | "collection";
export type Readers = "everyone" | "admin";

export interface Block<
  F extends Fields = Fields,
  S extends Shape = Shape,
  R extends Readers = Readers,
> {
  /** Key in the database and in exports, so it never changes once released. */
  readonly name: string;
  readonly title: string;
  /** Title of the form of one record of a collection: "Plan". */
  readonly singular?: string;
  /** Further search words for the block in the command palette. */
  readonly alsoCalled?: readonly string[];
  /** What the records are for, above their list. */
  readonly intro?: string;
  /** A singleton has at most one record; a collection is a list that the owner can reorder. */
  readonly shape: S;
  readonly fields: F;
  readonly labelField: string;
  /** Kind of preview for a block that no section of the site shows. */
  readonly shownAs?: "letter" | "listing";
  readonly uniqueField?: string;
  /**
   * Name of a mark that at most one published record has. Publishing the mark on a record removes
   * it from the other record (`records/exclusive-mark.server.ts`).
   */
  readonly exclusiveMark?: string;
  /** Name of a choice field. Lists show its value next to the record's name. */
  readonly stateField?: string;
  /**
   * Name of a field. Lists show its value next to the record's name, or the value of `stateField`
   * if the field is empty.
   */
  readonly besideName?: string;
  /** Lists indent a record whose field has this value. */
  readonly indentedWhen?: { readonly field: string; readonly value: string };
  /**
   * Placeholders that the block's texts may contain in {braces}, each with an example. A text with
   * another word in braces is rejected.
   */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Placeholders whose values give access, such as an emailed code. */
  readonly secretPlaceholders?: readonly string[];
  /** Text of the link below the button of an email. */
  readonly linkBelow?: string;
  readonly calls: readonly BlockCalls[];
  readonly screens: BlockScreens;
  /** Toasts after a write, from section 8 of the specification. */
  readonly messages: { readonly created: string; readonly updated: string };
  readonly readBy: R;
  /** Right that an editor needs besides the right to edit content, also for a draft. */
  readonly changeRight?: Right;
  /**
   * "alone" for a block with so many records that no page may read them all: `readSiteContent` leaves
   * them out, and `site_pages` lists them.
   */
  readonly isRead?: "alone";
  readonly seed: readonly ValuesOf<F>[];
  /** A record in the documentation of the REST calls; by default the first of `seed`. */
  readonly example?: ValuesOf<F>;
  /**
   * True if the demonstration texts are fit for real use, so the panel does not ask the owner to
   * replace them.
   */
  readonly seedMayStay?: boolean;
}

export type RecordOf<B extends Block> = { readonly _id: string } & ValuesOf<B["fields"]>;

export type AnyRecord = { readonly _id: string } & Readonly<Record<string, string>>;

/** Names of the fields that everyone may read who may read the block. */
export function publicFields({ fields }: Block): readonly string[] {
  return Object.keys(fields).filter((name) => !fields[name]?.teamOnly);
}

/** Returns the block unchanged, so that the compiler checks a declaration and infers its type. */
export function defineBlock<const F extends Fields, const S extends Shape, const R extends Readers>(
  block: Block<F, S, R> & {
    readonly labelField: keyof F;
    readonly uniqueField?: keyof F;
    readonly exclusiveMark?: keyof F;
    readonly stateField?: keyof F;
    readonly besideName?: keyof F;
  },
): Block<F, S, R> {
  return block;
}
