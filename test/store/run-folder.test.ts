import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { asHostPath, DioramaError, type HostPath } from "../../src/base/index.ts";
import { readRunRecord, RunFolder, toolVersion, type RunPurpose } from "../../src/store/index.ts";

const purpose: RunPurpose = {
  kind: "build",
  options: { seed: 0, sources: ["pypi:toml@0.10.2"] },
  tool: "diorama 0.1.0",
};

const storeUrl = new URL("../../src/store/index.ts", import.meta.url).href;

let directory: string;
let path: HostPath;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-store-"));
  path = asHostPath(join(directory, "runs", "first"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function catchError(act: () => unknown): DioramaError {
  try {
    act();
  } catch (error) {
    if (error instanceof DioramaError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

describe("a run folder", () => {
  test("is new, then resumed with its records, then finished", () => {
    {
      using folder = RunFolder.open(path, purpose);
      expect(folder.state).toBe("new");
      folder.append("targets/tried", { target: "dumps" });
      folder.append("targets/tried", { target: "loads" });
    }
    {
      using folder = RunFolder.open(path, purpose);
      expect(folder.state).toBe("resumed");
      expect(folder.records("targets/tried")).toEqual([{ target: "dumps" }, { target: "loads" }]);
      expect(folder.records("not-begun")).toEqual([]);
      folder.finish();
    }
    using folder = RunFolder.open(path, purpose);
    expect(folder.state).toBe("finished");
    expect(readRunRecord(path)).toMatchObject({ kind: "build", tool: "diorama 0.1.0", state: "finished" });
  });

  test("loses only the record that a crash cut short, and can be appended to after it", () => {
    {
      using folder = RunFolder.open(path, purpose);
      folder.append("tried", { target: "dumps" });
    }
    appendFileSync(join(path, "tried.jsonl"), '{"target": "lo');
    using folder = RunFolder.open(path, purpose);
    expect(folder.records("tried")).toEqual([{ target: "dumps" }]);
    folder.append("tried", { target: "loads" });
    expect(folder.records("tried")).toEqual([{ target: "dumps" }, { target: "loads" }]);
  });

  test("replaces a stage as a whole and goes on appending to what is there then", () => {
    using folder = RunFolder.open(path, purpose);
    for (const target of ["dumps", "dumps", "loads"]) folder.append("tried", { target });
    folder.replace("tried", [{ target: "dumps" }]);
    folder.append("tried", { target: "loads" });
    expect(folder.records("tried")).toEqual([{ target: "dumps" }, { target: "loads" }]);
  });

  test("is not opened over anything else", () => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "thesis.tex"), "");
    expect(catchError(() => RunFolder.open(path, purpose))).toMatchObject({
      name: "UsageError",
      code: "folder-not-empty",
      message: expect.stringContaining("thesis.tex"),
    });
  });

  test.each([
    { code: "other-kind", change: { kind: "evaluate" }, says: 'made by "build", not by "evaluate"' },
    {
      code: "other-version",
      change: { tool: "diorama 0.2.0" },
      says: "made by diorama 0.1.0, this is diorama 0.2.0",
    },
    {
      code: "other-options",
      change: { options: { seed: 1, sources: ["pypi:toml@0.10.2"] } },
      says: "with other options (seed 0, now 1)",
    },
  ])("is refused as $code and left unlocked", ({ code, change, says }) => {
    RunFolder.open(path, purpose)[Symbol.dispose]();
    const error = catchError(() => RunFolder.open(path, { ...purpose, ...change }));
    expect(error).toMatchObject({ name: "UsageError", code, message: expect.stringContaining(says) });
    expect(existsSync(join(path, "lock"))).toBe(false);
  });

  test("tells a damaged run.json", () => {
    RunFolder.open(path, purpose)[Symbol.dispose]();
    writeFileSync(join(path, "run.json"), "{}");
    expect(catchError(() => RunFolder.open(path, purpose)).code).toBe("corrupt-record");
    expect(catchError(() => readRunRecord(asHostPath(directory))).code).toBe("not-a-run");
  });
});

describe("the lock", () => {
  test("keeps a second opener out until the first is done", () => {
    const first = RunFolder.open(path, purpose);
    const error = catchError(() => RunFolder.open(path, purpose));
    expect(error).toMatchObject({ name: "UsageError", code: "folder-locked" });
    expect(error.message).toContain(`process ${process.pid}`);
    first[Symbol.dispose]();
    RunFolder.open(path, purpose)[Symbol.dispose]();
  });

  test("of a living process holds, of a killed one is taken over with its records", async () => {
    const program = `
      import { RunFolder } from ${JSON.stringify(storeUrl)};
      const folder = RunFolder.open(process.argv[1], ${JSON.stringify(purpose)});
      folder.append("tried", { target: "dumps" });
      process.stdout.write("locked");
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", program, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(holder.stdout, "data");
      expect(catchError(() => RunFolder.open(path, purpose)).message).toContain(`process ${holder.pid}`);
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "exit");
    }
    using folder = RunFolder.open(path, purpose);
    expect([folder.state, folder.records("tried")]).toEqual(["resumed", [{ target: "dumps" }]]);
  });

  test("of another process with the same number is taken over", () => {
    RunFolder.open(path, purpose)[Symbol.dispose]();
    const own = RunFolder.open(path, purpose);
    const lock = readFileSync(join(path, "lock"), "utf8");
    own[Symbol.dispose]();
    const { started, ...rest } = JSON.parse(lock) as { started: string };
    writeFileSync(join(path, "lock"), JSON.stringify({ ...rest, started: String(Number(started) - 1) }));
    using folder = RunFolder.open(path, purpose);
    expect(folder.state).toBe("resumed");
  });

  test("of another machine stands, and says which file to remove", () => {
    RunFolder.open(path, purpose)[Symbol.dispose]();
    writeFileSync(join(path, "lock"), JSON.stringify({ pid: 1, started: "1", place: "greenhouse" }));
    const error = catchError(() => RunFolder.open(path, purpose));
    expect(error.message).toContain("process 1 of greenhouse");
    expect(error.hint).toContain(join(path, "lock"));
  });
});

// A file system of 64 KiB needs a mount namespace, which not every machine gives.
const hasNamespaces = spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status === 0;

describe("a full disk", () => {
  test.runIf(hasNamespaces)(
    "is told by its code and leaves whole records only (needs a mount namespace)",
    () => {
      const program = `
      import { readFileSync } from "node:fs";
      import { RunFolder } from ${JSON.stringify(storeUrl)};
      using folder = RunFolder.open(process.argv[1], ${JSON.stringify(purpose)});
      let appended = 0, code = "none";
      try {
        for (; appended < 1000; appended++) folder.append("tried", { target: "dumps", text: "x".repeat(1000) });
      } catch (error) { code = error.code; }
      const isWhole = readFileSync(process.argv[1] + "/tried.jsonl", "utf8").endsWith("}\\n");
      process.stdout.write(JSON.stringify({ code, isWhole, lost: appended - folder.records("tried").length, some: appended > 10 }));`;
      const script = 'mount -t tmpfs -o size=64k none "$1" && exec "$2" --input-type=module --eval "$3" "$1"';
      const { stdout, stderr } = spawnSync(
        "unshare",
        ["--map-root-user", "--mount", "sh", "-c", script, "sh", directory, process.execPath, program],
        { encoding: "utf8" },
      );
      expect({ stdout, stderr }).toEqual({
        stdout: JSON.stringify({ code: "disk-full", isWhole: true, lost: 0, some: true }),
        stderr: "",
      });
    },
  );
});

test("the tool's version is that of package.json", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(toolVersion()).toBe(`diorama ${version}`);
});
