import { describeBadInputs } from "./bad-input-suite.ts";

describeBadInputs(["text", "size", "other", "effects", "values"]);
