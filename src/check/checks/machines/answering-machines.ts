import { defineCheck, noted, stated, unseen } from "#check/engine/check.ts";
import { inAnswer, withAnswer } from "#check/samples/sample-site.ts";

const agents = ["GPTBot", "ClaudeBot", "PerplexityBot", "Google-Extended"];

export const answeringMachines = defineCheck({
  id: "answering-machines",
  family: "machines",
  question: "Which AI assistants may read the page?",
  counted: "Pages that AI assistants may not read",
  why: "ChatGPT, Claude, Perplexity and Gemini name sources. Whether they may read yours is your decision, and robots.txt tells them.",
  fix: "There is nothing to fix. To change it, add a group for the crawler to robots.txt.",
  weight: 0,
  weightReason: "It is the owner’s decision; we state it and do not judge it.",
  fixedByPlan: false,
  good: [
    {
      title: "cannot be read, because robots.txt fails",
      change: withAnswer("/robots.txt", { status: 404, body: "" }),
    },
  ],
  bad: [
    {
      title: "forbids GPTBot",
      change: inAnswer(
        "/robots.txt",
        "User-agent: *",
        "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *",
      ),
    },
  ],
  run({ robots, facts }) {
    if (robots === null)
      return unseen("Which AI assistants may read the page: robots.txt gave no answer.");
    const refused = agents.flatMap((agent) => {
      const { isAllowed, rule } = robots.decide(agent);
      return isAllowed || rule === null ? [] : [{ agent, rule }];
    });
    if (refused.length === 0)
      return noted("GPTBot, ClaudeBot, PerplexityBot and Google-Extended may read the page.");
    return stated(
      `robots.txt does not let these read the page: ${refused.map(({ agent }) => agent).join(", ")}.`,
      refused.map(({ rule }) => ({
        address: facts.robots.asked,
        line: rule.line,
        snippet: rule.text,
      })),
    );
  },
});
