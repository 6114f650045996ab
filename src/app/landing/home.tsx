import { useSite } from "../site-layout.tsx";
import { AboutSection } from "./sections/about-section.tsx";
import { BannerSection } from "./sections/banner-section.tsx";
import { ContactSection } from "./sections/contact-section.tsx";
import { PricingSection } from "./sections/pricing-section.tsx";
import { ServicesSection } from "./sections/services-section.tsx";
import { TestimonialsSection } from "./sections/testimonials-section.tsx";

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

export default function Home() {
  const { site } = useSite();
  return (
    <>
      <BannerSection banner={site.banner} />
      <ServicesSection heading={site.serviceHeading} items={site.serviceItems} />
      <AboutSection about={site.about} />
      <PricingSection packages={site.pricingPackages} />
      <TestimonialsSection heading={site.testimonialHeading} items={site.testimonials} />
      <ContactSection section={site.contactSection[0]} address={site.footerAddress} />
    </>
  );
}
