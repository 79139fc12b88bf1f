import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = import.meta.url;

/** Returns the path of a font: beside the build, or in its package. */
const fontFile = (family: string, folder: string, file: string): string =>
  here.endsWith(".ts")
    ? createRequire(here).resolve(
        `@expo-google-fonts/${family}/${folder}/${file}`,
      )
    : fileURLToPath(new URL(`./fonts/${file}`, here));

/** The fonts of documents by name: Latin and Cyrillic letters, and Japanese letters. */
export const fontFiles = {
  regular: fontFile("inter", "400Regular", "Inter_400Regular.ttf"),
  bold: fontFile("inter", "600SemiBold", "Inter_600SemiBold.ttf"),
  regularJapanese: fontFile(
    "biz-udpgothic",
    "400Regular",
    "BIZUDPGothic_400Regular.ttf",
  ),
  boldJapanese: fontFile(
    "biz-udpgothic",
    "700Bold",
    "BIZUDPGothic_700Bold.ttf",
  ),
};
