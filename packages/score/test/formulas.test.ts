import { describe, expect, it } from "vitest";
import { exact } from "../src/exact.js";
import {
  ambiguousPairWeight,
  clamp,
  composite,
  defectWeight,
  definitionEfficiency,
  descriptionQuality,
  disambiguationQuality,
  discoverabilityPoints,
  economicsPoints,
  gradeOf,
  legibilityPoints,
  linearEfficiency,
  responseEfficiency,
  safetyPoints,
  taskEfficiency,
} from "../src/formulas.js";

// Every expected value is worked out by hand from the method, never by calling the code. A red pin means "bump the
// rubric version and say so", never "loosen it".

const pq = (value: { toFraction(): string }) => value.toFraction();

describe("clamp [M2.2]", () => {
  it.each([
    ["-1/7", "0"],
    ["0", "0"],
    ["1/3", "1/3"],
    ["1", "1"],
    ["8/7", "1"],
  ])("clamp(%s) = %s", (value, expected) => {
    expect(pq(clamp(exact(value)))).toBe(expected);
  });
});

describe("safetyPoints [M2.3]", () => {
  it.each([
    ["0", "0"],
    ["1/2", "15"],
    ["2/3", "20"],
    ["6/7", "180/7"],
    ["1", "30"],
  ])("a rate of %s earns %s of 30", (rate, points) => {
    expect(pq(safetyPoints(exact(rate)))).toBe(points);
  });
});

describe("descriptionQuality [M2.4]", () => {
  it.each([
    [0, "1"],
    [1, "29/30"],
    [15, "1/2"],
    [29, "1/30"],
    [30, "0"],
    [31, "0"],
    [3_249, "0"],
  ])("a defect weight of %i leaves %s", (weight, quality) => {
    expect(pq(descriptionQuality(weight))).toBe(quality);
  });

  it("counts distinct defect types per tool, summed over tools", () => {
    expect(
      defectWeight([
        { toolIndex: 0, type: "name_restates_behavior" },
        { toolIndex: 0, type: "no_return_description" },
        { toolIndex: 0, type: "no_return_description" },
        { toolIndex: 1, type: "no_return_description" },
      ]),
    ).toBe(3);
  });
});

describe("disambiguationQuality [M2.4]", () => {
  const pairs = (...severities: ("low" | "medium" | "high")[]) =>
    severities.map((severity) => ({ severity }));

  it("weighs low 0.25, medium 0.6, high 1.0", () => {
    expect(pq(ambiguousPairWeight([]))).toBe("0");
    expect(pq(ambiguousPairWeight(pairs("low")))).toBe("1/4");
    expect(pq(ambiguousPairWeight(pairs("medium")))).toBe("3/5");
    expect(pq(ambiguousPairWeight(pairs("high")))).toBe("1");
    // 2 × 0.25 + 3 × 0.6 + 1 = 3.3
    expect(pq(ambiguousPairWeight(pairs("low", "low", "medium", "medium", "medium", "high")))).toBe("33/10");
  });

  it.each([
    ["0", "1"],
    ["33/10", "67/100"],
    ["39/4", "1/40"],
    ["10", "0"],
    ["51/5", "0"],
  ])("a pair weight of %s leaves %s", (weight, quality) => {
    expect(pq(disambiguationQuality(exact(weight)))).toBe(quality);
  });
});

describe("legibilityPoints [M2.4]", () => {
  it.each([
    ["1", "1", "1", "30"],
    ["1", "0", "0", "18"],
    ["0", "1", "0", "15/2"],
    ["0", "0", "1", "9/2"],
    ["0", "0", "0", "0"],
    // 30 × (0.60 × 8/9 + 0.25 × 27/30 + 0.15 × 67/100) = 16 + 6.75 + 3.015
    ["8/9", "9/10", "67/100", "5153/200"],
  ])(
    "selection %s, descriptions %s, disambiguation %s earn %s of 30",
    (selection, descriptions, pairs, points) => {
      expect(
        pq(
          legibilityPoints({
            selectionAccuracy: exact(selection),
            descriptionQuality: exact(descriptions),
            disambiguationQuality: exact(pairs),
          }),
        ),
      ).toBe(points);
    },
  );
});

describe("linearEfficiency [M2.6]", () => {
  it.each([
    ["0", "1"],
    ["99", "1"],
    ["100", "1"],
    ["101", "99/100"],
    ["150", "1/2"],
    ["199", "1/100"],
    ["200", "0"],
    ["201", "0"],
  ])("between 100 and 200, %s gives %s", (value, efficiency) => {
    expect(pq(linearEfficiency(exact(value), { ideal: 100, unacceptable: 200 }))).toBe(efficiency);
  });

  it.each([
    ["definition", definitionEfficiency, 2_000, 50_000, "26000"],
    ["task", taskEfficiency, 2_000, 20_000, "11000"],
    ["response", responseEfficiency, 500, 8_000, "4250"],
  ] as const)(
    "%s: 1 at the ideal, 0 at the unacceptable, 1/2 midway",
    (_name, efficiency, ideal, unacceptable, midway) => {
      expect(pq(efficiency(exact(ideal)))).toBe("1");
      expect(pq(efficiency(exact(ideal + 1)))).toBe(`${unacceptable - ideal - 1}/${unacceptable - ideal}`);
      expect(pq(efficiency(exact(midway)))).toBe("1/2");
      expect(pq(efficiency(exact(unacceptable - 1)))).toBe(`1/${unacceptable - ideal}`);
      expect(pq(efficiency(exact(unacceptable)))).toBe("0");
    },
  );
});

describe("economicsPoints [M2.5]", () => {
  it.each([
    ["1", "1", "20"],
    ["1", "0", "12"],
    ["0", "1", "8"],
    ["1/2", "3/4", "12"],
  ])("without response data: definition %s, task %s earn %s of 20", (definition, task, points) => {
    expect(pq(economicsPoints({ definition: exact(definition), task: exact(task) }))).toBe(points);
  });

  it.each([
    ["1", "1", "1", "20"],
    ["1", "0", "0", "10"],
    ["0", "1", "0", "6"],
    ["0", "0", "1", "4"],
    ["1/2", "3/4", "1/4", "21/2"],
  ])(
    "with response data: definition %s, task %s, response %s earn %s of 20",
    (definition, task, response, points) => {
      expect(
        pq(economicsPoints({ definition: exact(definition), task: exact(task), response: exact(response) })),
      ).toBe(points);
    },
  );
});

describe("discoverabilityPoints [M2.7]", () => {
  it.each([
    ["1", "1", "20"],
    ["1", "0", "8"],
    ["0", "1", "12"],
    ["8/9", "7/9", "148/9"],
  ])("selection %s, first call %s earn %s of 20", (selection, firstCall, points) => {
    expect(
      pq(discoverabilityPoints({ selectionAccuracy: exact(selection), firstCallSuccess: exact(firstCall) })),
    ).toBe(points);
  });
});

describe("composite [M2.8]", () => {
  const category = (points: string, max: number) => ({ points: exact(points), max });

  it("is the plain sum when all four categories were measured", () => {
    expect(
      pq(composite([category("15", 30), category("24", 30), category("18", 20), category("13", 20)])),
    ).toBe("70");
  });

  it("leaves an unmeasured category out of the denominator", () => {
    // 100 × (24 + 18 + 13) ÷ 70
    expect(pq(composite([category("24", 30), category("18", 20), category("13", 20)]))).toBe("550/7");
  });

  it("refuses to make a number of nothing", () => {
    expect(() => composite([])).toThrow("No category was measured");
  });
});

describe("gradeOf [M2.9]", () => {
  const tiny = exact("1/1000000000000000000000");

  it.each([
    [90, "A", "B"],
    [80, "B", "C"],
    [70, "C", "D"],
    [60, "D", "F"],
  ] as const)("%i is %s, and the smallest step below it is %s", (edge, grade, below) => {
    expect(gradeOf(exact(edge))).toBe(grade);
    expect(gradeOf(exact(edge).add(tiny))).toBe(grade);
    expect(gradeOf(exact(edge).sub(tiny))).toBe(below);
  });

  it("covers the ends of the scale", () => {
    expect(gradeOf(exact(100))).toBe("A");
    expect(gradeOf(exact(0))).toBe("F");
  });
});
