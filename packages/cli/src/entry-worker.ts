import { parentPort } from "node:worker_threads";
import { entryOfText, type ResultText } from "@gradable/insight";

// A thread of `EntryThreads`: turns the text of one result file into its entry.

parentPort?.on("message", ({ id, file }: { id: number; file: ResultText }) => {
  parentPort?.postMessage({ id, entry: entryOfText(file) });
});
