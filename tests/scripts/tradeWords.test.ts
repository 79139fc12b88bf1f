import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** The engines and what carries them, which work for any trade. */
const folders = [
  "src/workspace",
  "src/providers",
  "server/platform",
  "server/workshop",
];

/** Words of the trade, in the singular. */
const tradeWords = new Set(
  `auction bid bidder bidding bike car chassis dealer exporter favorite favourite lot maker
  mileage receipt stock uss vehicle wishlist`.split(/\s+/),
);

/** Files that name the trade for a reason. A file without such words fails the test. */
const reasons = new Map([
  [
    "src/providers/foreign/readReply.ts",
    "converts the replies of the specified calls, which are named by their paths",
  ],
  [
    "src/providers/foreign/schemas.ts",
    "lists the schemas of the specified calls that the build contains",
  ],
  [
    "server/platform/errors.ts",
    "is the one table of error codes, and the specification names some by the trade",
  ],
  [
    "server/platform/configSchema.ts",
    "describes the settings to operators, who know the program by its trade",
  ],
  [
    "server/platform/signInSettings.ts",
    "describes the settings to operators, and names the roles of the groups",
  ],
  [
    "server/platform/schemas/checkRow.ts",
    "checks the types of fields whose x-shown names a text of an area",
  ],
]);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(entry.parentPath, entry.name));

/** Splits `bidIds`, `car-auction` and `BID_LIMIT` into their words, in the singular. */
const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
    .map((word) => word.toLowerCase())
    .map((word) => (tradeWords.has(word) ? word : word.replace(/s$/, "")));

/** Returns `line: words` for each line of a file that names the trade. */
const findingsIn = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const found = wordsOf(line).filter((word) => tradeWords.has(word));
      return found.length > 0 ? [`${index + 1}: ${found.join(", ")}`] : [];
    });

const files = folders.flatMap(filesIn);

it("finds the words of the trade in identifiers, paths and texts", () => {
  const text = 'const { bidIds, LotHead } = of("/car-auction"); // AUCTION_FEE';
  expect(wordsOf(text).filter((word) => tradeWords.has(word))).toEqual([
    "bid",
    "lot",
    "car",
    "auction",
    "auction",
  ]);
  const other = 'slots.plot(forbidden, "allotted"); type CardProps = Cardinal;';
  expect(wordsOf(other).filter((word) => tradeWords.has(word))).toEqual([]);
});

it("reads all sources of the engine", () => {
  expect(files).toContain("src/workspace/page/ListingPage.tsx");
  expect(files).toContain("src/workspace/cells/cells.module.css");
  expect(files).toContain("src/providers/http.ts");
  expect(files).toContain("server/platform/changes/changeHub.ts");
  expect(files).toContain("server/workshop/routes.ts");
});

it("finds no word of the trade in the engine", () => {
  const findings = files
    .filter((file) => !reasons.has(file))
    .flatMap((file) => findingsIn(file).map((finding) => `${file}:${finding}`));
  expect(findings).toEqual([]);
});

it.each([...reasons.keys()])("still needs the exception for %s", (file) => {
  expect(files).toContain(file);
  expect(findingsIn(file)).not.toEqual([]);
});
