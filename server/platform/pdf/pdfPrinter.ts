import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { failure } from "../errors";
import { createQueues } from "../queues";
import { startThread } from "../startThread";

export type PdfPrinter = {
  /**
   * Returns the page as PDF. Throws if `signal` is aborted before its turn, and if
   * the thread ends; the next call starts a new one.
   */
  print(page: PdfPage, signal?: AbortSignal): Promise<Uint8Array>;
  /** Ends the thread. */
  stop(): Promise<void>;
};

type Thread = { worker: Worker; ended: AbortSignal };

/**
 * Draws PDFs one after the other in a worker thread, which the first call starts, so
 * that no other request waits for a drawing.
 */
export function createPdfPrinter(): PdfPrinter {
  const inQueue = createQueues();
  let thread: Thread | null = null;
  let isStopped = false;

  const start = (): Thread => {
    const worker = startThread(import.meta.url, {
      built: "./pdfWorker.js",
      source: "./pdfWorker.ts",
    });
    const ended = new AbortController();
    // The waiting call gets the error, too. Node would end the program without a listener.
    worker.on("error", (error) => {
      ended.abort(error);
    });
    worker.once("exit", () => {
      ended.abort();
      if (thread?.worker === worker) thread = null;
    });
    worker.unref();
    return { worker, ended: ended.signal };
  };

  return {
    print: (page, signal) =>
      inQueue("page", async () => {
        signal?.throwIfAborted();
        if (isStopped) throw failure("unavailable");
        thread = thread?.ended.aborted === false ? thread : start();
        const { worker, ended } = thread;
        const drawn = once(worker, "message", { signal: ended });
        worker.postMessage(page);
        const [bytes] = (await drawn) as [Uint8Array];
        return bytes;
      }),
    stop: async () => {
      isStopped = true;
      await thread?.worker.terminate();
    },
  };
}

type PdfFact = {
  label: string;
  value: string;
  /** A text for programs, such as a signature. It is small and never cut. */
  isCode?: boolean;
};

/** The content of a document of one A4 page, in one language. */
export type PdfPage = {
  /** The language of the texts, such as `en`. */
  language: string;
  title: string;
  /** The line below the title, such as the document's number. */
  subtitle: string;
  facts: readonly PdfFact[];
  notes: readonly string[];
  /** Longer notes are cut; by default after three lines. */
  mostNoteLines?: number;
};
