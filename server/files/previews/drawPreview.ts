import { fontFiles } from "../../platform/pdf";

/** The size that messaging apps and social networks ask for. */
const size = { width: 1_200, height: 628 };
const photoWidth = 700;
const margin = 48;
const textWidth = size.width - photoWidth - 2 * margin;

/** The colours of the light theme (`src/theme/tokens.css`). */
const colors = {
  paper: "#faf9f6",
  ink: "#1c1b19",
  label: "#565149",
  accent: "#26478d",
};

/** Longer names would leave the picture. */
const longestName = 64;
/** Pictures above 50 megapixels are refused before they are decoded. */
const limits = { limitInputPixels: 50_000_000, failOn: "error" } as const;

export type Preview = { title: string; facts: string };

/**
 * Returns the preview of a lot as JPEG: its photo, if it can be decoded, with the
 * name and one line of facts. Only the program's own photos may be SVG.
 */
export async function drawPreview(
  { title, facts }: Preview,
  photo: { bytes: Uint8Array; isOwn: boolean } | null,
): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  const text = (
    content: string,
    font: { size: number; color: string; isBold?: boolean; width: number },
  ) =>
    sharp({
      text: {
        text: `<span foreground="${font.color}">${escapeMarkup(content)}</span>`,
        font: `Inter ${font.isBold ? "SemiBold " : ""}${font.size}`,
        fontfile: font.isBold ? fontFiles.bold : fontFiles.regular,
        width: font.width,
        dpi: 72,
        rgba: true,
        wrap: "word-char",
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });

  const picture = photo && (await decoded(photo));
  const left = picture ? photoWidth + margin : margin;
  const width = picture ? textWidth : size.width - 2 * margin;
  const brand = await text("Seriba", {
    size: 28,
    color: colors.accent,
    isBold: true,
    width,
  });
  const name = await text(shortened(title), {
    size: picture ? 46 : 72,
    color: colors.ink,
    isBold: true,
    width,
  });
  const nameTop = 140;
  const line =
    facts === ""
      ? null
      : await text(facts, { size: 28, color: colors.label, width });
  const lineTop = nameTop + name.info.height + 28;
  const layers = [
    ...(picture ? [{ input: picture, left: 0, top: 0 }] : []),
    { input: brand.data, left, top: margin },
    { input: name.data, left, top: nameTop },
    ...(line && lineTop + line.info.height < size.height
      ? [{ input: line.data, left, top: lineTop }]
      : []),
  ];
  return sharp({
    create: { ...size, channels: 3, background: colors.paper },
  })
    .composite(layers)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();

  async function decoded({
    bytes,
    isOwn,
  }: {
    bytes: Uint8Array;
    isOwn: boolean;
  }): Promise<Buffer | null> {
    try {
      const image = sharp(bytes, limits);
      const { format } = await image.metadata();
      if (format === "svg" && !isOwn) return null;
      return await image
        .rotate()
        .resize({ width: photoWidth, height: size.height, fit: "cover" })
        .flatten({ background: colors.paper })
        .png()
        .toBuffer();
    } catch {
      return null;
    }
  }
}

const shortened = (title: string): string =>
  title.length > longestName
    ? `${title.slice(0, longestName - 1).trimEnd()}…`
    : title;

/** Names come from feeds, and the text is read as markup. */
const escapeMarkup = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
