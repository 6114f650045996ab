import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { icon, image, paragraph, text } from "../model/fields.ts";

export const featureHeading = defineBlock({
  name: "feature-heading",
  title: "Feature heading",
  shape: "singleton",
  labelField: "FeaturesHeading",
  fields: {
    FeaturesText: text("Line above the heading", { maxLength: 80 }),
    FeaturesHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [callsAt("/featurestext", "/add-feature-text")],
  screens: { list: ["/edit-services-features"], edit: ["/featurestext-edit"], title: "Features" },
  messages: { created: "Features Text is Updated", updated: "Features Text is Updated" },
  readBy: "everyone",
  seed: [
    {
      FeaturesText: "In every plan",
      FeaturesHeading: "Four things you get whichever packet you choose",
    },
  ],
});

export type FeatureHeading = RecordOf<typeof featureHeading>;

export const featureItems = defineBlock({
  name: "feature-item",
  title: "Feature items",
  singular: "Feature item",
  shape: "collection",
  labelField: "FeaturesText",
  fields: {
    FeaturesImg: image("Picture"),
    FeaturesIcon: icon("Icon"),
    FeaturesText: text("Title", { maxLength: 80 }),
    FeaturesDesc: paragraph("Details", { maxLength: 600 }),
  },
  calls: [callsAt("/featureitems", "/add-feature-Item", "/update-featureitems")],
  screens: { list: ["/edit-services-features"], edit: ["/edit-feature-items"] },
  messages: {
    created: "Features Services Section is Updated",
    updated: "Feature Items Section is Updated",
  },
  readBy: "everyone",
  seed: [
    {
      FeaturesImg: "/pictures/detail-homestead.webp",
      FeaturesIcon: "compass",
      FeaturesText: "A map of your ground",
      FeaturesDesc:
        "Every page of your site on one sheet: what it is for, which search it answers, how it stands. You keep it, and it stays true because we draw it anew each month.",
    },
    {
      FeaturesImg: "/pictures/detail-roots.webp",
      FeaturesIcon: "roots",
      FeaturesText: "Repairs before anything new",
      FeaturesDesc:
        "Broken links, slow pages, doubles and dead ends come first. It is the part nobody applauds, and it is why the rest holds.",
    },
    {
      FeaturesImg: "/pictures/detail-gulls.webp",
      FeaturesIcon: "almanac",
      FeaturesText: "A log you can read along",
      FeaturesDesc:
        "Each change with its date, its reason and how to take it back. Nothing happens on your site that you could not look up the same evening.",
    },
    {
      FeaturesImg: "/pictures/detail-farmstead.webp",
      FeaturesIcon: "gate",
      FeaturesText: "Your gate, your keys",
      FeaturesDesc:
        "All accounts are opened in your name. If we part one day, you change one password and everything is where it was.",
    },
  ],
});

export type FeatureItem = RecordOf<typeof featureItems>;
