export { fontFiles } from "./fontFiles";
export { type PdfPage, type PdfPrinter, createPdfPrinter } from "./pdfPrinter";
