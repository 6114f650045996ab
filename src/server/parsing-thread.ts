import { isMainThread, workerData } from "node:worker_threads";
import { answerQuestions } from "../platform/parsing/answer-questions.ts";
import { parsers } from "./parsers.ts";

if (!isMainThread && workerData?.parses === true) answerQuestions(parsers);
