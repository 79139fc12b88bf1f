import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writeLots } from "../server/catalog";
import { ensureUser } from "../server/identity";
import { inTransaction } from "../server/platform/database";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { now } from "./support/lots";
import {
  memoryOf,
  reader,
  signIn,
  startProgram,
  type Program,
} from "./support/program";

const photos = 40;
const photoBytes = 1_000_000;
/** Eight archives run at once at most; with one for each user, none is refused. */
const userCount = 8;
const archiveCounts = [1, 2, 8];
/** A slow reader takes so many bytes a second. */
const bytesPerSecond = 200_000;
const seconds = 20;

/**
 * Measures the memory of the server while slow readers download archives of forty
 * photos of a megabyte each. `npm run bench -- archives`, after `npm run build`.
 */
export async function benchArchives(): Promise<string> {
  const dist = path.join(findRoot(), "dist");
  const main = path.join(dist, "server/main.js");
  if (!existsSync(main)) throw new Error("Run npm run build first");
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const names = Array.from(
    { length: photos },
    (_, index) => `bench-${process.pid}-${index}.svg`,
  );
  const files = names.map((name) => path.join(dist, "photos", name));
  try {
    mkdirSync(path.join(dist, "photos"), { recursive: true });
    for (const file of files) writeFileSync(file, randomBytes(photoBytes));
    const lotId = await fill(
      url,
      names.map((name) => `/api/photos/${name}`),
    );
    const program = await startProgram([process.execPath, main], {
      DATABASE_URL: url,
      DATA_DIRECTORY: folder,
      INDEX_MEMORY: "0",
      DEMO: "off",
      NODE_ENV: "production",
    });
    try {
      return await measureAll(program, lotId);
    } finally {
      program.process.kill("SIGTERM");
      await once(program.process, "exit");
    }
  } finally {
    for (const file of files) rmSync(file, { force: true });
    rmSync(folder, { recursive: true });
    await postgres.stop();
  }
}

const userOf = (index: number) => ({
  ...reader,
  email: `archives${index}@example.com`,
});

async function fill(url: string, images: string[]): Promise<string> {
  const database = await openMigrated(url);
  const clock = { now: () => now };
  for (let index = 0; index < userCount; index += 1)
    await ensureUser({ database, clock }, userOf(index));
  await inTransaction(database, (trx) =>
    writeLots(trx, "auction", [
      {
        ...{ source: "bench", sourceId: "1", rowHash: "" },
        fields: { lotNo: "1", maker: "TOYOTA", status: 4532, images },
      },
    ]),
  );
  const { id } = await database.kysely
    .selectFrom("lots")
    .select("id")
    .executeTakeFirstOrThrow();
  await database.close();
  return id;
}

async function measureAll(program: Program, lotId: string): Promise<string> {
  const cookies: string[] = [];
  for (let index = 0; index < userCount; index += 1)
    cookies.push(await signIn(program.base, userOf(index)));
  const before = memoryOf(program);
  const lines = [
    `Resident memory in MB, ${before.toFixed(0)} before the first archive`,
    "archives      most  more each",
  ];
  for (const count of archiveCounts) {
    const started = memoryOf(program);
    const downloads = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        open(program.base, {
          lotId,
          cookie: cookies[index % cookies.length] ?? "",
        }),
      ),
    );
    for (const download of downloads) void readSlowly(download);
    let most = started;
    for (let second = 0; second < seconds; second += 1) {
      await pause(1_000);
      most = Math.max(most, memoryOf(program));
    }
    for (const download of downloads) download.destroy();
    lines.push(
      [
        String(count).padStart(8),
        most.toFixed(0).padStart(9),
        ((most - started) / count).toFixed(1).padStart(10),
      ].join(" "),
    );
  }
  return lines.join("\n");
}

/** Opens the archive of a lot, paused. */
async function open(
  base: string,
  { lotId, cookie }: { lotId: string; cookie: string },
): Promise<IncomingMessage> {
  const headers = { cookie };
  const reply = await fetch(
    `${base}/api/car-auction/download-images?id=${lotId}`,
    { headers },
  );
  const { link } = (await reply.json()) as { link: string };
  const [response] = (await once(
    get(`${base}${link}`, { headers }),
    "response",
  )) as [IncomingMessage];
  if (response.statusCode !== 200)
    throw new Error(`The archive got ${String(response.statusCode)}`);
  return response;
}

async function readSlowly(response: IncomingMessage): Promise<void> {
  try {
    for await (const chunk of response)
      await pause((1_000 * (chunk as Uint8Array).length) / bytesPerSecond);
  } catch {
    // The bench ends the download.
  }
}
