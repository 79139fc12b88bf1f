export { fontFiles } from "./fontFiles";
export type { PdfPage } from "./pdfPage";
export { createPdfPrinter } from "./pdfPrinter";
