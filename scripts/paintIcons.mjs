// Paints the icons of the installed app from public/mark.svg into public/icons. Run it
// after a change of the mark, and commit the pictures.
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

const folder = "public/icons";
const mark = await readFile("public/mark.svg", "utf8");
const ground = /<rect[^>]*fill="(#\w+)"/.exec(mark)?.[1];
if (!ground) throw new Error("public/mark.svg has no filled ground.");

/**
 * The share of the picture that the mark takes. Systems cut maskable icons and the icon
 * of an iPhone to a shape of their own, so these have the ground up to their edges.
 */
const icons = [
  { name: "icon-192.png", size: 192, share: 1 },
  { name: "icon-512.png", size: 512, share: 1 },
  { name: "maskable-512.png", size: 512, share: 0.72 },
  { name: "apple-touch-icon.png", size: 180, share: 0.86 },
];

for (const { name, size, share } of icons) {
  const drawn = Math.round(size * share);
  const picture = await sharp(Buffer.from(mark), { density: 72 * (size / 28) })
    .resize(drawn, drawn)
    .png()
    .toBuffer();
  const background = share === 1 ? "#00000000" : ground;
  await sharp({
    create: { width: size, height: size, channels: 4, background },
  })
    .composite([{ input: picture, gravity: "center" }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, name));
}
