import { chunkRows } from "./chunk";
import type { Chunk, View } from "./view";

/** The chunks of a view that differ from a former view, by place. */
export type ViewPatch = Omit<View, "chunks" | "used"> & {
  chunks: {
    index: number;
    /** Without a body, only rows have ended. */
    chunk: Omit<Chunk, "body"> & Partial<Pick<Chunk, "body">>;
  }[];
};

/**
 * Returns the difference between views. Most chunks stay as they are, and a chunk
 * has so many buffers that sending all of them to a thread takes long.
 */
export function patchFrom(before: View | undefined, view: View): ViewPatch {
  const { count, ordered, live } = view;
  const chunks = view.chunks.flatMap((chunk, index) => {
    const former = before?.chunks[index];
    if (former === chunk) return [];
    const { body, ...rest } = chunk;
    return [{ index, chunk: former?.body === body ? rest : chunk }];
  });
  return { count, ordered, live, chunks };
}

/** Returns the view after a patch, without the counts of values. */
export function applyPatch(
  before: View | undefined,
  { chunks: changed, ...rest }: ViewPatch,
): View {
  const chunks = (before?.chunks ?? []).slice(
    0,
    Math.ceil(rest.count / chunkRows),
  );
  for (const { index, chunk } of changed) {
    const body = chunk.body ?? chunks[index]?.body;
    if (!body) throw new Error("A patch needs the chunk before it");
    chunks[index] = { ...chunk, body };
  }
  return { ...rest, chunks, used: [] };
}
