import { expect, test } from "vitest";

import { chooseNames } from "../../../src/curation/renamed/choose-names.ts";
import { readWords, RENAMING_PARTS } from "../../../src/curation/renamed/read-words.ts";
import { renameObservation, renameRecipe } from "../../../src/curation/renamed/rename-values.ts";
import { Renaming } from "../../../src/curation/renamed/renaming.ts";
import { loadLanguage, withParts } from "../../../src/languages/index.ts";

const language = withParts(await loadLanguage("python"), RENAMING_PARTS, "rename");

const CLERK = `# Copyright (c) 2019 Somebody
"""Keeps jars, see https://example.org/larder."""
import json
from .shelving import Shelf, settle_jars as settle
from collections import OrderedDict

__author__ = "Somebody"
__all__ = ["Clerk", "make_note"]


class ClerkError(ValueError):
    pass


class Clerk(OrderedDict):
    """A clerk who fills a Shelf, by way of settle_jars."""

    def __init__(self, shelf: "Shelf", patience=3):
        self.shelf = shelf
        self.__patience = patience
        self._noted = []

    def keep(self, jar_count):
        method = getattr(self, "keep_" + str(jar_count))
        return method()

    def keep_one(self):
        found = json.loads("[1]")
        return settle(self.shelf, jar_count=found[0])

    def update(self, jar_count):
        return self.shelf.title()


def make_note(jar_count, **details):
    if jar_count < 0:
        raise ClerkError(f"bad {jar_count}")
    return dict(details, weight=jar_count)


def weigh_note(jar_count):
    weight_sum = 0
    for one_jar in range(jar_count):
        weight_sum += one_jar
    return make_note(jar_count, colour=weight_sum)["colour"]
`;

const SHELVING = `class Shelf:
    def title(self):
        return "larder"

    def colour(self):
        return self.width


def settle_jars(shelf, jar_count):
    return shelf.width - jar_count
`;

const isOwn = (module: string): boolean => module.startsWith(".") || module.split(".")[0] === "larder";
const titles = ["larder"];

function rename(texts: Readonly<Record<string, string>>, seed = "0") {
  const files = Object.entries(texts).map(([path, text]) => {
    const names = language.rewriting.naming.names(path, text);
    if (names === undefined) throw new Error(`${path} cannot be read`);
    return { path, text, names, structure: language.structure.read(path, text) };
  });
  const outside = {
    always: new Set(["title", "range", "dict", "str", "getattr", "ValueError", "update"]),
    modules: new Map([["json", new Set(["loads"])]]),
    missing: new Set<string>(),
  };
  const chosen = chooseNames(readWords(files, language, { isOwn, titles }), files, { outside, seed });
  const newTitle = chosen.names.get("larder") ?? "project";
  return { chosen, renaming: new Renaming(language, chosen.names, { isOwn, titles, newTitle }) };
}

const TREE = { "larder/clerk.py": CLERK, "larder/shelving.py": SHELVING, "larder/__init__.py": "" };

test("names that something else may look up stay, each with its reason", () => {
  const { chosen } = rename(TREE);
  expect(Object.fromEntries(chosen.stay)).toMatchObject({
    title: "outside",
    update: "outside",
    keep_one: "in_text",
    colour: "any_name",
    __init__: "fixed",
    self: "short",
  });
  for (const name of [
    "Clerk",
    "ClerkError",
    "Shelf",
    "settle_jars",
    "jar_count",
    "shelf",
    "larder",
    "clerk",
    "shelving",
  ])
    expect(chosen.names.get(name), name).toBeDefined();
});

test("new names keep the style, are all different, and are none that the repository has", () => {
  const { chosen } = rename(TREE);
  const made = [...chosen.names.values()];
  expect(new Set(made).size).toBe(made.length);
  for (const [name, other] of chosen.names) {
    expect(`${CLERK}${SHELVING}`).not.toMatch(new RegExp(`\\b${other}\\b`, "u"));
    expect(/^_*/u.exec(other)?.[0]).toBe(/^_*/u.exec(name)?.[0]);
    expect(/^_*\p{Lu}/u.test(other)).toBe(/^_*\p{Lu}/u.test(name));
  }
});

test("the same seed gives the same names, another one others", () => {
  expect([...rename(TREE).chosen.names]).toEqual([...rename(TREE).chosen.names]);
  expect([...rename(TREE, "1").chosen.names]).not.toEqual([...rename(TREE).chosen.names]);
});

test("code changes in names alone, line by line, and no longer says whose it is", () => {
  const { renaming } = rename(TREE);
  const renamed = renaming.code("larder/clerk.py", CLERK);
  const to = (name: string): string => renaming.name(name);
  expect(renamed.split("\n")).toHaveLength(CLERK.split("\n").length);
  expect(renamed).not.toMatch(/Somebody|example\.org|larder|Shelf|jar_count|Clerk\b/u);
  expect(renamed).toContain(
    `from .${to("shelving")} import ${to("Shelf")}, ${to("settle_jars")} as ${to("settle")}`,
  );
  expect(renamed).toContain(`__all__ = ["${to("Clerk")}", "${to("make_note")}"]`);
  expect(renamed).toContain(`${to("shelf")}: "${to("Shelf")}"`);
  expect(renamed).toContain(`by way of ${to("settle_jars")}`);
  expect(renamed).toContain('getattr(self, "keep_" + str(');
  expect(renaming.code("larder/shelving.py", SHELVING)).toContain(`return "${to("larder")}"`);
  expect(renaming.path("larder/clerk.py")).toBe(`${to("larder")}/${to("clerk")}.py`);
});

test("a name that begins a sentence is one too; common words are none", () => {
  const { renaming } = rename(TREE);
  const to = renaming.name("keep");
  expect(renaming.prose("Keep it, and keep all.")).toBe(
    `${to.slice(0, 1).toUpperCase()}${to.slice(1)} it, and ${to} all.`,
  );
});

test("cases change in names, not in the texts that are their values", () => {
  const { renaming } = rename(TREE);
  const to = (name: string): string => renaming.name(name);
  const clerk = {
    object: {
      class: "larder.clerk:Clerk",
      state: { shelf: "shelf", _Clerk__patience: 3 },
      base: { dict: [["shelf", "larder"]] },
    },
  };
  const asked = {
    function: {
      text: "lambda each: each.shelf == 'shelf'",
      values: { Clerk: { named: "larder.clerk:Clerk" } },
    },
  };
  const recipe = renameRecipe(
    {
      call: "keep",
      shared: [],
      receiver: clerk,
      positional: ["shelf", { named: "larder.clerk:Clerk.keep" }, { named: "json:loads" }, asked],
      keywords: { jar_count: "jar_count" },
      files: {},
      variables: {},
    },
    renaming,
    "larder/clerk.py",
  );
  const module = `${to("larder")}.${to("clerk")}`;
  expect(recipe).toEqual({
    call: to("keep"),
    shared: [],
    receiver: {
      object: {
        class: `${module}:${to("Clerk")}`,
        state: { [to("shelf")]: "shelf", [`_${to("Clerk")}${to("__patience")}`]: 3 },
        base: { dict: [["shelf", "larder"]] },
      },
    },
    positional: [
      "shelf",
      { named: `${module}:${to("Clerk")}.${to("keep")}` },
      { named: "json:loads" },
      {
        function: {
          text: `lambda each: each.${to("shelf")} == 'shelf'`,
          values: { [to("Clerk")]: { named: `${module}:${to("Clerk")}` } },
        },
      },
    ],
    keywords: { [to("jar_count")]: "jar_count" },
    files: {},
    variables: {},
  });
  const raised = renameObservation(
    {
      status: "raised",
      exception: { class: "larder.clerk:ClerkError", bases: ["builtins:ValueError"], message: "shelf" },
      positional: [],
      keywords: {},
      files: {},
    },
    renaming,
    "larder/clerk.py",
  );
  expect(raised).toMatchObject({
    exception: { class: `${module}:${to("ClerkError")}`, bases: ["builtins:ValueError"], message: "shelf" },
  });
});
