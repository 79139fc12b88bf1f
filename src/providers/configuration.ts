import type { Language } from "../../domain/limits";

type ByLanguage = Partial<Record<Language, string>>;

/** `config.json` in or beside the page: the servers to call and the company's texts. */
export type Configuration = {
  apiBase: string;
  authBase: string;
  /** Links of the company, each with its label in all languages or by language. */
  companyLinks: { label: string | ByLanguage; href: string }[];
  /** A text above the form of the login page, by language. */
  announcement: ByLanguage;
  /** A text below the form of the login page, by language. */
  notice?: ByLanguage;
  /** Fewest characters of a new password. */
  newPasswordLength?: number;
  /** The check against robots that the forms for visitors show. */
  humanCheck?: { script: string; siteKey: string };
  /** The provider of single sign-on. */
  sso?: { name: string };
};

const standard: Configuration = {
  apiBase: "/api",
  authBase: "/api",
  companyLinks: [],
  announcement: {},
};

/** After this time the standard configuration is used. */
const timeoutMs = 10_000;

let loading: Promise<Configuration> | undefined;
let otherServer: string | undefined;

/**
 * Returns the configuration of this installation, read once per page. If the
 * file is missing or broken, the API is on the page's own origin.
 */
export function loadConfiguration(): Promise<Configuration> {
  loading ??= readConfiguration().then((configuration) => {
    const { apiBase } = configuration;
    const { origin } = new URL(apiBase, location.origin);
    otherServer = origin === location.origin ? undefined : apiBase;
    return configuration;
  });
  return loading;
}

/** Whether the API is on another origin than the page. */
export const isOnOtherOrigin = (): boolean => otherServer !== undefined;

/** Resolves an address that the API returned, such as a photo's. */
export const serverAddress = (address: string): string =>
  otherServer !== undefined && URL.canParse(address, otherServer)
    ? new URL(address, otherServer).href
    : address;

/** Returns the file from the page, where our server writes it, or by a request. */
async function readFile(): Promise<Partial<Configuration>> {
  const inPage = document.getElementById("config")?.textContent;
  if (inPage) return JSON.parse(inPage) as Partial<Configuration>;
  const reply = await fetch("/config.json", {
    signal: AbortSignal.timeout(timeoutMs),
  });
  return reply.ok ? ((await reply.json()) as Partial<Configuration>) : {};
}

async function readConfiguration(): Promise<Configuration> {
  try {
    const file = await readFile();
    const apiBase = normalizeBase(file.apiBase ?? standard.apiBase);
    const authBase = normalizeBase(file.authBase ?? apiBase);
    return { ...standard, ...file, apiBase, authBase };
  } catch {
    return standard;
  }
}

/** Returns a base to which paths can be appended: `api/` becomes `/api`. */
function normalizeBase(text: string): string {
  const base = text.trim().replace(/\/+$/, "");
  const isAbsolute = /^https?:\/\//.test(base) || base.startsWith("/");
  return isAbsolute || base === "" ? base : `/${base}`;
}
