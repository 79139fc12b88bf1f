import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { japanDay } from "../../domain/japanTime";
import { openStorage } from "../files";
import { findViewer } from "../identity";
import { createPdfPrinter, type PdfPrinter } from "../platform/pdf";
import type { Storage } from "../platform/storage";
import type { Context } from "../workspace/context";
import {
  beginRecordFile,
  createRecord,
  finishRecordFile,
  type RecordData,
} from "../workspace/records";
import { readDemoText } from "./demoData";
import { demoPapers, type DemoPaper } from "./demoPapers";
import { readDemoValue, saveDemoValue } from "./demoValues";
import { purchasesKey } from "./seedPurchases";

type PaperContext = Pick<
  Context,
  | "root"
  | "config"
  | "database"
  | "clock"
  | "schemas"
  | "workspace"
  | "messages"
  | "recordKinds"
>;

type Author = Omit<Parameters<typeof createRecord>[1], "body">;
type Tools = { author: Author; printer: PdfPrinter; storage: Storage };

const doneKey = "demo papers";
const purchaseRow = "purchase";
const paperRow = "purchase-paper";

/**
 * Adds the papers of the demo's purchases once these are on their way, each with a PDF that
 * opens, in the name of the demo manager. A call that was interrupted goes on; after a complete one, later calls do
 * nothing, so that removed papers stay removed. Called by one server at a time.
 */
export async function seedPapers(
  context: PaperContext,
  signal: AbortSignal,
): Promise<void> {
  const { database } = context;
  if (await readDemoValue(database, doneKey)) return;
  if (!(await readDemoValue(database, purchasesKey))) return;
  const purchases = await recordsOf(context, purchaseRow);
  const author = await findAuthor(context);
  if (!author) return;
  const printer = createPdfPrinter();
  const storage = openStorage(context.config);
  try {
    const known = await recordsOf(context, paperRow);
    const today = japanDay(context.clock.now());
    for (const { id, data } of purchases)
      for (const paper of demoPapers(data, today)) {
        signal.throwIfAborted();
        const isKnown = known.some(
          (each) =>
            each.data.purchaseId === id && each.data.kind === paper.kind,
        );
        if (isKnown) continue;
        const tools = { author, printer, storage };
        await addPaper(context, tools, { id, data, paper });
      }
    await saveDemoValue(database, doneKey, {});
  } finally {
    await printer.stop();
  }
}

/** Returns the records of a row schema, the oldest first. */
const recordsOf = ({ database }: PaperContext, row: string) =>
  database.longRunning
    .selectFrom("records")
    .select(["id", "data"])
    .where("row_schema", "=", row)
    .orderBy("id")
    .execute();

/** Returns the demo manager as the author of papers; null without the list or the account. */
async function findAuthor({
  root,
  database,
  workspace,
}: PaperContext): Promise<Author | null> {
  const resource = workspace
    .resources()
    .find(({ store, row }) => store && row === paperRow);
  const manager = await database.longRunning
    .selectFrom("users")
    .select(["id", "full_name as fullName"])
    .where("email_key", "=", readDemoText(root, "bids").manager)
    .executeTakeFirst();
  const viewer = manager && (await findViewer(database.kysely, manager.id));
  if (!resource || !viewer) return null;
  const { fullName } = manager;
  return { resource, viewer, fullName, key: null, isProved: false };
}

async function addPaper(
  context: PaperContext,
  { author, printer, storage }: Tools,
  { id, data, paper }: { id: string; data: RecordData; paper: DemoPaper },
): Promise<void> {
  const { database, clock } = context;
  const bytes = await printer.print(pageOf(context, data, paper));
  const key = randomUUID();
  const name = `${paper.kind}-${String(data.lotNo)}.pdf`;
  const file = await beginRecordFile(database, {
    ...{ row: paperRow, field: "files", uploaderId: author.viewer.userId },
    ...{ key, name, now: clock.now() },
  });
  await storage.write(key, Readable.from([bytes]));
  await finishRecordFile(database, {
    ...{ id: file, type: "application/pdf", size: bytes.length },
    now: clock.now(),
  });
  const files = [{ id: file }];
  await createRecord(context, {
    ...author,
    body: { purchaseId: id, ...paper, files },
  });
}

/** Returns the print of a paper: what the purchase knows of it, marked as a specimen. */
function pageOf(
  { messages }: PaperContext,
  purchase: RecordData,
  { kind, number, issuedOn, expiresOn }: DemoPaper,
) {
  const text = (key: string) => messages.translate("en", key);
  const facts = (row: string, values: RecordData) =>
    Object.entries(values).flatMap(([field, value]) =>
      typeof value === "string" || typeof value === "number"
        ? [{ label: text(`fields.${row}.${field}`), value: String(value) }]
        : [],
    );
  const { year, chassis, vessel, exportPort, dischargePort } = purchase;
  return {
    language: "en",
    title: text(`choices.${paperRow}.kind.${kind}`),
    subtitle: [purchase.maker, purchase.model, purchase.lotNo]
      .filter((part) => typeof part === "string")
      .join(" "),
    facts: [
      ...facts(paperRow, { number, issuedOn, expiresOn }),
      ...facts(purchaseRow, {
        ...{ year, chassis, vessel, exportPort, dischargePort },
      }),
    ],
    notes: ["A specimen of the demo. It is no document."],
  };
}
