/** An article in a list. */
export interface ArticleEntry {
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  readonly picture: string;
  readonly author: string;
  /** Such as "2026-03-01". */
  readonly day: string;
  /** Reading time. */
  readonly minutes: number;
  readonly topics: readonly string[];
}
