// Makes a checkout ready: dependencies through npm, bubblewrap through apt-get (uv is fetched when it is first needed). Runs on
// Node 20 without any dependency, does nothing where nothing is missing, prints the command to type where it may not act itself.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Sets up what is missing. Exits with 2 where something indispensable cannot be had. */
export function setUp() {
  requireProgram("git", ["--version"], "apt-get install git");
  requireProgram("python3", ["--version"], "apt-get install python3");
  installDependencies();
  installBubblewrap();
}

function installDependencies() {
  if (areDependenciesCurrent()) return;
  say("Installing dependencies: npm ci");
  run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root });
  if (spawnSync(join(root, "node_modules/node/bin/node"), ["--version"]).status === 0) return;
  if (Number(process.versions.node.split(".")[0]) >= 24) return;
  // npm may be configured not to run install scripts, and the Node 24 package brings its program in one.
  run("npm", ["rebuild", "node", "--foreground-scripts", "--ignore-scripts=false"], { cwd: root });
}

/** True where every locked package is installed in the locked version. */
function areDependenciesCurrent() {
  const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined);
  const locked = read(join(root, "package-lock.json"));
  const installed = read(join(root, "node_modules", ".package-lock.json"));
  if (locked === undefined || installed === undefined) return false;
  return Object.entries(locked).every(
    ([path, { version, optional, devOptional }]) =>
      path === "" ||
      installed[path]?.version === version ||
      ((optional || devOptional) && installed[path] === undefined),
  );
}

function installBubblewrap() {
  if (process.platform !== "linux" || isProgram("bwrap", ["--version"])) return;
  const asRoot = process.getuid() === 0 ? [] : ["sudo", "--non-interactive"];
  const mayAct = asRoot.length === 0 || isProgram("sudo", ["--non-interactive", "true"]);
  if (!isProgram("apt-get", ["--version"]) || !mayAct) {
    say(
      "bubblewrap is missing; another way of isolating is tried. To install it: sudo apt-get install bubblewrap",
    );
    return;
  }
  say("Installing bubblewrap: apt-get install bubblewrap");
  const install = () => {
    const [program, ...rest] = [
      ...asRoot,
      "apt-get",
      "install",
      "--yes",
      "--quiet",
      "--no-install-recommends",
      "bubblewrap",
    ];
    return spawnSync(program, rest, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status;
  };
  if (install() === 0) return;
  const [program, ...rest] = [...asRoot, "apt-get", "update", "--quiet"];
  spawnSync(program, rest, { stdio: "ignore" });
  if (install() !== 0)
    say("apt-get could not install bubblewrap; another way of isolating is tried (see: bin/diorama doctor).");
}

function requireProgram(name, probe, remedy) {
  if (!isProgram(name, probe)) fail(`${name} is missing.`, remedy);
}

function isProgram(name, probe) {
  return spawnSync(name, probe, { stdio: "ignore" }).status === 0;
}

function run(program, programArguments, options) {
  const { status, error } = spawnSync(program, programArguments, { stdio: ["ignore", 2, 2], ...options });
  if (status !== 0)
    fail(
      `${program} ${programArguments.join(" ")} failed${error ? `: ${error.message}` : "."}`,
      `cd ${root} && npm ci`,
    );
}

function fail(message, remedy) {
  say(`${message}\nType: ${remedy}`);
  process.exit(2);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUp();
  say("Set up. What this machine can do: bin/diorama doctor");
}
