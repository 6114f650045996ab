// A worker that estimates how easy a password is to guess. The dictionaries are imported one by one:
// those of surnames and of Wikipedia would double the bytes and seldom change the estimate.
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import graphs from "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs";
import diceware from "@zxcvbn-ts/language-common/dist/diceware.json.mjs";
import passwords from "@zxcvbn-ts/language-common/dist/passwords.json.mjs";
import commonWords from "@zxcvbn-ts/language-en/dist/commonWords.json.mjs";
import firstNames from "@zxcvbn-ts/language-en/dist/firstnames.json.mjs";
import translations from "@zxcvbn-ts/language-en/dist/translations.mjs";

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

function sentenceFor({ score, feedback }) {
  const advice = [feedback.warning, feedback.suggestions[0]].find(Boolean);
  return score < 3 && advice ? `${grades[score]} ${advice}` : grades[score];
}

self.onmessage = ({ data: { number, password, words } }) => {
  const personal = words.filter((word) => word.length > 2);
  const estimate = estimator.check(password, personal);
  self.postMessage({ number, score: estimate.score, sentence: sentenceFor(estimate) });
};
