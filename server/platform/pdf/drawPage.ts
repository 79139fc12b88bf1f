import PDFDocument from "pdfkit";
import { flowText } from "./flowText";
import { fontFiles } from "./fontFiles";
import type { PdfPage } from "./pdfPrinter";

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
/** Longer texts are cut, so that eight facts and two notes fit one page. */
const mostLines = 3;
/** The height of a line of a note, and the padding of a fact. */
const noteLine = 15;
const padding = 10;

/**
 * Returns a PDF of A4 pages. A fact or a note that may not fit begins a new page. Texts are only drawn: they cannot contain links,
 * scripts or markup.
 */
export function drawPage(
  {
    language,
    title,
    subtitle,
    facts,
    notes,
    mostNoteLines = mostLines,
  }: PdfPage,
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
  for (const [name, file] of Object.entries(fontFiles))
    document.registerFont(name, file);
  const width = document.page.width - 2 * margin;
  const whole = { x: margin, width };

  let top = flowText(document, title, {
    ...whole,
    y: margin,
    size: 22,
    weight: "bold",
    color: colors.accent,
    mostLines: 1,
  });
  top = flowText(document, subtitle, {
    ...whole,
    y: top,
    size: 13,
    weight: "regular",
    color: colors.label,
    mostLines: 1,
  });
  top += 2 * gap;

  const drawLine = () => {
    document
      .moveTo(margin, top)
      .lineTo(margin + width, top)
      .lineWidth(0.75)
      .strokeColor(colors.line)
      .stroke();
  };
  const bottom = document.page.height - margin;
  const keepTogether = (height: number) => {
    if (top + height <= bottom) return;
    document.addPage();
    top = margin;
  };
  for (const { label, value, isCode = false } of facts) {
    keepTogether(mostLines * noteLine + 2 * padding);
    drawLine();
    top += padding;
    const afterLabel = flowText(document, label, {
      x: margin,
      y: top + 1,
      width: labelWidth,
      size: 10,
      weight: "regular",
      color: colors.label,
      mostLines,
    });
    const afterValue = flowText(document, value, {
      x: margin + labelWidth + gap,
      y: top,
      width: width - labelWidth - gap,
      size: isCode ? 9 : 11,
      weight: isCode ? "regular" : "bold",
      isCode,
      color: colors.ink,
      mostLines: isCode ? Number.POSITIVE_INFINITY : mostLines,
    });
    top = Math.max(afterLabel, afterValue) + padding;
  }
  drawLine();
  top += gap;
  for (const note of notes) {
    keepTogether(noteHeight(note, mostNoteLines));
    top =
      8 +
      flowText(document, note, {
        ...whole,
        y: top,
        size: 10,
        weight: "regular",
        color: colors.label,
        mostLines: mostNoteLines,
        lineGap: 2,
      });
  }
  document.end();
  return finished;
}

/** Wide letters fill a line of a note after this number. */
const fewestLetters = 45;

/** Returns a height in which a note certainly fits. */
const noteHeight = (note: string, most: number): number =>
  Math.min(most, Math.ceil(note.length / fewestLetters)) * noteLine;
