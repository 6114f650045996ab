/** A site as data, which tests serve from memory and from real sockets. */
export interface SampleSite {
  /**
   * Answers over https by path with query. A key with a host name before the path counts for that
   * host alone.
   */
  readonly answers: Readonly<Record<string, SampleAnswer>>;
  /** Answer to every other path. */
  readonly otherwise: SampleAnswer;
  /** Behaviour of port 80. */
  readonly plainHttp: "redirects" | "serves" | "refuses";
  /** Behaviour of the host name with "www." added or removed. */
  readonly otherHost: "redirects" | "serves" | "unknown";
  readonly certificate: "trusted" | "untrusted";
}

export interface SampleAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds before the answer. */
  readonly delayMs?: number;
}

/** Host name in all sample sites. A test that serves a sample site replaces the host name. */
export const sampleHost = "sound.test";

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rye bakery in Malmö with bread every morning</title>
<meta name="description" content="Sourdough, rye and cinnamon buns from our own oven, every day from seven. Order by noon and collect the next morning.">
<link rel="canonical" href="https://sound.test/">
<link rel="alternate" hreflang="en" href="https://sound.test/">
<link rel="alternate" hreflang="sv" href="https://sound.test/sv/">
<link rel="icon" href="/icon.png">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"LocalBusiness","name":"Rye","address":{"@type":"PostalAddress","streetAddress":"Storgatan 1","addressLocality":"Malmö"}}</script>
</head>
<body>
<h1>Bread for every morning</h1>
<p>We bake rye, wheat and spelt in a stone oven. The dough rests for a whole day, and nothing is added to it but salt, water and time. Come by from seven, or order the evening before.</p>
<img src="/oven.jpg" alt="The stone oven" width="640" height="480">
<h2>What we bake</h2>
<p><a href="/bread/">All our bread</a> and <a href="/buns/">cinnamon buns on Fridays</a>.</p>
<h2>Where to find us</h2>
<p><a href="https://maps.test/rye">The bakery on the map</a></p>
</body>
</html>
`;

const page = (body: string): SampleAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" },
  body,
});

const swedish = html
  .replace('lang="en"', 'lang="sv"')
  .replace(
    'rel="canonical" href="https://sound.test/"',
    'rel="canonical" href="https://sound.test/sv/"',
  );

export const soundSite: SampleSite = {
  answers: {
    "/": page(html),
    "/bread/": page(html),
    "/buns/": page(html),
    "/sv/": page(swedish),
    "/robots.txt": {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: "User-agent: *\nDisallow: /till/\n\nSitemap: https://sound.test/sitemap.xml\n",
    },
    "/sitemap.xml": {
      status: 200,
      headers: { "content-type": "application/xml" },
      body: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://sound.test/</loc></url>
<url><loc>https://sound.test/bread/</loc></url>
</urlset>
`,
    },
  },
  otherwise: { status: 404, headers: { "content-type": "text/html" }, body: "<p>Not found</p>" },
  plainHttp: "redirects",
  otherHost: "redirects",
  certificate: "trusted",
};

/** Replaces a part of the page's HTML. Throws when the page does not contain the part. */
export function inHtml(from: string, to: string) {
  return inAnswer("/", from, to);
}

export function inAnswer(path: string, from: string, to: string) {
  return (site: SampleSite): SampleSite => {
    const answer = site.answers[path];
    if (!answer?.body?.includes(from)) throw new Error(`${path} has no “${from}”.`);
    return withAnswer(path, { ...answer, body: answer.body.replace(from, () => to) })(site);
  };
}

export function withAnswer(path: string, answer: SampleAnswer) {
  return (site: SampleSite): SampleSite => ({
    ...site,
    answers: { ...site.answers, [path]: answer },
  });
}

/** Changes headers of the page; the value "" removes a header. */
export function withHeaders(headers: Readonly<Record<string, string>>) {
  return (site: SampleSite): SampleSite => {
    const answer = site.answers["/"] ?? site.otherwise;
    const merged = Object.entries({ ...answer.headers, ...headers });
    return withAnswer("/", {
      ...answer,
      headers: Object.fromEntries(merged.filter(([, value]) => value !== "")),
    })(site);
  };
}

export function without(path: string) {
  return ({ answers, ...site }: SampleSite): SampleSite => ({
    ...site,
    answers: Object.fromEntries(Object.entries(answers).filter(([key]) => key !== path)),
  });
}

export function changed(changes: Partial<SampleSite>) {
  return (site: SampleSite): SampleSite => ({ ...site, ...changes });
}

export function both(...changes: readonly ((site: SampleSite) => SampleSite)[]) {
  return (site: SampleSite): SampleSite =>
    changes.reduce((changedSite, change) => change(changedSite), site);
}
