import type { ReportErrorBody } from "../../generated/schemas";
import { reloadPage } from "./reloadPage";
import { isOnOtherOrigin, loadConfiguration } from "./configuration";
import { CallError } from "./CallError";

// One script, which is loaded while the page is idle: it must be there when other
// scripts are not.

/** Loads styles that did not arrive, and removes the styles that have loaded from `missing`. */
export async function loadStyles(missing: Set<string>): Promise<void> {
  await Promise.all(
    [...missing].map(async (href) => {
      await loadStyle(href);
      missing.delete(href);
    }),
  );
}

function loadStyle(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => {
      resolve();
    });
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${href}`));
    });
    document.head.append(link);
  });
}

/** The entry of this tab's storage with the build for which it has reloaded. */
const reloadedKey = "seriba.reloaded";

/**
 * Reloads the page if the server no longer has the build that this page runs, and the
 * page has not reloaded for that reason already.
 */
export async function reloadForNewBuild(): Promise<void> {
  const build = document.querySelector<HTMLScriptElement>(
    'script[type="module"][src]',
  )?.src;
  if (!build || !navigator.onLine || !(await isGone(build))) return;
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return;
    sessionStorage.setItem(reloadedKey, build);
  } catch {
    // Without storage it could not be told whether the page has reloaded already.
    return;
  }
  reloadPage();
}

async function isGone(script: string): Promise<boolean> {
  try {
    const { status, headers } = await fetch(script, {
      method: "HEAD",
      cache: "no-store",
    });
    // Some web servers answer unknown addresses with their page.
    const isPage = headers.get("content-type")?.includes("html") === true;
    return status === 404 || (status === 200 && isPage);
  } catch {
    return false;
  }
}

/** A page sends at most so many reports: one cause fails in many places. */
const mostReports = 10;
const mostFrames = 8;

const sent = new Set<string>();

/** Scripts of the build with line and column, without host and query. */
const framePattern =
  /\/assets\/([\w.-]+\.(?:js|css))(?:\?[^\s:)]*)?(:\d+:\d+)?/g;

/**
 * Sends a report with the kind of an error and places in our own scripts. It never has
 * the message of the error, which may quote what the person has on screen.
 */
async function sendReport(error: Error): Promise<void> {
  const text = `${error.message}\n${error.stack ?? ""}`;
  const frames = [
    ...new Set(
      [...text.matchAll(framePattern)].map(
        ([, file = "", place = ""]) => file + place,
      ),
    ),
  ].slice(0, mostFrames);
  const report: ReportErrorBody = {
    // A script that has failed to load is named by its file.
    part: frames[0] ?? "unknown",
    name: /^\w{1,40}$/.test(error.name) ? error.name : "Error",
    frames,
  };
  const key = JSON.stringify(report);
  if (sent.has(key) || sent.size >= mostReports) return;
  sent.add(key);
  // Only our own server writes its configuration into the page.
  if (!document.getElementById("config")) return;
  const { apiBase } = await loadConfiguration();
  if (isOnOtherOrigin()) return;
  await fetch(`${apiBase}/errors`, {
    method: "POST",
    credentials: "include",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: key,
  }).catch(() => undefined);
}

/**
 * Reports an error of the program to the log of the server. Failed calls are not errors
 * of the program.
 */
export function reportError(error: unknown): void {
  if (error instanceof CallError || !(error instanceof Error)) return;
  if (error.name === "AbortError" || !navigator.onLine) return;
  void sendReport(error);
}

/** Reports errors that no part of the page has caught. */
export function reportUncaughtErrors(): void {
  addEventListener("error", ({ error }) => {
    reportError(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    reportError(reason);
  });
}
