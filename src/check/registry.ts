import { canonicalContradicting } from "./checks/indexable/canonical-contradicting.ts";
import { canonicalInBody } from "./checks/indexable/canonical-in-body.ts";
import { canonicalMissing } from "./checks/indexable/canonical-missing.ts";
import { canonicalOther } from "./checks/indexable/canonical-other.ts";
import { robotsFile } from "./checks/indexable/robots-file.ts";
import { robotsHeader } from "./checks/indexable/robots-header.ts";
import { robotsMeta } from "./checks/indexable/robots-meta.ts";
import { robotsSearchEngines } from "./checks/indexable/robots-search-engines.ts";
import { brokenLinks } from "./checks/links/broken-links.ts";
import { crawlableLinks } from "./checks/links/crawlable-links.ts";
import { internalLinks } from "./checks/links/internal-links.ts";
import { linkText } from "./checks/links/link-text.ts";
import { mixedContent } from "./checks/links/mixed-content.ts";
import { sitemapAnswers } from "./checks/links/sitemap-answers.ts";
import { sitemapFound } from "./checks/links/sitemap-found.ts";
import { sitemapValid } from "./checks/links/sitemap-valid.ts";
import { answeringMachines } from "./checks/machines/answering-machines.ts";
import { llmsFile } from "./checks/machines/llms-file.ts";
import { pageWeight } from "./checks/pictures/page-weight.ts";
import { pictureSizes } from "./checks/pictures/picture-sizes.ts";
import { pictureText } from "./checks/pictures/picture-text.ts";
import { viewport } from "./checks/pictures/viewport.ts";
import { certificate } from "./checks/reachable/certificate.ts";
import { compression } from "./checks/reachable/compression.ts";
import { firstByte } from "./checks/reachable/first-byte.ts";
import { httpsRedirect } from "./checks/reachable/https-redirect.ts";
import { oneHost } from "./checks/reachable/one-host.ts";
import { pageStatus } from "./checks/reachable/page-status.ts";
import { redirectChain } from "./checks/reachable/redirect-chain.ts";
import { soft404 } from "./checks/reachable/soft-404.ts";
import { descriptionLength } from "./checks/understood/description-length.ts";
import { descriptionMissing } from "./checks/understood/description-missing.ts";
import { emptyWithoutScript } from "./checks/understood/empty-without-script.ts";
import { headingOrder } from "./checks/understood/heading-order.ts";
import { hreflangCodes } from "./checks/understood/hreflang-codes.ts";
import { hreflangReturn } from "./checks/understood/hreflang-return.ts";
import { mainHeading } from "./checks/understood/main-heading.ts";
import { pageLanguage } from "./checks/understood/page-language.ts";
import { structuredData } from "./checks/understood/structured-data.ts";
import { structuredDataFields } from "./checks/understood/structured-data-fields.ts";
import { structuredDataRetired } from "./checks/understood/structured-data-retired.ts";
import { titleLength } from "./checks/understood/title-length.ts";
import { titleMissing } from "./checks/understood/title-missing.ts";
import type { Check, CheckTexts } from "./engine/check.ts";
import { obstacles } from "./obstacles.ts";

/** All checks, in the order of results and documents. */
export const checks: readonly Check[] = [
  pageStatus,
  certificate,
  httpsRedirect,
  redirectChain,
  oneHost,
  soft404,
  firstByte,
  compression,
  robotsMeta,
  robotsHeader,
  robotsSearchEngines,
  robotsFile,
  canonicalMissing,
  canonicalOther,
  canonicalContradicting,
  canonicalInBody,
  titleMissing,
  titleLength,
  descriptionMissing,
  descriptionLength,
  mainHeading,
  headingOrder,
  pageLanguage,
  hreflangCodes,
  hreflangReturn,
  structuredData,
  structuredDataFields,
  structuredDataRetired,
  emptyWithoutScript,
  viewport,
  pictureText,
  pictureSizes,
  pageWeight,
  sitemapFound,
  sitemapValid,
  sitemapAnswers,
  internalLinks,
  crawlableLinks,
  linkText,
  brokenLinks,
  mixedContent,
  answeringMachines,
  llmsFile,
];

/** All questions that a result can answer. */
export const questions: readonly CheckTexts[] = [...checks, ...obstacles];

const questionsById = new Map(questions.map((question) => [question.id, question]));

/** Undefined for the id of a check that only an older engine had. */
export function findCheck(id: string): CheckTexts | undefined {
  return questionsById.get(id);
}
