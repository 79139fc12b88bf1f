import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = import.meta.url;

/** Returns the path of a font: beside the build, or in its package. */
const fontFile = (folder: string, file: string): string =>
  here.endsWith(".ts")
    ? createRequire(here).resolve(`@expo-google-fonts/inter/${folder}/${file}`)
    : fileURLToPath(new URL(`./fonts/${file}`, here));

/** The fonts of documents, which have Latin and Cyrillic letters. */
export const fontFiles = {
  regular: fontFile("400Regular", "Inter_400Regular.ttf"),
  bold: fontFile("600SemiBold", "Inter_600SemiBold.ttf"),
};
