import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig, variableOf } from "../../../server/platform/config";
import { configSchema } from "../../../server/platform/configSchema";

describe("settings", () => {
  it("have defaults; an empty variable counts as unset", () => {
    expect(readConfig({ DATABASE_URL: "", PORT: " " })).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      databaseUrl: "",
      dataDirectory: path.resolve(".data"),
      demo: "auto",
    });
  });

  it("are read from variables and converted to their types", () => {
    expect(
      readConfig({ PORT: "0", DEMO_SCALE: "0.05", DATA_DIRECTORY: ":memory:" }),
    ).toMatchObject({ port: 0, demoScale: 0.05, dataDirectory: ":memory:" });
  });

  it.each([
    ["TRUST_PROXY", "loopback, 10.0.0.0/8, 2001:db8::/32, 192.0.2.1"],
    ["DATABASE_URL", "postgres:///seriba?host=/run/postgresql"],
    ["PUBLIC_URL", "https://bids.example.com/"],
    ["CURRENCY_RATES", "USD=155.2, EUR=0.5"],
  ])("keep valid values unchanged: %s=%s", (name, value) => {
    expect(Object.values(readConfig({ [name]: value }))).toContain(value);
  });

  it.each([
    ["PORT", "70000"],
    ["PORT", "http"],
    ["DATABASE_URL", "mysql://root:secret@localhost/x"],
    ["PUBLIC_URL", "bids.example.com"],
    ["ALLOWED_ORIGINS", "any"],
    ["ALLOWED_ORIGINS", "https://*.example.com"],
    ["ALLOWED_ORIGINS", "https://a.example, b.example"],
    ["DATABASE_URL", "postgres://u:p%zz@:99999/x"],
    ["PUBLIC_URL", "https://[bad"],
    ["TRUST_PROXY", "10.0.0.1, proxy"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["DEMO_SCALE", "Infinity"],
    ["LOG_LEVEL", "loud"],
    ["DEMO_SCALE", "-1"],
    ["DEMO_SCALE", "1.5"],
    ["COOKIE_SECURE", "perhaps"],
    ["METRICS_TOKEN", "too-short"],
    ["METRICS_TOKEN", "has two words in it"],
    ["CURRENCY_RATES", "USD=0"],
    ["CURRENCY_RATES", "USD=155.2 EUR=170"],
  ])(
    "are rejected with name and reason, without the value: %s=%s",
    (name, value) => {
      const read = () => readConfig({ [name]: value });
      expect(read).toThrow(new RegExp(`^Setting ${name} must .+$`));
      expect(read).not.toThrow(value);
    },
  );

  it("name the folder of keys in production, where servers share a database", () => {
    const shared = {
      NODE_ENV: "production",
      DATABASE_URL: "postgresql://db/seriba",
    };
    expect(() => readConfig(shared)).toThrow(
      "Setting KEYS_DIRECTORY must be set with DATABASE_URL in production",
    );
    for (const more of [{ KEYS_DIRECTORY: "/keys" }, { DATABASE_URL: "" }])
      expect(() => readConfig({ ...shared, ...more })).not.toThrow();
  });

  it("are listed in docs/operating.md with default and meaning", () => {
    const text = readFileSync("docs/operating.md", "utf8");
    const rows = Object.entries(configSchema.properties).map(
      ([name, setting]) => {
        const initial = setting.default === "" ? "" : `\`${setting.default}\``;
        return [`\`${variableOf(name)}\``, initial, setting.description];
      },
    );
    const documented = text
      .split("\n")
      .filter((line) => /^\| `[A-Z_]+`/.test(line))
      .map((line) =>
        line
          .split("|")
          .slice(1, 4)
          .map((cell) => cell.trim()),
      );
    expect(documented).toEqual(rows);
  });
});
