import { describeBadInputs } from "../judge/bad-input-suite.ts";

describeBadInputs(["heavy"]);
