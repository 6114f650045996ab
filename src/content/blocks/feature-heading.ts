import { defineBlock, type RecordOf } from "../model/define.ts";
import { text } from "../model/fields.ts";

export const featureHeading = defineBlock({
  name: "feature-heading",
  title: "Feature heading",
  shape: "singleton",
  labelField: "FeaturesHeading",
  fields: {
    FeaturesText: text("Line above the heading", { maxLength: 80 }),
    FeaturesHeading: text("Heading", { maxLength: 120 }),
  },
  calls: [
    {
      list: ["/featurestext"],
      read: "/featurestext",
      create: "/add-feature-text",
      update: "/featurestext",
    },
  ],
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
