import type { EnvironmentRecipe, SystemPackages } from "../../spec/index.ts";
import { languageVersionOf } from "./own-library.ts";

/** An image with the locked dependencies and the masked tree, for harnesses that run containers. */
export function containerFileFor(recipe: EnvironmentRecipe): string {
  const { import_roots, requested, system } = recipe;
  const suite = /^debian (\w+)$/.exec(system?.distribution ?? "")?.[1];
  const path = import_roots.map((root) => (root === "." ? "/workspace" : `/workspace/${root}`)).join(":");
  return [
    `FROM python:${languageVersionOf(recipe)}-slim${suite === undefined ? "" : `-${suite}`}`,
    ...(system === undefined ? [] : installingSystem(system, suite !== undefined)),
    "COPY requirements.lock /tmp/requirements.lock",
    "RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock",
    "COPY repository /workspace",
    "COPY check /check",
    `ENV PYTHONPATH=${path} PYTHONDONTWRITEBYTECODE=1`,
    ...Object.entries(requested?.env ?? {}).map(([name, value]) => `ENV ${name}=${quotedForDocker(value)}`),
    "WORKDIR /workspace",
    "",
  ].join("\n");
}

/** Packages of the system in their versions, those on which others rest included; on another distribution the wanted ones in the versions that it has. */
function installingSystem({ packages, wanted }: SystemPackages, isSame: boolean): string[] {
  const names = isSame ? packages.map(({ name, version }) => `${name}=${version}`) : wanted;
  const install = `apt-get install --yes --no-install-recommends ${names.join(" ")}`;
  return [`RUN apt-get update && ${install} && rm -rf /var/lib/apt/lists/*`];
}

/** In double quotes, with nothing that Docker would expand. */
function quotedForDocker(value: string): string {
  return `"${value.replaceAll(/["\\$]/g, "\\$&")}"`;
}
