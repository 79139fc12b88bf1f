import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { keptDatabase } from "../storage";

/** An answer of the server that a user has read. */
export type KeptAnswer = {
  /** Differs between the answers of a user. */
  name: string;
  /** When the server gave it, in milliseconds. */
  readAt: number;
  value: unknown;
};

/** The bounds of the answers of one user. */
export const keptBounds = {
  answers: 200,
  /** In characters of JSON. */
  size: 8_000_000,
  ageMs: 7 * 24 * 60 * 60 * 1_000,
};

type Note = { key: string; userId: string; readAt: number; size: number };

interface Tables extends DBSchema {
  /** Age and size of each answer, by which answers are removed without reading them. */
  notes: { key: string; value: Note };
  answers: { key: string; value: string };
}

const keyOf = (userId: string, name: string) => `${userId} ${name}`;

/** Opens the database for one piece of work, so that another tab can remove it. */
async function withDatabase<Result>(
  work: (database: IDBPDatabase<Tables>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB<Tables>(keptDatabase, 1, {
    upgrade: (created) => {
      created.createObjectStore("notes", { keyPath: "key" });
      created.createObjectStore("answers");
    },
    blocking: () => {
      database.close();
    },
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * Keeps answers of a user in this browser and removes the oldest ones beyond the bounds,
 * and every answer that is too old. Rejects if the browser has no database for them.
 */
export const keepAnswers = (
  userId: string,
  answers: readonly KeptAnswer[],
  now: number,
): Promise<void> =>
  withDatabase(async (database) => {
    const change = database.transaction(["notes", "answers"], "readwrite");
    const notes = change.objectStore("notes");
    const texts = change.objectStore("answers");
    for (const { name, readAt, value } of answers) {
      const key = keyOf(userId, name);
      const text = JSON.stringify(value);
      void notes.put({ key, userId, readAt, size: text.length });
      void texts.put(text, key);
    }
    const all = await notes.getAll();
    let count = 0;
    let size = 0;
    for (const note of all.toSorted((a, b) => b.readAt - a.readAt)) {
      count += 1;
      size += note.size;
      const stays =
        note.userId === userId &&
        count <= keptBounds.answers &&
        size <= keptBounds.size &&
        now - note.readAt <= keptBounds.ageMs;
      if (stays) continue;
      void notes.delete(note.key);
      void texts.delete(note.key);
    }
    await change.done;
  });

/** Returns the answers of a user that are not too old, the newest first. */
export const readKept = (userId: string, now: number): Promise<KeptAnswer[]> =>
  withDatabase(async (database) => {
    const notes = await database.getAll("notes");
    const valid = notes
      .filter(
        (note) =>
          note.userId === userId && now - note.readAt <= keptBounds.ageMs,
      )
      .toSorted((a, b) => b.readAt - a.readAt);
    const found = await Promise.all(
      valid.map(async ({ key, readAt }) => {
        const text = await database.get("answers", key);
        return text === undefined
          ? []
          : {
              name: key.slice(userId.length + 1),
              readAt,
              value: JSON.parse(text) as unknown,
            };
      }),
    );
    return found.flat();
  });
