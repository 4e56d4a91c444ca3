import type { EnvironmentRecipe } from "../../spec/index.ts";
import { languageVersionOf } from "./own-library.ts";

/** An image with the locked dependencies and the masked tree, for harnesses that run containers. */
export function containerFileFor(recipe: EnvironmentRecipe): string {
  const { import_roots, requested } = recipe;
  const path = import_roots.map((root) => (root === "." ? "/workspace" : `/workspace/${root}`)).join(":");
  return [
    `FROM python:${languageVersionOf(recipe)}-slim`,
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

/** In double quotes, with nothing that Docker would expand. */
function quotedForDocker(value: string): string {
  return `"${value.replaceAll(/["\\$]/g, "\\$&")}"`;
}
