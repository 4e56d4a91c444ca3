import { describe, expect, test } from "vitest";

import {
  calendarEdges,
  constantNumbers,
  numbersByOthers,
  paddedNumbers,
  plainNumbers,
  fractionsOf,
} from "../../../src/testgen/breadth/text-numbers.ts";

function numbersIn(text: string, ...integers: number[]): readonly string[] {
  return constantNumbers(text, integers).map(({ value }) => value);
}

describe("numbers of the reference in a text", () => {
  test("stand in the place of each number, as it is written there", () => {
    expect(numbersIn("a 7 &#65; z", 159)).toEqual(
      expect.arrayContaining(["a 159 &#65; z", "a 7 &#159; z", "a 7 &#160; z", "a 7 &#158; z"]),
    );
    expect(numbersIn("&#x1f;", 159)).toEqual(expect.arrayContaining(["&#x9f;", "&#xa0;", "&#x9e;"]));
    expect(numbersIn("no. 007", 12)).toContain("no. 012");
  });

  test("are none where it has no numbers, and none below zero", () => {
    expect(numbersIn("bread", 159)).toEqual([]);
    expect(new Set(numbersIn("a 7", 0, -3))).toEqual(new Set(["a 0", "a 1"]));
  });
});

describe("dates and times of day in a text", () => {
  test("are leap days and ends of months, with its own signs between", () => {
    const values = calendarEdges("due 2023-05-14, paid").map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(["due 2024-02-29, paid", "due 2023-12-31, paid"]));
    expect(calendarEdges("20230514").map(({ value }) => value)).toContain("20240229");
  });

  test("are midnight and noon, with seconds where it has them", () => {
    expect(calendarEdges("at 09:15").map(({ value }) => value)).toEqual(
      expect.arrayContaining(["at 00:00", "at 23:59", "at 12:00"]),
    );
    expect(calendarEdges("09:15:30Z").map(({ value }) => value)).toContain("23:59:59Z");
  });

  test("are none of other numbers", () => {
    expect(calendarEdges("1234 and 99:99")).toEqual([]);
  });
});

test("each number alone has a zero before it, and is zero", () => {
  const values = paddedNumbers("1.2-rc.3").map(({ value }) => value);
  expect(values).toEqual(["01.2-rc.3", "0.2-rc.3", "1.02-rc.3", "1.0-rc.3", "1.2-rc.03", "1.2-rc.0"]);
});

describe("fractions in a text", () => {
  const fractionsIn = (text: string): readonly string[] => fractionsOf(text).map(({ value }) => value);

  test("are others, with the sign that it has", () => {
    expect(fractionsIn("PT1,5H and 0.25")).toEqual(
      expect.arrayContaining(["PT1,57H and 0.25", "PT1,5H and 0.125625"]),
    );
  });

  test("stand behind the last number where there is none", () => {
    expect(fractionsIn("at 12:30:15Z")).toContain("at 12:30:15.57Z");
  });

  test("are none of versions and addresses, and of texts without numbers", () => {
    expect(fractionsIn("1.2.3")).toEqual([]);
    expect(fractionsIn("bread")).toEqual([]);
  });
});

test("a long number begins with zeros", () => {
  expect(paddedNumbers("10101011").map(({ value }) => value)).toContain("00001011");
  expect(
    paddedNumbers("10101")
      .map(({ kind }) => kind)
      .join(),
  ).not.toMatch(/zeros/u);
});

test("of two numbers one is the other, one more and one less", () => {
  const values = numbersByOthers("bytes=0-499,700-").map(({ value }) => value);
  for (const text of ["bytes=0-499,500-", "bytes=0-499,499-", "bytes=0-700,700-", "bytes=499-499,700-"])
    expect(values).toContain(text);
  expect(numbersByOthers("one 1")).toEqual([]);
});

test("the last number of a text is small and round ones", () => {
  const values = plainNumbers("rgb(10%, 50%)").map(({ value }) => value);
  expect(values).toEqual(expect.arrayContaining(["rgb(10%, 3%)", "rgb(10%, 30%)", "rgb(10%, 32%)"]));
  expect(plainNumbers("none")).toEqual([]);
});
