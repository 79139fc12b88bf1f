import PDFDocument from "pdfkit";
import { fontFiles } from "./fontFiles";
import type { PdfPage } from "./pdfPage";

/** The colours of the light theme (`src/theme/tokens.css`). */
const colors = {
  ink: "#1c1b19",
  label: "#565149",
  line: "#e3dfd7",
  accent: "#26478d",
};

/** Lengths are in points; A4 is 595 by 842. */
const margin = 56;
const labelWidth = 150;
const gap = 16;
/** Three lines. Longer texts are cut, so that eight facts and two notes fit the page. */
const mostHeight = { title: 30, fact: 42, note: 46 };

/**
 * Returns a PDF of one A4 page. Texts are only drawn: they cannot contain links,
 * scripts or markup.
 */
export function drawPage(
  { language, title, subtitle, facts, notes }: PdfPage,
  { compress = true }: { compress?: boolean } = {},
): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: "A4",
    margin,
    compress,
    lang: language,
    displayTitle: true,
    info: { Title: `${title} ${subtitle}` },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.once("end", () => {
      resolve(Buffer.concat(chunks));
    });
    document.once("error", reject);
  });
  document.registerFont("regular", fontFiles.regular);
  document.registerFont("bold", fontFiles.bold);
  const width = document.page.width - 2 * margin;

  document.font("bold").fontSize(22).fillColor(colors.accent);
  document.text(oneLine(title), margin, margin, {
    width,
    height: mostHeight.title,
    ellipsis: true,
  });
  document.font("regular").fontSize(13).fillColor(colors.label);
  document.text(oneLine(subtitle), {
    width,
    height: mostHeight.title,
    ellipsis: true,
  });
  let top = document.y + 2 * gap;

  const drawLine = () => {
    document
      .moveTo(margin, top)
      .lineTo(margin + width, top)
      .lineWidth(0.75)
      .strokeColor(colors.line)
      .stroke();
  };
  const valueWidth = width - labelWidth - gap;
  for (const { label, value } of facts) {
    drawLine();
    top += 10;
    document.font("regular").fontSize(10).fillColor(colors.label);
    document.text(oneLine(label), margin, top + 1, {
      width: labelWidth,
      height: mostHeight.fact,
      ellipsis: true,
    });
    const afterLabel = document.y;
    document.font("bold").fontSize(11).fillColor(colors.ink);
    document.text(oneLine(value), margin + labelWidth + gap, top, {
      width: valueWidth,
      height: mostHeight.fact,
      ellipsis: true,
    });
    top = Math.max(afterLabel, document.y) + 10;
  }
  drawLine();
  top += gap;
  document.font("regular").fontSize(10).fillColor(colors.label);
  for (const note of notes) {
    document.text(oneLine(note), margin, top, {
      width,
      height: mostHeight.note,
      ellipsis: true,
      lineGap: 2,
    });
    top = document.y + 8;
  }
  document.end();
  return finished;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
