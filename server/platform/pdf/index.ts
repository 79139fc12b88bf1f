export { fontFiles } from "./fontFiles";
export { type PdfPage, createPdfPrinter } from "./pdfPrinter";
