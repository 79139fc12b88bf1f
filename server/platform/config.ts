import { Ajv, type ErrorObject } from "ajv";
import path from "node:path";
import { configSchema, type Config } from "./configSchema";

export type { Config } from "./configSchema";

/** Settings that cannot be used; the message has one line for each. */
export class ConfigError extends Error {}

/** The variable of a setting: `dataDirectory` is `DATA_DIRECTORY`. */
export const variableOf = (setting: string): string =>
  setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const validate = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
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
  if (validate(settings)) return withAbsoluteFolder(settings);
  const lines = (validate.errors ?? []).map(describe);
  throw new ConfigError([...new Set(lines)].join("\n"));
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
