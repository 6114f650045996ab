// A worker that estimates how easy a password is to guess. The dictionaries are imported one by one:
// those of surnames and of Wikipedia would double the bytes and seldom change the estimate.
import { ZxcvbnFactory, type ZxcvbnResult } from "@zxcvbn-ts/core";
import graphs from "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs";
import diceware from "@zxcvbn-ts/language-common/dist/diceware.json.mjs";
import passwords from "@zxcvbn-ts/language-common/dist/passwords.json.mjs";
import commonWords from "@zxcvbn-ts/language-en/dist/commonWords.json.mjs";
import firstNames from "@zxcvbn-ts/language-en/dist/firstnames.json.mjs";
import translations from "@zxcvbn-ts/language-en/dist/translations.mjs";

interface Asked {
  /** Numbers the questions, because answers can arrive after the next question. */
  readonly number: number;
  readonly password: string;
  /** Words that somebody who knows the person would try first. */
  readonly words: readonly string[];
}

const estimator = new ZxcvbnFactory({
  dictionary: {
    "passwords-common": passwords,
    "diceware-common": diceware,
    "commonWords-en": commonWords,
    "firstnames-en": firstNames,
  },
  graphs,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      userInputs: "It contains a part of your name or email address.",
    },
  },
});

const grades = [
  "Very easy to guess.",
  "Easy to guess.",
  "Could be guessed.",
  "Hard to guess.",
  "Very hard to guess.",
];

function sentenceFor({ score, feedback }: ZxcvbnResult): string {
  const advice = [feedback.warning, feedback.suggestions[0]].find(Boolean);
  const grade = grades[score] ?? "";
  return score < 3 && advice ? `${grade} ${advice}` : grade;
}

self.onmessage = ({ data: { number, password, words } }: MessageEvent<Asked>) => {
  const personal = words.filter((word) => word.length > 2);
  const estimate = estimator.check(password, personal);
  self.postMessage({ number, score: estimate.score, sentence: sentenceFor(estimate) });
};
