import type { ModelProvider } from "./model.ts";

interface RegisteredProvider {
  /** How its SPEC is written. */
  readonly form: string;
  /** The variable that usually holds its key. */
  readonly keyVariable: string | undefined;
  /** Whether its services can answer one request with several samples (`n`). */
  readonly samplesAtOnce: boolean;
  readonly load: () => Promise<ModelProvider>;
}

/** Every provider; each is loaded on first use. */
export const modelProviders = {
  openai: {
    form: "openai:MODEL@BASE_URL",
    keyVariable: "OPENAI_API_KEY",
    samplesAtOnce: true,
    load: async () => (await import("./openai.ts")).openAiProvider,
  },
  anthropic: {
    form: "anthropic:MODEL",
    keyVariable: "ANTHROPIC_API_KEY",
    samplesAtOnce: false,
    load: async () => (await import("./anthropic.ts")).anthropicProvider,
  },
  completion: {
    form: "completion:MODEL@BASE_URL",
    keyVariable: "OPENAI_API_KEY",
    samplesAtOnce: true,
    load: async () => (await import("./openai.ts")).completionProvider,
  },
  replay: {
    form: "replay:FILE",
    keyVariable: undefined,
    samplesAtOnce: false,
    load: async () => (await import("./replay.ts")).replayProvider,
  },
} satisfies Record<string, RegisteredProvider>;

/** A name in the registry. */
export type ModelProviderName = keyof typeof modelProviders;

/** The SPECs there are, as messages and `--help` list them. */
export const modelForms: readonly string[] = Object.values(modelProviders).map(({ form }) => form);

/** True where a SPEC begins with the name of a provider. */
export function isProvidedModel(spec: string): boolean {
  return Object.hasOwn(modelProviders, providerOf(spec));
}

/** The variable that usually holds the key of a SPEC's service; undefined where it needs none. */
export function keyVariableOf(spec: string): string | undefined {
  return isProvidedModel(spec)
    ? modelProviders[providerOf(spec) as ModelProviderName].keyVariable
    : undefined;
}

/** Splits `PROVIDER:rest`. */
export function providerOf(spec: string): string {
  return spec.slice(0, Math.max(0, spec.indexOf(":")));
}
