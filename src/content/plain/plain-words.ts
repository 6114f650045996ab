import { plainLocation } from "../blocks/footer.ts";
import type { Blocks } from "../model/blocks.ts";
import type { Block, ValuesOf } from "../model/define.ts";

type Some<B extends Block> = Partial<ValuesOf<B["fields"]>>;

/**
 * Plain values of the seeds of a block: for a collection by the label of the seed, so that a seed
 * that is renamed, added or removed is missed here by `plain-words.test.ts`.
 */
type PlainOf<B extends Block> = B["shape"] extends "singleton"
  ? Some<B>
  : Readonly<Record<string, Some<B>>>;

/**
 * The demonstration content without the farm: only the values that differ from the seeds. A block
 * that is not listed has no word of the farm.
 *
 * Where a seed names the business, its plain value does as well, and the other way round, because
 * the name of the owner's business is carried from one to the other (`swap-words.ts`).
 */
export const plainWords: { readonly [Key in keyof Blocks]?: PlainOf<Blocks[Key]> } = {
  banner: {
    bannerHeading: "Rankings are work. We do the work.",
    bannerDetails:
      "A month of work at a fixed price: we repair your site, write the pages that it lacks and look after them. You see a proof of each point.",
    imageOne: "/patterns/lines.svg",
  },
  serviceHeading: {
    servicesubHeading: "What we do",
    serviceHeading: "Six jobs, each with a result you can check",
  },
  serviceItems: {
    "Soil survey": {
      serviceIcon: "search",
      serviceTitle: "Technical audit",
      serviceDetails:
        "The whole site: what search engines can reach, what slows them down, and what to repair first. You get the list in order of worth.",
    },
    "Seed selection": {
      serviceIcon: "list",
      serviceTitle: "Keyword research",
      serviceDetails:
        "It starts with your customers. We choose the searches you can win this year and leave the ones that only flatter.",
    },
    "Sowing pages": {
      serviceIcon: "pen",
      serviceTitle: "Pages that answer",
    },
    Tending: {
      serviceIcon: "wrench",
      serviceTitle: "Monthly care",
      serviceDetails:
        "Titles, internal links, structured data, page speed: the small monthly work that nobody sees and every ranking depends on.",
    },
    Pollination: {
      serviceIcon: "link",
      serviceTitle: "Mentions and links",
      serviceDetails:
        "From places your customers already read: trade papers, partners, local directories. Never bought, never in bulk.",
    },
    "Harvest report": {
      serviceIcon: "chart",
      serviceTitle: "Monthly report",
      serviceDetails:
        "One page a month in plain words: what rose, what it brought in, what did not work, and what we do about it next.",
    },
  },
  about: {
    aboutImgOne: "/patterns/arcs-upright.svg",
    aboutHeading: "Most of what decides a ranking is out of sight",
    aboutDetails:
      "Furrow began with a shop that could not be found under its own name. Most of what was wrong sat where no customer looks: in the structure, the speed, the words. We still begin there, for companies of one to fifty people who would rather do their own trade than learn ours.",
    pointOne: "One person answers for your site from the first day to the last",
    pointFive: "What we make is yours: pages, data and accounts",
  },
  pricingPackages: {
    Basic: {
      packageButtonText: "Start small",
      packagePointOne: "Audit and new titles: up to 25 pages",
      packagePointThree: "2 pages written or rewritten",
      packagePointFour: "Internal links: the broken ones repaired",
      packagePointSix: "Report: every month",
      packageDrawing: "",
    },
    Standard: {
      packageButtonText: "Order a full month",
      packagePointOne: "Audit and new titles: up to 100 pages",
      packagePointThree: "4 pages written or rewritten",
      packagePointSix: "Report: every month, with a call",
      packageDrawing: "",
    },
    Premium: {
      packageButtonText: "Cover the whole site",
      packagePointOne: "Audit and new titles: the whole site",
      packagePointThree: "8 pages written or rewritten",
      packagePointSix: "Report: every month, with a call",
      packagePointTen: "A yearly plan, reviewed each quarter",
      packageDrawing: "",
    },
  },
  testimonialHeading: {
    testimonialText: "From our customers",
    testimonialHeading: "What changed, in our customers’ words",
  },
  testimonials: {
    "Marta Lindqvist": { image: "" },
    "Samuel Okafor": { image: "" },
    "Ines Carvalho": { image: "" },
    "Henrik Aalto": { image: "" },
  },
  contactSection: {
    "Walk the field with us": {
      contactImg: "/patterns/grid.svg",
      contactTitle: "Tell us about your website",
      contactDetails:
        "Write what you sell and who should find it. A person answers, with a first opinion and no sales call.",
    },
  },
  workSteps: {
    "Spring: open the ground": {
      stepTitle: "First quarter: repair",
      stepDetails:
        "We go through the whole site, repair what keeps searchers out, and choose with you the few searches worth the work. The first pages go online.",
      stapIcon: "wrench",
    },
    "Summer: tend the rows": {
      stepTitle: "Second quarter: write",
      stepDetails:
        "Week by week: new pages, better titles, faster loading, links from places your customers read. What does not work is taken out early.",
      stapIcon: "pen",
    },
    "Autumn: bring it in": {
      stepTitle: "Third quarter: convert",
      stapIcon: "chart",
    },
    "Winter: read the year": {
      stepTitle: "Fourth quarter: review",
      stepDetails:
        "What rose, what it brought in, what others did meanwhile. We keep what worked and plan the next year with you.",
      stapIcon: "calendar",
    },
  },
  featureHeading: { FeaturesHeading: "Four things you get with any plan" },
  featureItems: {
    "A map of your ground": {
      FeaturesImg: "/patterns/grid-square.svg",
      FeaturesText: "A map of your site",
    },
    "Repairs before anything new": {
      FeaturesImg: "/patterns/bars-square.svg",
      FeaturesIcon: "wrench",
    },
    "A log you can read along": {
      FeaturesImg: "/patterns/lines-square.svg",
      FeaturesIcon: "list",
    },
    "Your gate, your keys": {
      FeaturesImg: "/patterns/rings-square.svg",
      FeaturesIcon: "key",
      FeaturesText: "Your accounts, your keys",
    },
  },
  experience: {
    experienceText: "Eleven years",
    experienceDetails:
      "Taken over every site that stayed with us for a year or longer. The rest is chance, and we say so in the report.",
  },
  teamHeading: { teamHeading: "The people who work on your site" },
  teamMembers: {
    "Ottilie Brandt": {
      teamMemberImg: "/patterns/rings-small.svg",
      teamMemberTitle: "Founder, still reads every audit",
    },
    "Kenji Mori": { teamMemberImg: "/patterns/steps-small.svg" },
    "Adaeze Nwosu": { teamMemberImg: "/patterns/arcs-small.svg" },
    "Piotr Zielinski": { teamMemberImg: "/patterns/grid-small.svg" },
    "Saskia de Boer": { teamMemberImg: "/patterns/lines-small.svg" },
    "Lucia Ferreira": { teamMemberImg: "/patterns/bars-small.svg" },
  },
  videoSection: {
    headingVideo: "How a month of work goes",
    videoImage: "/patterns/steps.svg",
  },
  videoItems: {
    "Monday: we look": {},
    "Midweek: we work": {
      videoItemIcon: "pen",
      videoItemDetails:
        "Pages written and repaired, links set between them. Each change goes into the log with its reason.",
    },
    "Friday: we write it down": { videoItemIcon: "list" },
  },
  counters: {
    happyClientsText: "Companies served",
    projectCompleteText: "Pages written",
    yearofExperienceText: "Years of work",
    teamText: "People",
  },
  callToAction: { heading: "Results take months. Let this be the first." },
  faqHeading: { faqText: "Questions and answers", faqHeading: "Six questions before you order" },
  faqItems: {
    "How long until I see something?": {},
    "Can you promise me the first place?": {
      accodingText:
        "No, and be careful with anyone who does: nobody outside the search engine decides it. We promise the work, the dates, and a report that shows both what rose and what did not.",
    },
    "Is there a contract, and how do I stop?": {},
    "What do you need from me?": {},
    "Which plan is the right one?": {},
    "Do you buy links, or let a machine write the pages?": {
      accodingText:
        "Neither. A bought link can lift a page for a month and cost it a year. Every page is written by the person who looks after your site and read by you before it goes out.",
    },
  },
  seoCheck: { checkText: "A first look, free of charge" },
  sectionTitles: {
    pricingHeading: "Fixed prices, and what each one covers",
    pricingRecommended: "The one we would choose",
    pricingCompare: "What is in which plan",
    pricingNext: "Ready when you are",
    stepsHeading: "One year, four steps",
    subscribeHeading: "Notes on search, by email",
  },
  footerAddress: { location: plainLocation },
  footerSocial: { aboutText: "Notes on our work, now and then" },
  footerAbout: {
    aboutFooterText: "Exact, patient work",
    aboutFooterDetails:
      "Furrow looks after the search results of small companies: from the first audit to a yearly plan.",
  },
  copyright: { copyrightText: "\u00A9 Furrow. All rights reserved." },
  designTemplates: {
    "Season\u2019s greeting": {
      canvaLink: "/patterns/rings-square.svg",
      imageLink: "/patterns/rings-square.svg",
      category: "Greetings",
    },
    "A customer\u2019s words": {
      canvaLink: "/patterns/lines-square.svg",
      imageLink: "/patterns/lines-square.svg",
    },
    "Open day": { canvaLink: "/patterns/steps-card.svg", imageLink: "/patterns/steps-card.svg" },
    "Where to find us": {
      canvaLink: "/patterns/grid-card.svg",
      imageLink: "/patterns/grid-card.svg",
    },
    "New in the team": {
      canvaLink: "/patterns/arcs-card.svg",
      imageLink: "/patterns/arcs-card.svg",
    },
    "What we learned": {
      canvaLink: "/patterns/bars-card.svg",
      imageLink: "/patterns/bars-card.svg",
    },
  },
  listingHome: {
    listingDescription:
      "SEO for small companies and startups, in plans with fixed prices: the right pages, written well and looked after every month.",
  },
  listingArticles: {
    listingDescription:
      "What we learn from the websites in our care: how search engines read a page, and what brings people to it.",
  },
  letterWelcome: { subject: "Welcome to {business}" },
  letterConfirmSubscription: { subject: "Do you want our notes by email?" },
};
