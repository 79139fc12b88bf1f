import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { declaredCopy } from "../support/declaredCopy";

const copy = declaredCopy();
const projectFile = (name: string) => path.join(process.cwd(), name);

type Linted = { code: number; stdout: string; stderr: string };

/** Runs `npm run lint:workspace` on the copy and returns its output. */
async function lint(): Promise<Linted> {
  const script = projectFile("scripts/lintWorkspace.ts");
  const loader = projectFile("node_modules/tsx/dist/cli.mjs");
  try {
    const run = promisify(execFile)(process.execPath, [loader, script], {
      cwd: copy.root,
    });
    return { code: 0, ...(await run) };
  } catch (error) {
    return error as Linted;
  }
}

describe("the linter of declarations", () => {
  // Each whole run lints the project itself.
  it("prints file, line, column, pointer and reason of all mistakes", async () => {
    copy.write("resources/my-bids.json", '{\n  "name": "my-bids",\n}\n');
    copy.editResource("car-auction", ({ columns }) => {
      columns[0]?.fields.splice(0, 1, "imges");
    });
    copy.editTexts("ru", (texts) => {
      delete texts.languages;
    });
    const { code, stderr, stdout } = await lint();
    expect(code).toBe(1);
    const lines = stderr.trim().split("\n");
    expect(lines.slice(0, 2)).toEqual([
      'resources/my-bids.json: Invalid JSON at line 3, column 1: a name in double quotes is expected here. Remove a comma before "}".',
      expect.stringMatching(
        /^resources\/car-auction\.json:\d+:\d+ \/columns\/0\/fields\/0: "imges" is not a field of "lot"\. Did you mean "images"\?$/,
      ),
    ]);
    for (const line of lines.slice(2))
      expect(line).toMatch(
        /^locales\/ru\.json \/languages\/\w+: The text is missing\.$/,
      );
    expect(lines.length).toBeGreaterThan(2);
    expect(stdout).toBe(
      `${stdout.split(" ")[0] ?? ""} files read, ${lines.length} problems\n`,
    );
  });
});
