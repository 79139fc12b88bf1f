type Block = {
  file: string;
  kind: "file" | "diff" | "merge";
  text: string;
};

export function blocksOf(markdown: string): Block[];
export function applyBlocks(folder: string, blocks: readonly Block[]): void;
