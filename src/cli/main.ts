import { endWithLauncher } from "./launcher.ts";
import { runProgram } from "./program.ts";

endWithLauncher();
const { argv, stdout, stderr } = process;
process.exitCode = await runProgram({ argv: argv.slice(2), stdout, stderr });
