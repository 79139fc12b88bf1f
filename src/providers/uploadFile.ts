import type { FileEntry } from "../../domain/fileField";
import type { UploadRecordFileReply } from "../../generated/schemas";
import { request } from "./http";
import type { Transport } from "./send";

/** The server waits as long for the bytes of a file. */
const longestMs = 15 * 60_000;
const longestName = 120;

/**
 * Uploads a file for a field of a record and returns it. `onShare` gets the share of the
 * bytes that have been sent. Throws a `CallError`, and the AbortError of `signal`.
 */
export async function uploadFile({
  list,
  field,
  file,
  signal,
  onShare,
}: {
  list: string;
  field: string;
  file: File;
  signal: AbortSignal;
  onShare: (share: number) => void;
}): Promise<FileEntry> {
  const reply = await request<UploadRecordFileReply>("/record-files", {
    method: "POST",
    query: { list, field, name: shortName(file.name) },
    headers: { "content-type": "application/octet-stream" },
    transport: sendingWith(file, onShare),
    timeoutMs: longestMs,
    signal,
  });
  return reply.file;
}

/** Returns a name that the server accepts: short, with the ending of the file. */
function shortName(name: string): string {
  const clean = name.replace(/[/\\\p{Cc}]/gu, "_");
  if (clean.length <= longestName) return clean;
  const ending = /\.\w{1,8}$/.exec(clean)?.[0] ?? "";
  return clean.slice(0, longestName - ending.length) + ending;
}

/** Sends a file by XMLHttpRequest, because `fetch` does not report what it has sent. */
const sendingWith =
  (file: File, onShare: (share: number) => void): Transport =>
  (url, { method, headers, signal }) =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      const abort = () => {
        call.abort();
      };
      call.open(method, url);
      call.withCredentials = true;
      for (const [name, value] of Object.entries(headers))
        call.setRequestHeader(name, value);
      call.upload.onprogress = ({ loaded, total }) => {
        onShare(total > 0 ? loaded / total : 0);
      };
      call.onload = () => {
        const { status, responseText } = call;
        resolve(
          new Response(responseText, { status, headers: headersOf(call) }),
        );
      };
      call.onerror = () => {
        reject(new TypeError("The connection failed"));
      };
      call.onabort = () => {
        reject(new DOMException("The upload was stopped", "AbortError"));
      };
      call.onloadend = () => {
        signal.removeEventListener("abort", abort);
      };
      signal.addEventListener("abort", abort);
      if (signal.aborted) abort();
      else call.send(file);
    });

const headersOf = (call: XMLHttpRequest): [string, string][] =>
  call
    .getAllResponseHeaders()
    .trim()
    .split(/\r?\n/)
    .flatMap((line): [string, string][] => {
      const colon = line.indexOf(":");
      return colon > 0
        ? [[line.slice(0, colon), line.slice(colon + 1).trim()]]
        : [];
    });
