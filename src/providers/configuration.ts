import type { Language } from "../../domain/limits";

/** `config.json` beside the page: where the calls go, and whose portal it is. */
export type Configuration = {
  apiBase: string;
  authBase: string;
  companyLinks: { label: string; href: string }[];
  /** A notice on the login page, by language. */
  announcement: Partial<Record<Language, string>>;
};

const standard: Configuration = {
  apiBase: "/api",
  authBase: "/api",
  companyLinks: [],
  announcement: {},
};

let loading: Promise<Configuration> | undefined;

/**
 * The configuration of this installation, read once. A missing or broken file
 * means the standard one: the API on the page's own address.
 */
export function loadConfiguration(): Promise<Configuration> {
  loading ??= readConfiguration();
  return loading;
}

async function readConfiguration(): Promise<Configuration> {
  try {
    const reply = await fetch("/config.json");
    if (!reply.ok) return standard;
    const read = (await reply.json()) as Partial<Configuration>;
    return { ...standard, authBase: read.apiBase ?? "/api", ...read };
  } catch {
    return standard;
  }
}
