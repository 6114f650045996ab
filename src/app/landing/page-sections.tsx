import type { ReactNode } from "react";
import type { Blocks } from "#content/model/blocks.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { addressOf, isThere, type SamplePage } from "#seo/public-pages.ts";
import type { ActionResult } from "../ui/forms/action-result.ts";
import { formOf } from "./kinds/section-form.tsx";
import {
  CheckSamplePage,
  DeliverySamplePage,
  MonthSamplePage,
  NextStep,
} from "./samples/sample-pages.tsx";
import { CheckSample, DeliverySample, MonthSample } from "./samples/sample-sections.tsx";
import { CheckSection } from "./sections/check-section.tsx";
import { PageHeader } from "./sections/headings.tsx";
import { AboutSection, AboutWithBarsSection } from "./sections/home/about-section.tsx";
import { BannerSection } from "./sections/home/banner-section.tsx";
import { ContactSection } from "./sections/home/contact-section.tsx";
import { ServicesSection } from "./sections/home/services-section.tsx";
import { TestimonialsSection } from "./sections/home/testimonials-section.tsx";
import { LegalSection, PlanCharges } from "./sections/legal-section.tsx";
import { LowestPrice } from "./sections/lowest-price.tsx";
import { ChoosePlan } from "./sections/pricing/choose-plan.tsx";
import { ComparePlans } from "./sections/pricing/compare-plans.tsx";
import { PricingSection } from "./sections/pricing/pricing-section.tsx";
import { CallToActionSection } from "./sections/service/call-to-action-section.tsx";
import { CountersSection } from "./sections/service/counters-section.tsx";
import { FaqSection } from "./sections/service/faq-section.tsx";
import { FeaturesSection } from "./sections/service/features-section.tsx";
import { TeamSection } from "./sections/service/team-section.tsx";
import { VideoSection } from "./sections/service/video-section.tsx";
import { WorkStepsSection } from "./sections/service/work-steps-section.tsx";

export interface PageSection {
  /** Id of the section's element. A section without content has no element. */
  readonly id: string;
  /**
   * Blocks that the section shows. The edit link of the section opens the first of these blocks.
   */
  readonly blocks: readonly (keyof Blocks & keyof SiteContent)[];
  /** Further blocks that change what the section shows, and that are edited at another section. */
  readonly reads?: PageSection["blocks"];
  /** The heading that the section shows now; undefined for a section that cannot title its page. */
  readonly heading?: (site: SiteContent) => string | undefined;
  /** True if the heading is an `<h1>`; other headings are one only on a page without a title. */
  readonly isTitle?: boolean;
  /**
   * True for a section that the page got in a later version. A list of sections that was saved before
   * does not name the section, which then stands after its predecessor.
   */
  readonly isLater?: boolean;
  /** `form` is the rejected form that the page shows again. */
  readonly render: (site: SiteContent, form?: ActionResult) => ReactNode;
}

/** Link to the free check; null while the check is switched off. */
function checkLink(site: SiteContent) {
  return site.seoCheck && isThere(site, "check")
    ? { text: site.seoCheck.checkButton, href: addressOf(site, "check") }
    : null;
}

/** What a line about the lowest price shows, with or without a link to the plans. */
function pricesOf(site: SiteContent, isLinked: boolean) {
  return {
    plans: site.pricingPackages,
    terms: site.sectionTitles?.pricingTerms ?? "",
    pricing: isLinked && isThere(site, "pricing") ? addressOf(site, "pricing") : undefined,
  };
}

const services = (withText: boolean): PageSection => ({
  id: "service",
  blocks: ["serviceItems", "serviceHeading"],
  heading: (site) =>
    site.serviceItems.length === 0 ? undefined : site.serviceHeading?.serviceHeading,
  render: (site) => (
    <ServicesSection heading={site.serviceHeading} items={site.serviceItems} withText={withText} />
  ),
});

const faq: PageSection = {
  id: "faq",
  blocks: ["faqItems", "faqHeading"],
  heading: (site) => (site.faqItems.length === 0 ? undefined : site.faqHeading?.faqHeading),
  render: (site) => <FaqSection heading={site.faqHeading} items={site.faqItems} />,
};

const pricing = (isPage: boolean): PageSection => ({
  id: "pricing",
  blocks: ["pricingPackages", "sectionTitles"],
  heading: (site) =>
    isPage || site.pricingPackages.length === 0 ? undefined : site.sectionTitles?.pricingHeading,
  render: (site) => (
    <PricingSection
      packages={site.pricingPackages}
      titles={site.sectionTitles}
      {...(isPage && { contact: addressOf(site, "contact") })}
    />
  ),
});

const check = (isPage: boolean): PageSection => ({
  id: "seo-check",
  blocks: ["seoCheck"],
  isTitle: isPage,
  heading: (site) => (isThere(site, "check") ? site.seoCheck?.checkHeading : undefined),
  ...(isPage && { reads: ["pricingPackages", "sectionTitles"] }),
  render: (site, form) => (
    <CheckSection
      check={site.seoCheck}
      action={addressOf(site, "check")}
      form={formOf(form, undefined)}
      isTitle={isPage}
      prices={isPage ? pricesOf(site, true) : undefined}
    />
  ),
});

const contact = (isPage: boolean): PageSection => ({
  id: "contact-sec",
  blocks: ["contactSection", "footerAddress", "sectionTitles"],
  reads: ["siteWords"],
  isTitle: isPage,
  heading: (site) => site.contactSection[0]?.contactTitle ?? (isPage ? "Contact Us" : undefined),
  render: (site, form) => (
    <ContactSection
      sections={site.contactSection}
      address={site.footerAddress}
      titles={site.sectionTitles}
      answerTime={wordsOf(site).answerTime ?? ""}
      action={addressOf(site, "contact")}
      form={formOf(form, undefined)}
      isPage={isPage}
    />
  ),
});

/**
 * The header of a page, with the small line that the landing page shows above the section's
 * heading. The section on this page therefore omits the line.
 */
const header = (
  crumb: string,
  blocks: PageSection["blocks"],
  wordsFor: (site: SiteContent) => {
    readonly title: string;
    readonly text: string | undefined;
    readonly isLow?: boolean;
    readonly linksPricing?: boolean;
  },
): PageSection => ({
  id: "page-header",
  blocks,
  isTitle: true,
  heading: (site) => wordsFor(site).title,
  reads: ["pricingPackages", "sectionTitles"],
  render: (site) => {
    const { linksPricing = false, ...words } = wordsFor(site);
    return (
      <PageHeader
        crumb={crumb}
        {...words}
        price={<LowestPrice {...pricesOf(site, linksPricing)} className="page-header__price" />}
      />
    );
  },
});

const legal = (block: "privacyPolicy" | "terms" | "refundPolicy"): PageSection => ({
  id: "legal",
  blocks: [block],
  render: (site) => <LegalSection page={site[block]} />,
});

/** The terms name what each repeated plan costs, so that they are true for what the owner sells. */
const terms: PageSection = {
  ...legal("terms"),
  reads: ["pricingPackages"],
  render: (site) => (
    <LegalSection page={site.terms}>
      <PlanCharges plans={site.pricingPackages} />
    </LegalSection>
  ),
};

const sample = (render: PageSection["render"]): PageSection => ({
  id: "sample",
  blocks: ["samples"],
  reads: ["seoCheck", "pricingPackages"],
  render,
});

const nextStep = (page: SamplePage): PageSection => ({
  id: "next-step",
  blocks: ["samples"],
  reads: ["pricingPackages", "seoCheck"],
  render: (site) => <NextStep site={site} page={page} />,
});

export const pageSections = {
  home: [
    {
      id: "banner",
      blocks: ["banner"],
      isTitle: true,
      heading: (site) => site.banner?.bannerHeading,
      reads: ["pricingPackages", "sectionTitles", "seoCheck"],
      render: (site) => (
        <BannerSection
          banner={site.banner}
          plans={site.pricingPackages}
          terms={site.sectionTitles?.pricingTerms ?? ""}
          check={checkLink(site)}
        />
      ),
    },
    services(true),
    check(false),
    {
      id: "month-sample",
      blocks: ["samples"],
      render: (site) => <MonthSample site={site} />,
    },
    {
      id: "about-sec",
      blocks: ["about"],
      heading: (site) => site.about?.aboutHeading,
      render: (site) => <AboutSection about={site.about} />,
    },
    pricing(false),
    {
      id: "testimonial",
      blocks: ["testimonials", "testimonialHeading"],
      heading: (site) =>
        site.testimonials.length === 0 ? undefined : site.testimonialHeading?.testimonialHeading,
      render: (site) => (
        <TestimonialsSection heading={site.testimonialHeading} items={site.testimonials} />
      ),
    },
    contact(false),
  ],
  service: [
    header("Service", ["serviceHeading", "siteWords"], (site) => ({
      title: wordsOf(site).servicePageHeading,
      text: site.serviceHeading?.servicesubHeading,
      linksPricing: true,
    })),
    {
      id: "counters",
      blocks: ["counters"],
      render: (site) => <CountersSection counters={site.counters} />,
    },
    services(false),
    {
      id: "steps",
      blocks: ["workSteps", "sectionTitles"],
      heading: (site) =>
        site.workSteps.length === 0 ? undefined : site.sectionTitles?.stepsHeading,
      render: (site) => <WorkStepsSection steps={site.workSteps} titles={site.sectionTitles} />,
    },
    {
      id: "delivery-sample",
      blocks: ["samples"],
      reads: ["pricingPackages"],
      render: (site) => <DeliverySample site={site} />,
    },
    {
      id: "about-sec",
      blocks: ["about", "experience"],
      render: (site) => <AboutWithBarsSection about={site.about} experience={site.experience} />,
    },
    {
      id: "features",
      blocks: ["featureItems", "featureHeading"],
      heading: (site) =>
        site.featureItems.length === 0 ? undefined : site.featureHeading?.FeaturesHeading,
      render: (site) => <FeaturesSection heading={site.featureHeading} items={site.featureItems} />,
    },
    {
      id: "team",
      blocks: ["teamMembers", "teamHeading"],
      heading: (site) =>
        site.teamMembers.length === 0 ? undefined : site.teamHeading?.teamHeading,
      render: (site) => <TeamSection heading={site.teamHeading} members={site.teamMembers} />,
    },
    {
      id: "video",
      blocks: ["videoSection", "videoItems", "sectionTitles"],
      heading: (site) => site.videoSection?.headingVideo,
      render: (site) => (
        <VideoSection
          video={site.videoSection}
          items={site.videoItems}
          titles={site.sectionTitles}
        />
      ),
    },
    faq,
    {
      id: "call-to-action",
      blocks: ["callToAction"],
      render: (site) => <CallToActionSection callToAction={site.callToAction} />,
    },
  ],
  pricing: [
    header("Pricing", ["sectionTitles"], (site) => ({
      title: "Pricing",
      text: site.sectionTitles?.pricingHeading,
      isLow: true,
    })),
    pricing(true),
    {
      id: "compare",
      blocks: ["pricingPackages", "sectionTitles"],
      reads: ["refundPolicy"],
      render: (site) => (
        <ComparePlans
          packages={site.pricingPackages}
          titles={site.sectionTitles}
          refunds={isThere(site, "refunds") ? addressOf(site, "refunds") : undefined}
        />
      ),
    },
    faq,
    {
      id: "choose-plan",
      blocks: ["pricingPackages", "sectionTitles"],
      reads: ["seoCheck"],
      render: (site) => (
        <ChoosePlan
          packages={site.pricingPackages}
          titles={site.sectionTitles}
          check={checkLink(site)}
        />
      ),
    },
  ],
  contact: [contact(true)],
  check: [
    check(true),
    {
      id: "check-sample",
      blocks: ["samples"],
      reads: ["seoCheck"],
      render: (site) => <CheckSample site={site} />,
    },
  ],
  /** `article-list.tsx` shows the list. */
  articles: [],
  sampleMonth: [sample((site) => <MonthSamplePage site={site} />), nextStep("sampleMonth")],
  sampleDelivery: [
    sample((site) => <DeliverySamplePage site={site} />),
    nextStep("sampleDelivery"),
  ],
  sampleCheck: [sample((site) => <CheckSamplePage site={site} />), nextStep("sampleCheck")],
  privacy: [legal("privacyPolicy")],
  terms: [terms],
  refunds: [legal("refundPolicy")],
} as const satisfies Record<string, readonly PageSection[]>;

export type PageName = keyof typeof pageSections;
