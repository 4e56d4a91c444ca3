import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  readIndexConfiguration as read,
  type PackageIndexConfiguration,
} from "../../../src/sources/index.ts";
import { givenFolder, writeFiles } from "../given.ts";

/** The configuration with a system folder that holds nothing. */
function readIndexConfiguration(
  variables: Readonly<Record<string, string>>,
  home: string,
): PackageIndexConfiguration {
  return read(variables, home, join(home, "system"));
}

describe("the configuration of Python's clients", () => {
  test("is the public index where nothing is configured", () => {
    const configuration = readIndexConfiguration({ PIP_CONFIG_FILE: "/dev/null" }, givenFolder());
    expect(configuration).toEqual({
      indexUrl: "https://pypi.org/simple",
      extraIndexUrls: [],
      findLinks: [],
      caFile: undefined,
      proxy: undefined,
      proxyVariables: {},
      trustedHosts: [],
      credentials: [],
    });
  });

  test("comes from pip's files, the later ones and the section for installing winning", () => {
    const home = givenFolder();
    writeFiles(home, {
      "system/xdg/pip/pip.conf":
        "[global]\nindex-url = http://system.example/simple\ntimeout: 3\nproxy = proxy.example:3128\n",
      ".pip/pip.conf": "[global]\nindex_url = http://legacy.example/simple\ncert = /etc/legacy.pem\n",
      ".config/pip/pip.conf": [
        "[global]",
        "; the bakery's own",
        "index-url = https://baker:s%40lt@index.example:8443/simple/",
        "extra-index-url =",
        "    http://one.example/simple",
        "    http://two.example/simple",
        "[install]",
        "trusted-host = one.example",
        "",
      ].join("\n"),
      ".netrc": "machine two.example login two password pass\ndefault login any password word\n",
    });
    expect(readIndexConfiguration({}, home)).toEqual({
      indexUrl: "https://index.example:8443/simple/",
      extraIndexUrls: ["http://one.example/simple", "http://two.example/simple"],
      findLinks: [],
      caFile: "/etc/legacy.pem",
      proxy: "proxy.example:3128",
      proxyVariables: {},
      trustedHosts: ["one.example"],
      credentials: [
        { host: "index.example:8443", user: "baker", password: "s@lt" },
        { host: "two.example", user: "two", password: "pass" },
        { host: undefined, user: "any", password: "word" },
      ],
    });
  });

  test("comes from uv's file before pip's, and from variables before both", () => {
    const home = givenFolder();
    writeFiles(home, {
      ".config/pip/pip.conf": "[global]\nindex-url = http://pip.example/simple\n",
      ".config/uv/uv.toml": [
        'allow-insecure-host = ["inside.example"]',
        "[[index]]",
        'name = "inside-shop"',
        'url = "https://inside.example/simple"',
        "default = true",
        "[[index]]",
        'url = "https://more.example/simple"',
        "",
      ].join("\n"),
    });
    const credentials = { UV_INDEX_INSIDE_SHOP_USERNAME: "baker", UV_INDEX_INSIDE_SHOP_PASSWORD: "salt" };
    const fromFiles = readIndexConfiguration({ ...credentials }, home);
    expect(fromFiles).toMatchObject({
      indexUrl: "https://inside.example/simple",
      extraIndexUrls: ["https://more.example/simple"],
      trustedHosts: ["inside.example"],
      credentials: [{ host: "inside.example", user: "baker", password: "salt" }],
    });
    const variables = {
      PIP_INDEX_URL: "http://variable.example/simple",
      PIP_EXTRA_INDEX_URL: "http://a.example http://b.example",
      SSL_CERT_FILE: "/etc/ssl/all.pem",
      HTTPS_PROXY: "http://proxy.example:3128",
      no_proxy: "localhost",
    };
    const fromVariables = readIndexConfiguration({ ...variables }, home);
    expect(fromVariables).toMatchObject({
      indexUrl: "http://variable.example/simple",
      extraIndexUrls: ["http://a.example", "http://b.example"],
      caFile: "/etc/ssl/all.pem",
      proxyVariables: { https_proxy: "http://proxy.example:3128", no_proxy: "localhost" },
    });
    const uvWins = { ...variables, UV_DEFAULT_INDEX: "best=http://best.example/simple" };
    expect(readIndexConfiguration({ ...uvWins }, home).indexUrl).toBe("http://best.example/simple");
    const none = readIndexConfiguration({ PIP_NO_INDEX: "1", PIP_FIND_LINKS: "/srv/wheels" }, home);
    expect(none).toMatchObject({ indexUrl: undefined, extraIndexUrls: [], findLinks: ["/srv/wheels"] });
  });

  test("survives files that are no configuration", () => {
    const home = givenFolder();
    writeFiles(home, {
      ".config/pip/pip.conf": "index-url\n[global\n = x\n",
      ".config/uv/uv.toml": "not [ toml",
      ".netrc": "machine",
    });
    expect(readIndexConfiguration({}, home).indexUrl).toBe("https://pypi.org/simple");
  });
});
