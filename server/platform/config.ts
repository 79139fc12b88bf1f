import { Ajv, type ErrorObject } from "ajv";
import { isIP } from "node:net";
import path from "node:path";
import { configSchema, type Config } from "./configSchema";
import { feedSettingProblems } from "./feedSettings";

export type { Config } from "./configSchema";

/** Invalid settings. The message has one line for each of them. */
export class ConfigError extends Error {}

/** Returns the environment variable of a setting: `DATA_DIRECTORY`. */
export const variableOf = (setting: string): string =>
  setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/**
 * Whether the settings allow demo data. The password of the demo accounts is
 * public, so by default they exist only in an embedded database that is not
 * meant for others: never with DATABASE_URL, with PUBLIC_URL or in production.
 */
export function isDemoAllowed({
  demo,
  nodeEnv,
  databaseUrl,
  publicUrl,
}: Config): boolean {
  if (demo !== "auto") return demo === "on";
  return nodeEnv !== "production" && databaseUrl === "" && publicUrl === "";
}

/** Returns the entries of a comma-separated list. */
const entriesOf = (text: string): string[] =>
  text.split(",").flatMap((entry) => entry.trim() || []);

/** Whether text is a proxy name, an IP address or a range such as 10.0.0.0/8. */
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
  // Otherwise Ajv skips minimum and maximum for Infinity.
  strictNumbers: false,
  formats: {
    addresses: (text: string) =>
      entriesOf(text).every((address) => URL.canParse(address)),
    proxies: (text: string) => entriesOf(text).every(isProxy),
  },
}).compile<Config>(configSchema);

/**
 * Returns the settings from environment variables; an empty variable counts as
 * unset. Throws ConfigError with a line for each invalid setting. A line names
 * the setting and the reason, never the value, which may hold a password.
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
  const otherLines = [
    ...feedSettingProblems(environment),
    ...(isValid
      ? [
          ...replicaProblems(settings),
          ...mailProblems(settings),
          ...humanCheckProblems(settings),
          ...ssoProblems(settings),
          ...fileProblems(settings),
          ...keyProblems(settings),
        ]
      : []),
  ];
  if (isValid && otherLines.length === 0) return withAbsoluteFolder(settings);
  const reasons = new Map<string, string>();
  for (const error of validate.errors ?? [])
    if (!reasons.has(error.instancePath))
      reasons.set(error.instancePath, describe(error));
  throw new ConfigError([...reasons.values(), ...otherLines].join("\n"));
}

/** A replica without its server would be another database. */
const replicaProblems = ({ replicaUrl, databaseUrl }: Config): string[] =>
  replicaUrl === "" ? [] : missing({ databaseUrl }, "REPLICA_URL");

/** Links in mails need an address that no request can choose. */
function mailProblems({ mailUrl, mailFrom, publicUrl }: Config): string[] {
  return mailUrl === "" ? [] : missing({ mailFrom, publicUrl }, "MAIL_URL");
}

/** A check without its script could not be passed. */
function humanCheckProblems(config: Config): string[] {
  const { humanCheckScript, humanCheckSiteKey, humanCheckSecret } = config;
  return config.humanCheckUrl === ""
    ? []
    : missing(
        { humanCheckScript, humanCheckSiteKey, humanCheckSecret },
        "HUMAN_CHECK_URL",
      );
}

/** A provider does not serve a client that it does not know. */
const ssoProblems = ({
  ssoIssuer,
  ssoClientId,
  ssoClientSecret,
}: Config): string[] =>
  ssoIssuer === ""
    ? []
    : missing({ ssoClientId, ssoClientSecret }, "SSO_ISSUER");

/** Returns a line for each empty setting that another one needs. */
const missing = (
  settings: Readonly<Record<string, string>>,
  variable: string,
): string[] =>
  Object.entries(settings)
    .filter(([, value]) => value === "")
    .map(
      ([name]) => `Setting ${variableOf(name)} must be set with ${variable}`,
    );

/** Each server would make a key of its own, and refuse what the others have signed. */
const keyProblems = ({ nodeEnv, databaseUrl, keysDirectory }: Config) =>
  nodeEnv === "production" && databaseUrl !== ""
    ? missing({ keysDirectory }, "DATABASE_URL in production")
    : [];

/** Files are either in a folder or in a bucket. */
function fileProblems(config: Config): string[] {
  const { filesUrl, filesDirectory, filesKeyId, filesSecret } = config;
  if (filesUrl === "") return [];
  if (filesDirectory !== "")
    return ["Setting FILES_DIRECTORY must be empty with FILES_URL"];
  return missing({ filesKeyId, filesSecret }, "FILES_URL");
}

/**
 * Returns the address of the portal for links in mails, without a slash at the
 * end. Without PUBLIC_URL it is this machine's, for development.
 */
export const portalAddress = ({ publicUrl, port }: Config): string =>
  publicUrl === "" ? `http://127.0.0.1:${port}` : publicUrl.replace(/\/$/, "");

/** `:memory:` is not a folder: it keeps the embedded database in memory. */
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
