// Loaded before a program (`node --import`): notes which function of TRACE_ROOT is called from which line of it, natives between them passed over, and
// writes that to a file of TRACE_OUT at exit, with where text was put into each file.
import { randomUUID } from "node:crypto";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript-api";

const root = `${realpathSync(process.env.TRACE_ROOT)}/`;
const files = [];
const calls = new Map();
const fileIds = new Map();

function isTraced(path) {
  return path.startsWith(root) && !path.includes("/node_modules/") && /\.[mc]?js$/u.test(path);
}

function instrument(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const insertions = [];
  const id = files.length;
  const add = (at, inserted) => insertions.push({ at, text: inserted });
  const visit = (node) => {
    const isGenerator = node.asteriskToken !== undefined;
    if (ts.isFunctionLike(node) && node.body !== undefined && !isGenerator) {
      const enter = `globalThis.__trace?.(${id},${node.getStart(file)})`;
      if (ts.isBlock(node.body)) {
        let last = node.body.getStart(file) + 1;
        for (const statement of node.body.statements) {
          if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break;
          last = statement.end;
        }
        add(last, `;${enter};`);
      } else {
        add(node.body.getStart(file), `(${enter},`);
        add(node.body.end, ")");
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  insertions.sort((a, b) => a.at - b.at);
  let changed = "";
  let from = 0;
  for (const each of insertions) {
    changed += text.slice(from, each.at) + each.text;
    from = each.at;
  }
  changed += text.slice(from);
  const lines = [0];
  for (let index = 0; index < changed.length; index++) if (changed[index] === "\n") lines.push(index + 1);
  files.push({
    path: path.slice(root.length),
    insertions: insertions.map(({ at, text }) => [at, text.length]),
    lines,
  });
  fileIds.set(path, id);
  return changed;
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith("file:")) return next(url, context);
    const path = fileURLToPath(url);
    if (!isTraced(path)) return next(url, context);
    const loaded = next(url, context);
    if (typeof loaded.source !== "string" && !["module", "commonjs"].includes(loaded.format)) return loaded;
    return { ...loaded, source: instrument(path, readFileSync(path, "utf8")) };
  },
});

function pathOfFrame(frame) {
  const name = frame.getFileName();
  if (name === null || name === undefined) return undefined;
  return name.startsWith("file:") ? fileURLToPath(name) : name;
}

let isBusy = false;
globalThis.__trace = function trace(file, at) {
  if (isBusy) return;
  isBusy = true;
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 8;
    Error.prepareStackTrace = (_, frames) => frames;
    const holder = {};
    Error.captureStackTrace(holder, trace);
    const frames = holder.stack;
    if (!Array.isArray(frames) || frames.length < 2) return;
    let depth = 1;
    while (depth < frames.length && pathOfFrame(frames[depth]) === undefined && !frames[depth].isAsync())
      depth++;
    const caller = frames[depth];
    if (caller === undefined || caller.isAsync() || frames[1].isAsync()) return;
    const from = fileIds.get(pathOfFrame(caller));
    if (from === undefined) return;
    const offset = files[from].lines[caller.getLineNumber() - 1] + caller.getColumnNumber() - 1;
    const key = `${from}:${offset}:${file}:${at}`;
    calls.set(key, (calls.get(key) ?? 0) + 1);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
    isBusy = false;
  }
};

process.on("exit", () => {
  const told = {
    files: files.map(({ path, insertions }) => ({ path, insertions })),
    calls: [...calls.keys()],
  };
  writeFileSync(join(process.env.TRACE_OUT, `${randomUUID()}.json`), JSON.stringify(told));
});
