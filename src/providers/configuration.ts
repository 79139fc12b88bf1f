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
let otherServer: string | undefined;

/**
 * The configuration of this installation, read once. A missing or broken file
 * means the standard one: the API on the page's own address.
 */
export function loadConfiguration(): Promise<Configuration> {
  loading ??= readConfiguration().then((read) => {
    const { origin } = new URL(read.apiBase, location.origin);
    otherServer = origin === location.origin ? undefined : read.apiBase;
    return read;
  });
  return loading;
}

/** Whether the calls go to another origin than the page came from. */
export const isOnOtherOrigin = (): boolean => otherServer !== undefined;

/** An address that the server gave, such as a photo's, from this page. */
export const serverAddress = (address: string): string =>
  otherServer !== undefined && URL.canParse(address, otherServer)
    ? new URL(address, otherServer).href
    : address;

async function readConfiguration(): Promise<Configuration> {
  try {
    const reply = await fetch("/config.json");
    if (!reply.ok) return standard;
    const read = (await reply.json()) as Partial<Configuration>;
    const apiBase = baseOf(read.apiBase ?? standard.apiBase);
    const authBase = baseOf(read.authBase ?? apiBase);
    return { ...standard, ...read, apiBase, authBase };
  } catch {
    return standard;
  }
}

/** A base that paths can be put after: `api/` is `/api` of this site. */
function baseOf(text: string): string {
  const base = text.trim().replace(/\/+$/, "");
  const isWhole = /^https?:\/\//.test(base) || base.startsWith("/");
  return isWhole || base === "" ? base : `/${base}`;
}
