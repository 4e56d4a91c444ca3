import type { ModelProvider } from "./model.ts";
import { OPENAI_FORM } from "./openai-form.ts";

/** Every provider: how its SPEC is written, and where it is loaded from on first use. */
export const modelProviders = {
  openai: {
    form: OPENAI_FORM,
    load: async () => (await import("./openai.ts")).openAiProvider,
  },
  replay: {
    form: "replay:FILE",
    load: async () => (await import("./replay.ts")).replayProvider,
  },
} satisfies Record<string, { readonly form: string; readonly load: () => Promise<ModelProvider> }>;

/** A name in the registry. */
export type ModelProviderName = keyof typeof modelProviders;

/** The SPECs there are, as messages and `--help` list them. */
export const modelForms: readonly string[] = Object.values(modelProviders).map(({ form }) => form);

/** True where a SPEC begins with the name of a provider. */
export function isProvidedModel(spec: string): boolean {
  return Object.hasOwn(modelProviders, providerOf(spec));
}

/** Splits `PROVIDER:rest`. */
export function providerOf(spec: string): string {
  return spec.slice(0, Math.max(0, spec.indexOf(":")));
}
