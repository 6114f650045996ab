import { type Section, sectionsText } from "#content/sections/section.ts";
import { richExample } from "./kinds/rich-example.ts";
import { sectionKinds } from "./kinds/section-kinds.ts";

/** A page with texts from which the owner starts a page or an article. */
export interface Pattern {
  readonly name: string;
  readonly title: string;
  /** What the page is for, as a sentence. */
  readonly note: string;
  /** Block of the record that starts from the pattern. */
  readonly block: "page" | "article";
  /** A title that such a page could have. */
  readonly exampleTitle: string;
  /** Values of the new record besides its title and its address. */
  readonly valuesFor: (title: string) => Readonly<Record<string, string>>;
}

/** One section of a pattern: its id, the name of its kind, and the values that differ from empty. */
type Part = readonly [id: string, kind: string, values: Readonly<Record<string, string>>];

/** The value of a page's field `sections`. */
function sectionsOf(...parts: readonly Part[]): string {
  return sectionsText(parts.map(sectionOf));
}

function sectionOf([id, kind, given]: Part): Section {
  const fields = sectionKinds.get(kind)?.fields ?? {};
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, { byDefault }]) => [name, given[name] ?? byDefault ?? ""]),
  );
  return { id, kind, values };
}

const lines = (...texts: readonly string[]) => texts.join("\n");

const closing: Part = [
  "next-step",
  "callToAction",
  {
    heading: "Tell us what you sell. We look who searches for it.",
    subHeading:
      "A person reads your message and answers with a first opinion, without a sales call.",
    buttonText: "Write to us",
    buttonLink: "/contact",
  },
];

const service: Pattern = {
  name: "service",
  title: "Service",
  note: "One service: what belongs to it, how it goes, what it costs.",
  block: "page",
  exampleTitle: "Technical SEO",
  valuesFor: (title) => ({
    sections: sectionsOf(
      [
        "heading",
        "pageHeading",
        {
          look: "Green band",
          crumb: title.slice(0, 80),
          heading: title,
          details:
            "What keeps a good website from being found can rarely be seen on the page. We find it, repair it, and show you what changed.",
          buttonText: "See the plans",
          buttonLink: "/pricing/",
          secondText: "Ask a question",
          secondLink: "/contact",
        },
      ],
      [
        "why",
        "textAndPicture",
        {
          line: "Why it comes first",
          heading: "Out of sight, before in sight",
          text: richExample(
            "A search engine gives a website a certain amount of attention. If half of it goes to pages that nobody needs, to addresses that lead nowhere and to pictures that take four seconds, little is left for the page that earns your money.",
            "This work gives that attention back. It is dull, it is finite, and everything that you write afterwards is found sooner.",
          ),
          picture: "/patterns/arcs-upright.svg",
          side: "On the right",
        },
      ],
      [
        "contents",
        "points",
        {
          line: "What belongs to it",
          heading: "Five jobs, each with an end",
          points: lines(
            "compass | A survey | Every page of the site, what it answers, and how people arrive at it.",
            "wrench | Repairs | Dead links, double pages, wrong redirects and titles that say nothing.",
            "sun | Speed | The pages that matter can be read on a phone in less than two seconds.",
            "link | Order | Links inside the site lead visitors and search engines to what counts.",
            "list | A record | You get a list of what was changed and why, in words that you understand.",
          ),
          look: "Rows",
          ground: "Straw",
        },
      ],
      [
        "steps",
        "steps",
        {
          line: "How it goes",
          heading: "From the first look to the last repair",
          steps: lines(
            "Look | We read your site as a search engine does, and write down what we find.",
            "Choose | You see the list in the order in which it pays, and decide what is done.",
            "Repair | We do the work, or sit beside those who do it for you.",
            "Show | You see what changed, in numbers and in plain sentences.",
          ),
          ground: "Paper",
        },
      ],
      ["words", "testimonials", { line: "In their words", heading: "What customers say" }],
      ["plans", "plans", { line: "What it costs", heading: "Choose how much to do" }],
      [
        "questions",
        "faq",
        {
          line: "Before you ask",
          heading: "Questions about this work",
          questions: lines(
            "Do you need access to our website? | To read it, no. To repair it, yes, or we write down each change for the people who look after it.",
            "Can anything break? | We change one thing at a time, keep what was there, and look at the page afterwards. Every change can be undone.",
            "When do we see something? | Repairs show within weeks, because a page that could not be read can be read. Rankings follow in months.",
            "And if we do nothing afterwards? | Then what was repaired stays repaired. This work does not wear off.",
          ),
        },
      ],
      closing,
    ),
  }),
};

const town: Pattern = {
  name: "town",
  title: "Town",
  note: "Your work in one town or region, for people who search near them.",
  block: "page",
  exampleTitle: "Search work in your town",
  valuesFor: (title) => ({
    sections: sectionsOf(
      [
        "heading",
        "pageHeading",
        {
          look: "Beside a picture",
          line: "Near you",
          crumb: title.slice(0, 80),
          heading: title,
          details:
            "People who search nearby want to come by today. We make sure that they find your door, your opening hours and a reason to choose you.",
          buttonText: "Ask us",
          buttonLink: "#ask",
          secondText: "Check your website",
          secondLink: "#check",
          picture: "/patterns/grid.svg",
        },
      ],
      [
        "here",
        "text",
        {
          heading: "What is different here",
          text: richExample(
            "Write what you know about this town that a stranger does not: which quarters search for which name, when the busy months begin, whom people compare you with. Three honest paragraphs are worth more than a page that could stand for any place.",
            "Local search has its own rules. The map comes before the list, the hours before the headline, and ten true reviews before a hundred words.",
            "- Your entry in maps, complete and the same everywhere\n- One page for each place where you really are\n- Reviews that are asked for, read and answered",
          ),
        },
      ],
      [
        "roots",
        "points",
        {
          line: "What local search takes",
          heading: "The basics first, then the sign above the door",
          details: "Six things that decide who is shown when somebody searches around the corner.",
          points: lines(
            "Name, address and phone number, the same wherever they stand",
            "Opening hours that are right on holidays too",
            "Pictures of your place, taken by you",
            "A page for each service, with the words that people use",
            "Answers to reviews, also to the bad ones",
            "Mentions in the local press, earned and not bought",
          ),
          look: "Roots",
          ground: "Soil",
        },
      ],
      [
        "ways",
        "comparisonTable",
        {
          heading: "Three ways to be found nearby",
          rows: lines(
            "| Adverts | A directory | Your own page",
            "Visible on the first day | yes | yes | no",
            "Stays when you stop paying | no | no | yes",
            "Says what only you can say | no | no | yes",
            "Belongs to you | no | no | yes",
          ),
        },
      ],
      ["check", "check", { heading: "See what your website tells people nearby" }],
      [
        "questions",
        "faq",
        {
          heading: "Questions from the neighbourhood",
          questions: lines(
            "Do you come by? | Yes, for the first hour. Somebody who has seen your place writes about it differently.",
            "We have two branches. Is one page enough? | Each place where people can come gets its own page, with its own hours and pictures.",
            "Should we answer bad reviews? | Always, within a few days, in two calm sentences. The answer is read by the next hundred people.",
          ),
        },
      ],
      [
        "ask",
        "contactForm",
        {
          line: "Ask us",
          heading: "Tell us where you are and what you sell",
          details:
            "A person answers with a first opinion about what people nearby search for. No sales call follows.",
          picture: "/patterns/lines-square.svg",
          withAddress: "Yes",
        },
      ],
    ),
  }),
};

const caseStudy: Pattern = {
  name: "case-study",
  title: "Case study",
  note: "One customer who agreed: where you began, what you did, what changed.",
  block: "page",
  exampleTitle: "Twelve pages instead of forty",
  valuesFor: (title) => ({
    sections: sectionsOf(
      [
        "heading",
        "pageHeading",
        {
          look: "Above a wide picture",
          line: "Case study",
          crumb: title.slice(0, 80),
          heading: title,
          details:
            "Say in one sentence who the customer is, what they sell, and what changed for them. Ask them first, and show them this page before you publish it.",
          picture: "/patterns/steps.svg",
        },
      ],
      [
        "before",
        "text",
        {
          heading: "Where we began",
          text: richExample(
            "Describe the day on which you first looked, as the customer would: what they had tried, what it had cost, and what worried them. Name one thing that surprised you.",
            "Then say what you measured before you touched anything, with the tool and the month. Everything further down is compared with these numbers, so a reader must be able to believe them.",
          ),
        },
      ],
      [
        "figures",
        "figures",
        {
          heading: "What changed",
          figures: lines(
            "0 → 0 | what matters most to the customer, before and after: enquiries, orders or visits",
            "0 | pages that were written, and how many were left out",
            "0 s | until the most important page can be read on a phone",
            "0 | months from the first day to this number",
          ),
          source: "Name the tool and the months here. Figures with a source are believed.",
          ground: "Straw",
        },
      ],
      [
        "work",
        "textAndPicture",
        {
          line: "What we did",
          heading: "One decision that mattered more than the others",
          text: richExample(
            "A case study that lists everything teaches nothing. Choose the one decision without which it would not have worked, and say why you took it, what spoke against it, and what you would do differently.",
            "Show a picture of it: the old page beside the new one, a drawing of the plan, or the people who did the work.",
          ),
          picture: "/patterns/bars-square.svg",
          side: "On the left",
        },
      ],
      [
        "steps",
        "steps",
        {
          heading: "In the order in which it happened",
          steps: lines(
            "First month | What you looked at, and what you left alone.",
            "Second month | What was repaired, and who decided it.",
            "Third month | What was written or removed.",
            "Since then | What rose, and what did not.",
          ),
        },
      ],
      [
        "quote",
        "quote",
        {
          words:
            "Ask your customer for two sentences of their own: what was wrong before, and what is different now. Do not improve them.",
          author: "Name of your customer",
          role: "What they do, and where",
          ground: "Soil",
        },
      ],
      closing,
    ),
  }),
};

const landing: Pattern = {
  name: "landing",
  title: "Landing page without menu",
  note: "One offer and one thing to do, for visitors of an advertisement or a letter.",
  block: "page",
  exampleTitle: "Find out why nobody finds you",
  valuesFor: (title) => ({
    withoutMenu: "Yes",
    sections: sectionsOf(
      [
        "heading",
        "pageHeading",
        {
          look: "Above a wide picture",
          line: "For small companies with a good product",
          heading: title,
          details:
            "In ten seconds you see how your website looks to a search engine, and the three faults that cost you most. It is free, and you leave no address.",
          buttonText: "Check your website",
          buttonLink: "#check",
          picture: "/patterns/lines.svg",
        },
      ],
      [
        "check",
        "check",
        {
          heading: "Type your address, and look",
          details:
            "We read your page as search engines do and tell you what holds it back: where it is, why it matters, and how to repair it.",
        },
      ],
      [
        "reasons",
        "points",
        {
          heading: "Why it is worth ten seconds",
          points: lines(
            "sun | You see it yourself | Each fault has its place and a sentence that says what to do. Nothing is hidden behind a form.",
            "key | It is yours | Print the list, repair it yourself, or give it to whom you like.",
            "signpost | Nobody calls | Without an address, we could not call if we wanted to.",
          ),
        },
      ],
      ["words", "testimonials", { line: "In their words", heading: "From people who looked" }],
      [
        "questions",
        "faq",
        {
          heading: "Before you type",
          questions: lines(
            "What does it cost? | Nothing. If you then want the faults repaired, our plans have fixed prices.",
            "Does the check change anything on my website? | No. It reads a page, as a visitor does.",
            "Why do you give this away? | Because who has seen the list knows what the work is worth, and we would rather talk about that.",
          ),
        },
      ],
      [
        "again",
        "callToAction",
        {
          heading: "Ten seconds, no address, one list.",
          buttonText: "Check your website",
          buttonLink: "#check",
        },
      ],
    ),
  }),
};

const thanks: Pattern = {
  name: "thanks",
  title: "Thank-you page",
  note: "What a visitor sees after a form: what happens now, and what to read meanwhile.",
  block: "page",
  exampleTitle: "Thank you",
  valuesFor: (title) => ({
    noIndex: "Yes",
    sections: sectionsOf(
      [
        "heading",
        "pageHeading",
        {
          look: "Beside a picture",
          line: "Your message has arrived",
          heading: title,
          details:
            "A person reads it today and answers by email. If nothing has come within a working day, look among the unwanted emails, or call us.",
          buttonText: "Back to the start",
          buttonLink: "/",
          picture: "/patterns/rings.svg",
        },
      ],
      [
        "next",
        "steps",
        {
          heading: "What happens now",
          steps: lines(
            "We read | Your message goes to the person who would do the work.",
            "We look | Ten minutes with your website, before we say anything.",
            "We answer | With a first opinion: what we would do, and whether it is worth it.",
          ),
        },
      ],
      [
        "read",
        "newestArticles",
        { line: "Meanwhile", heading: "Something to read", most: "3", ground: "Straw" },
      ],
    ),
  }),
};

const article: Pattern = {
  name: "article",
  title: "Article",
  note: "A text that answers one question of your customers, with a next step below it.",
  block: "article",
  exampleTitle: "How to find out which of your pages nobody needs",
  valuesFor: () => ({
    summary:
      "Say in two sentences what a reader can do after this article that they could not do before.",
    body: richExample(
      "Begin with the question, in the words in which a customer asked it. Then answer it in this paragraph, as if they stood in front of you. Whoever leaves now should leave with the answer.",
      "## Why the question is worth asking",
      "Tell what it costs to have it wrong: hours, money, customers. One example that you have seen yourself is stronger than a number from somebody else.",
      "## How to do it",
      "- One step in each line, beginning with a verb\n- What can be seen when the step has worked\n- What to do when it has not",
      "## When you should not",
      "Every piece of advice has a place where it is wrong. Name it. Readers who are warned once believe the rest.",
      "## What to remember",
      "One sentence. If it does not fit into one sentence, the article is about two things.",
    ),
    sections: sectionsOf([
      "next-step",
      "callToAction",
      {
        heading: "Would you rather have it looked at?",
        subHeading: "Send us the address of the page. A person answers with a first opinion.",
        buttonText: "Write to us",
        buttonLink: "/contact",
      },
    ]),
  }),
};

/** Patterns in the order in which the panel offers them. */
export const patterns: readonly Pattern[] = [service, town, caseStudy, landing, thanks, article];

/**
 * Values of a record that starts from a pattern, besides its title and its address; none for the name
 * of no pattern, which is an empty page.
 */
export function valuesOfPattern(name: string, title: string): Readonly<Record<string, string>> {
  const pattern = patterns.find((each) => each.name === name);
  return pattern?.valuesFor(title || pattern.exampleTitle) ?? {};
}
