import type * as Prettier from "prettier";

/** Named so that a bundle leaves the package where it is. */
const formatter = "prettier";

/** JSON as the project's files are written: by Prettier where it is installed. */
export async function fileText(
  file: string,
  content: unknown,
): Promise<string> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  const prettier = await findFormatter();
  return prettier ? prettier.format(text, { filepath: file }) : text;
}

async function findFormatter(): Promise<typeof Prettier | null> {
  try {
    return (await import(/* @vite-ignore */ formatter)) as typeof Prettier;
  } catch {
    return null;
  }
}
