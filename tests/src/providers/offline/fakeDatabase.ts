import * as fake from "fake-indexeddb";
import { vi } from "vitest";

/** Gives the page an empty database in memory, until the globals are restored. */
export function fakeDatabase(): void {
  for (const [name, value] of Object.entries(fake))
    if (name.startsWith("IDB")) vi.stubGlobal(name, value);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
}
