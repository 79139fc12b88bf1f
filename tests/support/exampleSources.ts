import path from "node:path";
import { readJsonFolder, type JsonFile } from "../../server/platform/readJson";
import { readSources, type Sources } from "../../server/workspace/sources";

/**
 * The schemas and texts of the project with the lists and feeds of the fixtures, which have
 * no tables of records and so no computed fields.
 */
export const exampleSources = withFixtures(readSources(process.cwd()));

function withFixtures({ schemas, locales }: Sources): Sources {
  const fixtures = path.resolve("tests/fixtures");
  const read = (folder: string) => readJsonFolder(fixtures, folder).files;
  const labels = read("labels");
  return {
    schemas: schemas.map(withoutComputed),
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

function withoutComputed({ file, content }: JsonFile): JsonFile {
  const { properties, ...schema } = content as {
    properties?: Record<string, object>;
  };
  if (!properties) return { file, content };
  const stored = Object.entries(properties).filter(
    ([, field]) => !("x-computed" in field),
  );
  return {
    file,
    content: { ...schema, properties: Object.fromEntries(stored) },
  };
}
