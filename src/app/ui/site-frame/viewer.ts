/** Who looks at a page, as far as a page shows it. */
export interface Viewer {
  readonly signedIn: boolean;
  /** Null for a visitor. */
  readonly email: string | null;
  readonly isAdmin: boolean;
}
