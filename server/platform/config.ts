import { Ajv, type ErrorObject } from "ajv";
import { isIP } from "node:net";
import path from "node:path";
import { configSchema, type Config } from "./configSchema";
import { feedSettingProblems } from "./feedSettings";

export type { Config } from "./configSchema";

/** Settings that cannot be used; the message has one line for each. */
export class ConfigError extends Error {}

/** The variable of a setting: `dataDirectory` is `DATA_DIRECTORY`. */
export const variableOf = (setting: string): string =>
  setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** What stands between commas. */
const partsOf = (text: string): string[] =>
  text.split(",").flatMap((part) => part.trim() || []);

/** A name that the proxy check knows, an IP address or a range such as /8. */
function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits = "1", ...more] = text.split("/");
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const isRange = /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most;
  return isRange && more.length === 0;
}

const validate = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  // Range keywords also judge Infinity.
  strictNumbers: false,
  formats: {
    addresses: (text: string) =>
      partsOf(text).every((one) => URL.canParse(one)),
    proxies: (text: string) => partsOf(text).every(isProxy),
  },
}).compile<Config>(configSchema);

/**
 * The settings from environment variables; an empty one counts as unset.
 * Throws ConfigError with a line for each wrong one: its name and the reason,
 * never the value, which may hold a password.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const settings: unknown = Object.fromEntries(
    Object.keys(configSchema.properties).flatMap((setting) => {
      const text = environment[variableOf(setting)]?.trim();
      return text ? [[setting, text]] : [];
    }),
  );
  const isValid = validate(settings);
  const feedLines = feedSettingProblems(environment);
  if (isValid && feedLines.length === 0) return withAbsoluteFolder(settings);
  const reasons = new Map<string, string>();
  for (const error of validate.errors ?? [])
    if (!reasons.has(error.instancePath))
      reasons.set(error.instancePath, describe(error));
  throw new ConfigError([...reasons.values(), ...feedLines].join("\n"));
}

/** `:memory:` is no folder but an embedded database that keeps nothing. */
function withAbsoluteFolder(config: Config): Config {
  const { dataDirectory } = config;
  return dataDirectory === ":memory:"
    ? config
    : { ...config, dataDirectory: path.resolve(dataDirectory) };
}

function describe({ instancePath, keyword, message, params }: ErrorObject) {
  const name = variableOf(instancePath.slice(1));
  if (keyword === "enum" && "allowedValues" in params)
    return `Setting ${name} must be one of ${String(params.allowedValues).replaceAll(",", ", ")}`;
  return `Setting ${name} ${message ?? "is wrong"}`;
}
