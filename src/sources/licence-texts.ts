/**
 * Licence texts are recognised by phrases that belong to one licence and that its users do not rewrite. Texts are compared
 * as lower-case words, so layout, quotes and numbering do not matter. The table is data: one line per licence.
 */
interface LicenceText {
  readonly spdx: string;
  /** All must be there, as normalised words. */
  readonly phrases: readonly string[];
  /** None may be there: they make it another licence. */
  readonly unless?: readonly string[];
  /** Words of the whole text without its copyright lines, about. */
  readonly words: number;
}

const MIT_GRANT = "permission is hereby granted free of charge to any person obtaining a copy";
const MIT_NOTICE = "permission notice shall be included in all copies or substantial portions";
const BSD_GRANT =
  "redistribution and use in source and binary forms with or without modification are permitted provided that the following conditions are met";
const BSD_SOURCE = "redistributions of source code must retain the";
const BSD_BINARY = "redistributions in binary form must reproduce the";
const BSD_NAMES = "be used to endorse or promote products derived from";
const BSD_ADVERTISING = "all advertising materials mentioning features or use of this software must display";
const ISC_GRANT =
  "permission to use copy modify and or distribute this software for any purpose with or without fee is hereby granted";
const ISC_OLD_GRANT =
  "permission to use copy modify and distribute this software for any purpose with or without fee is hereby granted";
const ISC_NOTICE = "copyright notice and this permission notice appear in all copies";
const APACHE_TERMS = "terms and conditions for use reproduction and distribution";

const LICENCE_TEXTS: readonly LicenceText[] = [
  {
    spdx: "MIT",
    phrases: [MIT_GRANT, MIT_NOTICE],
    unless: ["except as contained in this notice"],
    words: 165,
  },
  { spdx: "MIT-0", phrases: [MIT_GRANT], unless: [MIT_NOTICE, "above copyright notice"], words: 130 },
  { spdx: "X11", phrases: [MIT_GRANT, MIT_NOTICE, "except as contained in this notice"], words: 210 },
  {
    spdx: "BSD-2-Clause",
    phrases: [BSD_GRANT, BSD_SOURCE, BSD_BINARY],
    unless: [BSD_NAMES, BSD_ADVERTISING],
    words: 190,
  },
  {
    spdx: "BSD-3-Clause",
    phrases: [BSD_GRANT, BSD_SOURCE, BSD_BINARY, BSD_NAMES],
    unless: [BSD_ADVERTISING],
    words: 225,
  },
  { spdx: "BSD-4-Clause", phrases: [BSD_GRANT, BSD_SOURCE, BSD_BINARY, BSD_ADVERTISING], words: 250 },
  { spdx: "ISC", phrases: [ISC_GRANT, ISC_NOTICE], words: 120 },
  { spdx: "ISC", phrases: [ISC_OLD_GRANT, ISC_NOTICE], words: 120 },
  { spdx: "0BSD", phrases: [ISC_GRANT], unless: [ISC_NOTICE], words: 105 },
  { spdx: "Apache-2.0", phrases: ["apache license version 2 0", APACHE_TERMS], words: 1_600 },
  {
    spdx: "Apache-2.0",
    phrases: ["licensed under the apache license version 2 0"],
    unless: [APACHE_TERMS],
    words: 100,
  },
  {
    spdx: "MPL-2.0",
    phrases: ["mozilla public license version 2 0", "1 definitions 1 1 contributor"],
    words: 2_450,
  },
  {
    spdx: "MPL-2.0",
    phrases: ["subject to the terms of the mozilla public license v 2 0"],
    unless: ["1 definitions 1 1 contributor"],
    words: 60,
  },
  { spdx: "GPL-2.0-only", phrases: ["gnu general public license version 2 june 1991"], words: 2_950 },
  { spdx: "GPL-3.0-only", phrases: ["gnu general public license version 3 29 june 2007"], words: 5_650 },
  {
    spdx: "LGPL-2.0-only",
    phrases: ["gnu library general public license version 2 june 1991"],
    words: 4_150,
  },
  {
    spdx: "LGPL-2.1-only",
    phrases: ["gnu lesser general public license version 2 1 february 1999"],
    words: 4_400,
  },
  {
    spdx: "LGPL-3.0-only",
    phrases: ["gnu lesser general public license version 3 29 june 2007"],
    words: 1_250,
  },
  {
    spdx: "AGPL-3.0-only",
    phrases: ["gnu affero general public license version 3 19 november 2007"],
    words: 5_550,
  },
  {
    spdx: "Unlicense",
    phrases: ["this is free and unencumbered software released into the public domain"],
    words: 215,
  },
  {
    spdx: "Zlib",
    phrases: [
      "altered source versions must be plainly marked as such and must not be misrepresented as being the original software",
    ],
    words: 145,
  },
  { spdx: "CC0-1.0", phrases: ["cc0 1 0 universal"], words: 1_050 },
  {
    spdx: "CC-BY-4.0",
    phrases: ["creative commons attribution 4 0 international public license"],
    words: 3_000,
  },
  {
    spdx: "CC-BY-SA-4.0",
    phrases: ["creative commons attribution sharealike 4 0 international public license"],
    words: 3_300,
  },
  {
    spdx: "Python-2.0",
    phrases: ["python software foundation license version 2", "beopen python open source license agreement"],
    words: 2_100,
  },
  {
    spdx: "PSF-2.0",
    phrases: ["python software foundation license version 2"],
    unless: ["beopen python open source license agreement"],
    words: 400,
  },
  { spdx: "BSL-1.0", phrases: ["boost software license version 1 0"], words: 230 },
  { spdx: "EPL-2.0", phrases: ["eclipse public license v 2 0"], words: 2_300 },
  { spdx: "ZPL-2.1", phrases: ["zope public license zpl version 2 1"], words: 300 },
  {
    spdx: "HPND",
    phrases: [
      "for any purpose and without fee is hereby granted provided that the above copyright notice appear in all copies and that both",
    ],
    words: 190,
  },
  { spdx: "WTFPL", phrases: ["do what the fuck you want to public license"], words: 70 },
];

/** Terms that take back what a known text grants. */
const RESTRICTIONS =
  /\b(commons clause|(?<!commercial or )non ?commercial|not (?:for )?evil|all rights reserved no part|enterprise (?:edition|license)|additional use grant|evaluation purposes only|ethical source)\b/;
/** The one place where a free licence's own text speaks of such terms. */
const GPL_2_OFFER = "this alternative is allowed only for noncommercial distribution";
/** Words beyond the recognised texts that make a file something else (a list of what is bundled is shorter). */
const MAX_FOREIGN_WORDS = 600;

/**
 * SPDX expression for the text of a licence file: every licence whose text it holds, joined by `AND`. `undefined` where
 * none is recognised, or where the file says much more than that or restricts what it grants.
 */
export function recogniseLicence(text: string): string | undefined {
  const tag = findSpdxTag(text);
  if (tag !== undefined) return tag;
  const words = normalise(text).replace(GPL_2_OFFER, "");
  if (RESTRICTIONS.test(words)) return undefined;
  const found = LICENCE_TEXTS.filter(
    ({ phrases, unless = [] }) =>
      phrases.every((phrase) => words.includes(phrase)) && !unless.some((phrase) => words.includes(phrase)),
  );
  const expected = found.reduce((sum, licence) => sum + licence.words * timesIn(words, licence), 0);
  const foreign = words.split(" ").length - expected;
  if (found.length === 0 || foreign > MAX_FOREIGN_WORDS + expected * 0.1) return undefined;
  return joinExpressions(found.map(({ spdx }) => spdx));
}

/** The expression of an `SPDX-License-Identifier:` line, at the start of a line or comment. */
export function findSpdxTag(text: string): string | undefined {
  const expression = /^[^\w\n]{0,8}SPDX-License-Identifier:\s*([A-Za-z0-9.+() -]+)/m.exec(text)?.[1]?.trim();
  return expression !== undefined && isSpdxExpression(expression) ? expression : undefined;
}

/** True for text of the form of an SPDX expression; its identifiers are not looked up. */
export function isSpdxExpression(text: string): boolean {
  const identifier = String.raw`\(*(?:LicenseRef-)?[A-Za-z0-9][A-Za-z0-9.-]*\+?\)*`;
  return new RegExp(String.raw`^${identifier}(?: (?:AND|OR|WITH) ${identifier})*$`).test(text);
}

/** One expression for several that all apply, without repetition. */
export function joinExpressions(expressions: readonly string[]): string | undefined {
  const distinct = [...new Set(expressions)].sort();
  if (distinct.length < 2) return distinct[0];
  return distinct
    .map((expression) => (/ OR /.test(expression) ? `(${expression})` : expression))
    .join(" AND ");
}

/** Files that list what is bundled repeat a text for each holder. */
function timesIn(words: string, { phrases }: LicenceText): number {
  return words.split(phrases[0] ?? "").length - 1;
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .split("\n")
    .filter((line) => !/^\W*(?:copyright\b|\(c\)|©)/.test(line))
    .join("\n")
    .replaceAll("licence", "license")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}
