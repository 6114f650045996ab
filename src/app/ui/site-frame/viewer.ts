/** The viewer of a page. */
export interface Viewer {
  readonly signedIn: boolean;
  /** Null for a visitor. */
  readonly email: string | null;
  readonly isAdmin: boolean;
}
