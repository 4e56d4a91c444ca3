"use strict";
// Where the code is: in a checkout TypeScript, which Node runs as it stands; in an installed package what scripts/build.mjs made of it.

const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const root = join(__dirname, "..");
const isCheckout = existsSync(join(root, "src"));

/** The URL of a module, named by its path below src without the ending. */
const codeUrl = (path) =>
  pathToFileURL(isCheckout ? join(root, "src", `${path}.ts`) : join(root, "dist", `${path}.js`)).href;

module.exports = { root, isCheckout, codeUrl };
