// Checks every JSON file that the programs read when they run: schemas,
// resources, feeds, locales. Prints each problem and fails when there is one.
import { checkMapping } from "../server/feed";
import { loadMessages } from "../server/platform/messages";
import { loadSchemas } from "../server/platform/loadSchemas";
import {
  describeProblem,
  ProblemsFound,
  type Problem,
} from "../server/platform/problem";
import { readJsonFolder } from "../server/platform/readJson";
import { checkLabels } from "../server/workspace/checkLabels";
import { checkLocales } from "../server/workspace/checkLocales";
import { checkResources } from "../server/workspace/checkResources";

const root = process.cwd();

function lint(): { read: number; problems: Problem[] } {
  const schemas = loadSchemas(root);
  const messages = loadMessages(root);
  const declared = readJsonFolder(root, "resources");
  const feeds = readJsonFolder(root, "feeds");
  const checked = checkResources({ files: declared.files, schemas });
  return {
    read: declared.files.length + feeds.files.length + schemas.all().length,
    problems: [
      ...declared.problems,
      ...feeds.problems,
      ...checked.problems,
      ...checkLabels(checked.resources, messages),
      ...checkLocales(messages),
      ...feeds.files.flatMap((file) => checkMapping(file, schemas)),
    ],
  };
}

function lintSafely(): ReturnType<typeof lint> {
  try {
    return lint();
  } catch (error) {
    if (error instanceof ProblemsFound)
      return { read: 1, problems: [...error.problems] };
    throw error;
  }
}

const { read, problems } = lintSafely();
for (const problem of problems) console.error(describeProblem(problem));
if (read === 0) console.error("No files were read");
console.log(`${read} files read, ${problems.length} problems`);
process.exitCode = problems.length > 0 || read === 0 ? 1 : 0;
