import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";

type Spooled = {
  size: number;
  /** The SHA-256 of the bytes, in hex. */
  hash: string;
  read: () => Readable;
};

/**
 * Writes bytes to a temporary file and calls `use` with it once all have
 * arrived. The file has no name while it is open, so that nothing of it is left
 * even if the program is killed.
 */
export async function spoolFile<Result>(
  bytes: AsyncIterable<Uint8Array>,
  use: (spooled: Spooled) => Promise<Result>,
): Promise<Result> {
  const name = path.join(tmpdir(), `seriba-upload-${randomUUID()}`);
  const file = await open(name, "wx+", 0o600);
  try {
    await rm(name);
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of bytes) {
      await file.appendFile(chunk);
      hash.update(chunk);
      size += chunk.length;
    }
    return await use({
      size,
      hash: hash.digest("hex"),
      read: () => file.createReadStream({ start: 0, autoClose: false }),
    });
  } finally {
    await file.close();
  }
}
