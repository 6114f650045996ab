import { usePage } from "../site-layout.tsx";
import { PageBody } from "./page-body.tsx";

export function meta() {
  return [
    { title: "Furrow · SEO in packages for small companies" },
    {
      name: "description",
      content:
        "SEO for small companies and startups, in three plans with fixed prices: the right pages, sown well and tended every month.",
    },
    { property: "og:title", content: "Furrow · SEO in packages for small companies" },
    { property: "og:image", content: "/pictures/share-card.png" },
  ];
}

export const handle = { shared: true };

export default function Home() {
  return <PageBody page="home" {...usePage()} />;
}
