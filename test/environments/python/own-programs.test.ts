import { expect, test } from "vitest";

import { ownPrograms } from "../../../src/environments/python/own-programs.ts";
import { givenTree } from "./given-tree.ts";

test("scripts are written for what distributions among the products say, and for nothing else", () => {
  const { directory } = givenTree({
    "src/harbour-1.dist-info/entry_points.txt":
      "[console_scripts]\nharbour = harbour.cli:main\nTide-Gauge = harbour.gauge:Gauge.read [metal]\n../x = harbour:x\n\n[harbour.plugins]\nquay = harbour.quay:Quay\n\n[gui_scripts]\nchart=harbour:chart\n",
    "src/harbour/entry_points.txt": "[console_scripts]\nother = harbour:other\n",
  });
  const call = { program: "/layer/bin/python", guests: "/guest", searchPaths: ["/tree/src"], seed: 0 };
  const programs = ownPrograms(call, directory);
  expect([...programs.keys()]).toEqual(["harbour", "Tide-Gauge", "chart"]);
  expect(programs.get("Tide-Gauge")).toBe(
    [
      "#!/layer/bin/python",
      "import sys",
      'sys.path[1:1] = [path for path in ["/tree/src"] if path not in sys.path]',
      "from harbour.gauge import Gauge",
      'if __name__ == "__main__":',
      "    sys.exit(Gauge.read())",
      "",
    ].join("\n"),
  );
});
