/** How the SPEC of a model behind an endpoint of OpenAI's kind is written. */
export const OPENAI_FORM = "openai:MODEL@BASE_URL";
