import path from "node:path";
import { readJsonFolder } from "../../server/platform/readJson";
import { readSources, type Sources } from "../../server/workspace/sources";

/** The schemas and texts of the project with the lists and feeds of the fixtures. */
export const exampleSources = withFixtures(readSources(process.cwd()));

function withFixtures({ schemas, locales }: Sources): Sources {
  const fixtures = path.resolve("tests/fixtures");
  const read = (folder: string) => readJsonFolder(fixtures, folder).files;
  const labels = read("labels");
  return {
    schemas,
    resources: read("resources"),
    dashboards: [],
    feeds: read("feeds"),
    locales: locales.map(({ file, content }) => {
      const own = labels.find(
        (other) => path.basename(other.file) === path.basename(file),
      );
      return {
        file,
        content: { ...(content as object), resources: own?.content },
      };
    }),
    problems: [],
  };
}
