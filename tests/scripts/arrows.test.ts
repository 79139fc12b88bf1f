import { rmSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { makeFolder, runScript, type Tree } from "./support";

/** A valid tree with enough modules for the check. */
const innocentTree = () => {
  const tree: Tree = {};
  for (const folder of ["domain", "server/platform", "src/ui"]) {
    tree[`${folder}/part0.ts`] = "export const part0 = 0;\n";
    for (let index = 1; index <= 20; index += 1) {
      tree[`${folder}/part${index}.ts`] =
        `export { part0 as part${index} } from "./part0";\n`;
    }
  }
  return tree;
};

const checkArrows = (tree: Tree) => {
  const folder = makeFolder(tree);
  try {
    return runScript("arrows.mjs", folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

type Arrow = readonly [from: string, to: string];

/** Adds imports, and the files they need, to a valid tree. */
const treeWith = (arrows: readonly Arrow[]) => {
  const tree = innocentTree();
  for (const [from, to] of arrows) {
    const way = path.posix.relative(path.posix.dirname(from), to);
    const specifier = way.startsWith(".") ? way : `./${way}`;
    tree[to] ??= "export const told = 1;\n";
    tree[from] =
      `import "${specifier.replace(/\.tsx?$/, "")}";\n` + (tree[from] ?? "");
  }
  return tree;
};

const brokenArrows = [
  ["domain-stands-alone", "domain/money.ts", "src/ui/part1.ts"],
  ["domain-stands-alone", "domain/money.ts", "server/platform/part1.ts"],
  ["src-not-server", "src/ui/Button.tsx", "server/platform/part1.ts"],
  ["server-not-src", "server/platform/mail.ts", "src/ui/part1.ts"],
  ["product-not-tools", "server/platform/mail.ts", "tests/support/mail.ts"],
  ["src-areas-apart", "src/bidding/BidPanel.tsx", "src/catalog/Lot.tsx"],
  ["src-areas-below", "src/catalog/Lot.tsx", "src/app/routes.tsx"],
  ["src-areas-below", "src/catalog/Lot.tsx", "src/workshop/Draft.tsx"],
  ["src-workspace-below", "src/workspace/List.tsx", "src/catalog/Lot.tsx"],
  ["src-workspace-below", "src/workspace/List.tsx", "src/workshop/Draft.tsx"],
  [
    "src-workspace-registry-below",
    "src/workspace/registry/areas.tsx",
    "src/workspace/cells/TextCell.tsx",
  ],
  [
    "src-workspace-listing-below",
    "src/workspace/listing/useFacets.ts",
    "src/workspace/filters/FilterPanel.tsx",
  ],
  ["server-identity-below", "server/identity/a.ts", "server/catalog/index.ts"],
  ["server-catalog-below", "server/catalog/a.ts", "server/bidding/index.ts"],
  ["server-payments-below", "server/payments/a.ts", "server/bidding/index.ts"],
  ["server-bidding-below", "server/bidding/a.ts", "server/purchases/index.ts"],
  ["server-areas-by-index", "server/bidding/a.ts", "server/catalog/lots.ts"],
  ["server-catalog-below", "server/catalog/a.ts", "server/feed/index.ts"],
  [
    "server-workspace-below",
    "server/workspace/a.ts",
    "server/catalog/index.ts",
  ],
  [
    "server-workspace-sources-listing-below",
    "server/workspace/listing/a.ts",
    "server/workspace/checks/b.ts",
  ],
  [
    "server-workspace-listing-source-below",
    "server/workspace/listing/source/a.ts",
    "server/workspace/listing/query/b.ts",
  ],
  [
    "server-workspace-columns-store-below",
    "server/workspace/columns/store/a.ts",
    "server/workspace/columns/scan/b.ts",
  ],
  [
    "server-platform-schemas-database-below",
    "server/platform/schemas/a.ts",
    "server/platform/http/b.ts",
  ],
  ["feed-uses-catalog-only", "server/feed/a.ts", "server/bidding/index.ts"],
  ["feed-uses-catalog-only", "server/feed/a.ts", "server/catalog/lots.ts"],
  ["server-areas-by-index", "server/demo/a.ts", "server/bidding/bids.ts"],
  ["nothing-imports-main", "server/app.ts", "server/main.ts"],
] as const;

describe("the arrows of the tree", () => {
  it("lets a tree pass that keeps them", () => {
    const tree = treeWith([
      ["server/bidding/a.ts", "server/identity/index.ts"],
      ["server/bidding/b.ts", "server/catalog/index.ts"],
      ["server/feed/a.ts", "server/catalog/index.ts"],
      ["server/demo/a.ts", "server/bidding/index.ts"],
      ["server/app.ts", "server/bidding/routes.ts"],
      ["server/main.ts", "server/app.ts"],
      ["src/bidding/BidPanel.tsx", "src/workspace/List.tsx"],
      ["src/app/routes.tsx", "src/bidding/BidList.tsx"],
    ]);
    expect(checkArrows(tree)).toMatchObject({ status: 0 });
  });

  describe("in a tree that breaks each of them", () => {
    const outcome = { status: null as number | null, output: "" };

    beforeAll(() => {
      const tree = treeWith(brokenArrows.map(([, from, to]) => [from, to]));
      Object.assign(tree, {
        "domain/files.ts": 'import "node:fs";\n',
        "src/ui/a.ts": 'import "./b";\n',
        "src/ui/b.ts": 'import "./a";\n',
        "src/ui/lost.ts": 'import "./gone";\n',
        "src/ui/Typed.tsx":
          'import type { part1 } from "../../server/platform/part1";\n' +
          "export type Part = typeof part1;\n",
      });
      Object.assign(outcome, checkArrows(tree));
    });

    it("fails", () => {
      expect(outcome.status).toBe(1);
    });

    it.each(brokenArrows)(
      "refuses, by %s, %s importing %s",
      (rule, from, to) => {
        expect(outcome.output).toContain(`${rule}: ${from} -> ${to}\n`);
      },
    );

    it.each([
      ["input and output in the domain", "domain-does-no-io: domain/files.ts"],
      ["a circle", "no-circles: src/ui/a.ts"],
      ["an import it cannot follow", "every-import-resolves: src/ui/lost.ts"],
      ["an import of a type", "src-not-server: src/ui/Typed.tsx"],
    ])("refuses %s", (_, line) => {
      expect(outcome.output).toContain(line);
    });
  });

  it("fails when it has read no modules", () => {
    const tree = {
      "domain/a.ts": "",
      "server/a.ts": "",
      "src/a.ts": "",
    };
    const { status, output } = checkArrows(tree);
    expect(status).toBe(1);
    expect(output).toContain("src/: only 0 modules");
  });
});
