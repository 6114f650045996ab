export interface Topic {
  readonly topic: string;
  /** The topic in an address; spellings with the same slug are one topic. */
  readonly slug: string;
}

/** Topics of a text such as "Local SEO, Content", each once. */
export function topicsIn(text: string): readonly Topic[] {
  const topics = text
    .split(",")
    .map((each) => each.trim())
    .map((topic) => ({ topic, slug: slugOf(topic) }))
    .filter(({ slug }) => slug !== "");
  return [...new Map(topics.toReversed().map((each) => [each.slug, each])).values()].toReversed();
}

/** "local-seo" for "Local SEO"; "" for a topic without a letter and a digit. */
export function slugOf(topic: string): string {
  return topic
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
