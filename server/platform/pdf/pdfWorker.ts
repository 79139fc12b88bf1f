import { parentPort } from "node:worker_threads";
import { drawPage } from "./drawPage";
import type { PdfPage } from "./pdfPrinter";

// An error ends this thread, which rejects the call that waits for the page.
parentPort?.on("message", (page: PdfPage) => {
  void drawPage(page).then((bytes) => parentPort?.postMessage(bytes));
});
