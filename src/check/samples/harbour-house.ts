import { type SampleSite, soundSite } from "./sample-site.ts";

const frontPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour House, a guesthouse above the quay</title>
<meta name="robots" content="noindex, follow">
<link rel="canonical" href="https://sound.test/">
<link rel="icon" href="/icon.png">
</head>
<body>
<header><a href="/">Harbour House</a></header>
<main>
<h2>Sleep above the quay</h2>
<p>Six rooms, a long breakfast table and a terrace above the boats, a minute from the coast path. We have been here since the quay was built, and the door is open from March to November.</p>
<img src="/pictures/house.jpg" width="1280" height="720">
<h2>Rooms</h2>
<p>Every room looks over the harbour. <a href="/rooms/">Read more</a></p>
<img src="/pictures/rooms.jpg" width="640" height="480">
<h2>Breakfast</h2>
<p>Bread from the village, eggs, and fish from the morning’s boats. <a href="/breakfast/">What is on the table</a></p>
</main>
</body>
</html>
`;

const page = (body: string) => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" },
  body,
});

/**
 * The website of an invented guesthouse, with faults that many small websites have. The sample
 * check that visitors see is its result.
 */
export const harbourHouse: SampleSite = {
  ...soundSite,
  answers: {
    "/": page(frontPage),
    "/rooms/": page(frontPage),
    "/breakfast/": page(frontPage),
    "/robots.txt": {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: "User-agent: *\nDisallow: /booking/\n",
    },
  },
};
