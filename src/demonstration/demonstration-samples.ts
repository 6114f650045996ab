import type { OrderStage } from "../stages/order-stage.ts";

/**
 * One demonstration order. Each day is a number of days before the moment at which the order is
 * added.
 */
export interface DemonstrationSample {
  readonly stage: OrderStage | "refunded";
  readonly customer: string;
  /**
   * Name in the customer's email address and website, both under the domain
   * `demonstration.example`. `.example` is reserved for examples.
   */
  readonly name: string;
  readonly placed: number;
  readonly paid?: number;
  readonly briefSent?: number;
  readonly begun?: number;
  readonly messages?: readonly SampleMessage[];
  readonly delivered?: number;
  readonly accepted?: number;
  readonly cancelled?: number;
  readonly refunded?: number;
}

interface SampleMessage {
  readonly side: "customer" | "team";
  readonly day: number;
  readonly text: string;
  /** True for a question, which stops the work until an answer. */
  readonly asks?: boolean;
  readonly hasFile?: boolean;
}

export const sampleFile = {
  name: "opening-hours.txt",
  text: "Opening hours\nMonday to Friday: 8 to 18\nSaturday: 9 to 14\nSunday: closed\n",
};

/** Oldest first. */
export const demonstrationSamples: readonly DemonstrationSample[] = [
  {
    stage: "accepted",
    customer: "Demonstration Bakery",
    name: "bakery",
    placed: 38,
    paid: 37,
    briefSent: 36,
    begun: 35,
    delivered: 24,
    accepted: 21,
    messages: [
      { side: "customer", day: 30, text: "When can we expect the first results?" },
      { side: "team", day: 29, text: "Next week. We are comparing your pages with three others." },
    ],
  },
  {
    stage: "refunded",
    customer: "Demonstration Florist",
    name: "florist",
    placed: 29,
    paid: 28,
    refunded: 25,
    messages: [
      { side: "customer", day: 27, text: "We are closing our online shop. Can we cancel?" },
      { side: "team", day: 26, text: "Yes. We will send your money back this week." },
    ],
  },
  {
    stage: "in-review",
    customer: "Demonstration Bicycle Shop",
    name: "bicycles",
    placed: 20,
    paid: 19,
    briefSent: 18,
    begun: 17,
    delivered: 2,
    messages: [
      { side: "team", day: 10, text: "We have rewritten the titles of your ten main pages." },
      { side: "customer", day: 9, text: "They look good. Please go on." },
    ],
  },
  {
    stage: "waiting-for-customer",
    customer: "Demonstration Guesthouse",
    name: "guesthouse",
    placed: 14,
    paid: 13,
    briefSent: 12,
    begun: 11,
    messages: [
      { side: "customer", day: 8, text: "We are busiest in summer." },
      { side: "team", day: 3, text: "Which towns do most of your guests come from?", asks: true },
    ],
  },
  {
    stage: "in-work",
    customer: "Demonstration Dentist",
    name: "dentist",
    placed: 12,
    paid: 11,
    briefSent: 10,
    begun: 9,
    messages: [
      { side: "team", day: 8, text: "Please send us your opening hours." },
      { side: "customer", day: 7, text: "Here they are.", hasFile: true },
      { side: "team", day: 6, text: "Thank you, they are on your page now." },
    ],
  },
  {
    stage: "cancelled",
    customer: "Demonstration Printer",
    name: "printer",
    placed: 9,
    cancelled: 7,
  },
  {
    stage: "ready",
    customer: "Demonstration Law Office",
    name: "law-office",
    placed: 6,
    paid: 5,
    briefSent: 3,
    messages: [{ side: "team", day: 2, text: "Thank you for your answers. We begin on Monday." }],
  },
  {
    stage: "awaiting-brief",
    customer: "Demonstration Café",
    name: "cafe",
    placed: 4,
    paid: 3,
    messages: [{ side: "team", day: 2, text: "Welcome! Please answer our questions first." }],
  },
  {
    stage: "unpaid",
    customer: "Demonstration Carpenter",
    name: "carpenter",
    placed: 1,
  },
];
