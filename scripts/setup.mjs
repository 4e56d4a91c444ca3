// Makes a checkout ready: dependencies through npm, bubblewrap through apt-get (uv is fetched when it is first needed). Runs on
// Node 20 without any dependency, does nothing where nothing is missing, prints the command to type where it may not act itself.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Programs that wait are named again after this time, so that nobody takes them for hanging. */
const TELL_EVERY_MS = 4_000;
/** apt-get is given up after this time: the work goes on without bubblewrap. */
const APT_TIMEOUT_MS = 180_000;

/** Sets up what is missing. Exits with 2 where something indispensable cannot be had. */
export async function setUp() {
  requireProgram("git", ["--version"], "apt-get install git");
  requireProgram("python3", ["--version"], "apt-get install python3");
  await installDependencies();
  await installBubblewrap();
}

async function installDependencies() {
  if (areDependenciesCurrent()) return;
  const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  await demand("npm", ["ci", ...quiet], "Installing dependencies");
  if (spawnSync(join(root, "node_modules/node/bin/node"), ["--version"]).status === 0) return;
  if (Number(process.versions.node.split(".")[0]) >= 24) return;
  // npm may be configured not to run install scripts, and the Node 24 package brings its program in one.
  await demand("npm", ["rebuild", "node", "--ignore-scripts=false", ...quiet], "Installing Node 24");
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

/** Where it cannot be had or cannot work, the restricted sandbox is used; `diorama doctor` says what would help. */
async function installBubblewrap() {
  if (process.platform !== "linux" || isProgram("bwrap", ["--version"]) || !mayMakeUserNamespaces()) return;
  const asRoot = process.getuid() === 0 ? [] : ["sudo", "--non-interactive"];
  const mayAct = asRoot.length === 0 || isProgram("sudo", ["--non-interactive", "true"]);
  if (!isProgram("apt-get", ["--version"]) || !mayAct) {
    say(
      "bubblewrap is not installed: a weaker sandbox is used. To have the stronger one: see bin/diorama doctor",
    );
    return;
  }
  const options = ["-o", "Acquire::http::Timeout=30", "-o", "DPkg::Lock::Timeout=30", "--yes", "--quiet"];
  const apt = (...words) =>
    run([...asRoot, "apt-get", ...options, ...words], "Installing bubblewrap", APT_TIMEOUT_MS);
  const install = () => apt("install", "--no-install-recommends", "bubblewrap");
  const isInstalled = (await install()).isDone || (await apt("update"), await install()).isDone;
  if (!isInstalled)
    say("apt-get could not install bubblewrap: a weaker sandbox is used (see: bin/diorama doctor).");
}

/** Without them bubblewrap is of no use (default containers, hardened kernels, a chroot). */
function mayMakeUserNamespaces() {
  return !isProgram("unshare", ["--version"]) || isProgram("unshare", ["--user", "true"]);
}

function requireProgram(name, probe, remedy) {
  if (!isProgram(name, probe))
    fail(`${name} is missing.`, `${process.getuid?.() === 0 ? "" : "sudo "}${remedy}`);
}

function isProgram(name, probe) {
  return spawnSync(name, probe, { stdio: "ignore" }).status === 0;
}

async function demand(program, words, doing) {
  const { isDone, output } = await run([program, ...words], doing);
  if (!isDone) fail(`${output}${program} ${words[0]} failed.`, `cd ${root} && npm ci`);
}

/** Runs a program without showing its output, saying what it is and every few seconds that it still runs. */
function run([program, ...words], doing, timeoutMs = 0) {
  say(
    `${doing}: ${program} ${words.filter((word) => !word.startsWith("-") && !word.includes("=")).join(" ")}`,
  );
  const started = Date.now();
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const child = spawn(program, words, {
    cwd: root,
    env,
    timeout: timeoutMs,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ticking = setInterval(
    () => say(`${doing}: ${Math.round((Date.now() - started) / 1000)} s`),
    TELL_EVERY_MS,
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (output = (output + chunk).slice(-4_000)));
  child.on("error", (error) => (output += `${error.message}\n`));
  return new Promise((resolve) => {
    child.on("close", resolve);
  }).then((status) => {
    clearInterval(ticking);
    return { isDone: status === 0, output };
  });
}

function fail(message, remedy) {
  say(`${message}\nType: ${remedy}`);
  process.exit(2);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setUp();
  say("Set up. What this machine can do: bin/diorama doctor");
}
