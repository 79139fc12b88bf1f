import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const textFile = /\.(?:css|html|js|json|mjs|svg|txt|webmanifest)$/;
const smallestWorthIt = 1024;

/** Compresses with the highest brotli quality, as static files are sent. */
export const brotli = (content) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Writes a `.br` and a `.gz` file beside each text file of 1 KB or more. */
export const compressFolder = async (folder) => {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => textFile.test(name) && !name.startsWith("."))
      .map(async (name) => {
        const file = path.join(folder, name);
        const content = await readFile(file);
        if (content.length < smallestWorthIt) return;
        await Promise.all([
          brotli(content).then((packed) => writeFile(`${file}.br`, packed)),
          promisify(gzip)(content, { level: 9 }).then((packed) =>
            writeFile(`${file}.gz`, packed),
          ),
        ]);
      }),
  );
};
