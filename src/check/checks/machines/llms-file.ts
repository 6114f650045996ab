import { defineCheck, noted, stated } from "#check/engine/check.ts";
import { isOk } from "#check/engine/facts.ts";
import { withAnswer } from "#check/samples/sample-site.ts";

export const llmsFile = defineCheck({
  id: "llms-file",
  family: "machines",
  question: "Is there an llms.txt?",
  counted: "Missing llms.txt",
  why: "Some programs read llms.txt as a summary of a site. No search engine has promised to use it.",
  fix: "There is nothing to fix.",
  weight: 0,
  weightReason: "No search engine has said that it uses the file.",
  fixedByPlan: false,
  needs: ["llms"],
  good: [],
  bad: [
    {
      title: "has one",
      change: withAnswer("/llms.txt", {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: "# Rye\n",
      }),
    },
  ],
  run({ facts: { llms } }) {
    if (!isOk(llms) || /^\s*</.test(new TextDecoder().decode(llms.body.subarray(0, 50))))
      return noted("Your site has no llms.txt. No search engine asks for one.");
    return stated("Your site has an llms.txt.", [
      {
        address: llms.address,
        line: 1,
        snippet: new TextDecoder().decode(llms.body.subarray(0, 160)),
      },
    ]);
  },
});
