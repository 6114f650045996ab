import { AppError } from "#platform/errors.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { type Exchange, hasAnswered } from "../engine/facts.ts";
import type { RobotsDecision, RobotsRule } from "../engine/robots.ts";
import { productToken } from "../engine/robots-status.ts";
import { type RobotsQuestion, siteParsers } from "../site-parsers.ts";
import { FetchRefusal } from "./fetch-public.ts";

/**
 * The rule that forbids an address to a crawler, or null. A missing robots.txt has no rules.
 * Throws a FetchRefusal for a robots.txt that takes too long to read.
 */
export async function forbiddingRule(
  parse: Parse,
  file: Exchange,
  address: string,
  agent: string = productToken,
): Promise<RobotsRule | null> {
  if (!hasAnswered(file) || file.status < 200 || file.status >= 300) return null;
  const { pathname, search } = new URL(address);
  const path = pathname + search;
  const { isAllowed, rule } = await decide(parse, { body: file.body, agent, path });
  return isAllowed ? null : rule;
}

/** The thread also matches the path, because hostile rules take long to match. */
async function decide(parse: Parse, question: RobotsQuestion): Promise<RobotsDecision> {
  try {
    return await parse(siteParsers.robots, question);
  } catch (error) {
    throw error instanceof AppError ? new FetchRefusal("robots", error.message) : error;
  }
}
