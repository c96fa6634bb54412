import { expect, test } from "vitest";
import { placedAnnotations } from "../src/report/annotations.js";
import { annotations } from "./annotations.js";
import { makeReport, mixedScan } from "./make-report.js";

const report = makeReport({ ...mixedScan, annotations });

test("an annotation knows whether its finding is there and whether its day has passed", () => {
  expect(placedAnnotations(report).map(({ found, expired }) => [found, expired])).toEqual([
    [true, false],
    [true, true],
    [true, false],
    [true, false],
    [true, false],
    [true, false],
    [false, false],
  ]);
  expect(placedAnnotations(makeReport(mixedScan))).toEqual([]);
});
