"use strict";
// Reporter of mocha: lines of JSON for all tests that there are, and for each as it begins and ends. Tests whose ids stand in the file $DIORAMA_SKIP are left out.
// In the syntax of ES2015: an old compiler that the tests are loaded through reads this too.

const { openSync, readFileSync, realpathSync, writeSync } = require("node:fs");
const { relative } = require("node:path");

const root = realpathSync(process.env.DIORAMA_ROOT || ".");
const seen = new Map();
/** Time for what ends by itself. */
const EXIT_MS = 5000;

/** Opened before any test runs: tests that spoil `Object.prototype` break what takes options. */
const told = openSync(process.env.DIORAMA_REPORT, "a");

function tell(event) {
  writeSync(told, `${JSON.stringify(event)}\n`);
}

function describe(test) {
  const names = [];
  for (let each = test; each !== undefined; each = each.parent) if (each.title) names.unshift(each.title);
  const file = test.file || (test.parent && test.parent.file) || "";
  return { path: file === "" ? "" : relative(root, file), names };
}

function eachTest(suite, visit) {
  suite.tests.forEach(visit);
  suite.suites.forEach((inner) => eachTest(inner, visit));
}

module.exports = function report(runner) {
  const skipped = new Set(JSON.parse(readFileSync(process.env.DIORAMA_SKIP, "utf8")));
  const indices = new Map();
  const leftOut = new Set();
  const collect = (test) => {
    if (runner._grep && runner._grep.test(test.fullTitle()) === Boolean(runner._invert)) return;
    const { path, names } = describe(test);
    const id = `mocha:${[path, ...names].join("::")}`;
    const count = (seen.get(id) || 0) + 1;
    seen.set(id, count);
    indices.set(test, indices.size);
    if (!skipped.has(count === 1 ? id : `${id}#${count}`)) return;
    test.pending = true;
    leftOut.add(test);
  };
  const tellOf = (test, event) => tell(Object.assign(event, { index: indices.get(test) }, describe(test)));
  const end = (outcome) => (test, error) => {
    const message = error ? String(error.stack || error) : "";
    if (!leftOut.has(test)) tellOf(test, { event: "finished", outcome, message });
  };
  // Only now is it known which tests the command chose.
  runner.on("start", () => {
    eachTest(runner.suite, collect);
    tell({ event: "collected", tests: [...indices.keys()].map(describe) });
  });
  runner.on("test", (test) => tellOf(test, { event: "started" }));
  runner.on("pass", end("passed"));
  runner.on("pending", end("skipped"));
  runner.on("fail", end("failed"));
  runner.on("end", () => {
    tell({ event: "ended" });
    // What a test left open, as a server, would hold the process for ever. Its exit code is mocha's, which sets it while it exits.
    setTimeout(() => process.exit(), EXIT_MS).unref();
  });
};
