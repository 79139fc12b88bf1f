import { existsSync, fstatSync, statSync } from "node:fs";
import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { folderStorage } from "../../../../server/platform/storage";

const key = "33333333-3333-4333-8333-333333333333";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "seriba-storage-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Calls `onSync` with the inode of each file or folder whose sync begins. */
async function watchSyncs(onSync: (inode: number) => void): Promise<void> {
  const handle = await open(tmpdir(), "r");
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  // Not called on the prototype, but on each open file.
  const sync = Reflect.get(prototype, "sync");
  vi.spyOn(prototype, "sync").mockImplementation(function (this: FileHandle) {
    onSync(fstatSync(this.fd).ino);
    return sync.call(this);
  });
}

it("brings a file to the disk before it has its name, and then the name", async () => {
  const folder = await newFolder();
  const file = path.join(folder, key.slice(0, 2), key);
  const syncs: { inode: number; isNamed: boolean }[] = [];
  await watchSyncs((inode) => {
    syncs.push({ inode, isNamed: existsSync(file) });
  });
  async function* bytes() {
    yield Buffer.from("%PDF");
  }
  await folderStorage(folder).write(key, bytes());
  const inodeOf = (name: string) => statSync(name).ino;
  expect(syncs[0]).toEqual({ inode: inodeOf(file), isNamed: false });
  const folders = [path.dirname(file), folder].map(inodeOf).sort();
  expect(
    syncs
      .filter(({ isNamed }) => isNamed)
      .map(({ inode }) => inode)
      .sort(),
  ).toEqual(folders);
});
