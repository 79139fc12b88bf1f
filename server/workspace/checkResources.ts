import type { Resource } from "../../domain/resource";
import { escapePointer, pointerOf } from "../platform/pointer";
import type { Problem } from "../platform/problem";
import type { JsonFile } from "../platform/readJson";
import type { SchemaRegistry } from "../platform/schemas";
import { checkFieldAccess } from "./checkFieldAccess";
import { checkResource, type Fault } from "./checkResource";

/**
 * The declarations in these files, and what is wrong with them: where a file
 * breaks the meta-schema, names what is not there, or takes a name that is
 * taken. A file with a problem is left out. Pure but for the compiled schemas,
 * so that start, lint and a change while running ask the same.
 */
export function checkResources({
  files,
  schemas,
}: {
  files: readonly JsonFile[];
  schemas: SchemaRegistry;
}): { resources: Resource[]; problems: Problem[] } {
  const validate = schemas.validator("meta-resource");
  const isResource = (content: unknown): content is Resource =>
    validate(content).length === 0;
  const resources: Resource[] = [];
  const problems: Problem[] = [];
  const taken = new Map<string, string>();
  for (const { file, content } of files) {
    const faults: Fault[] = isResource(content)
      ? [
          ...checkResource(content, schemas.row(content.row)),
          ...checkNames(file, content, taken),
        ]
      : validate(content).map((error) => ({
          pointer: pointerOf(error),
          reason: error.message ?? "is wrong",
        }));
    problems.push(...faults.map((fault) => ({ file, ...fault })));
    if (faults.length === 0 && isResource(content)) resources.push(content);
  }
  const rows = new Set(resources.map(({ row }) => row));
  problems.push(...checkFieldAccess(rows, schemas));
  return { resources, problems };
}

/** The paths of all calls that a resource declares. */
function pathsOf({ calls: { options, ...calls } }: Resource) {
  const single = Object.entries(calls).map(
    ([name, call]) => [`/calls/${name}/path`, call.path] as const,
  );
  const ofOptions = Object.entries(options ?? {}).map(
    ([name, { path }]) =>
      [`/calls/options/${escapePointer(name)}/path`, path] as const,
  );
  return [...single, ...ofOptions].map(([pointer, path]) => ({
    pointer,
    path,
  }));
}

/** Names that only one resource may have; `taken` remembers whose they are. */
function* checkNames(
  file: string,
  resource: Resource,
  taken: Map<string, string>,
): Generator<Fault> {
  if (file !== `resources/${resource.name}.json`)
    yield { pointer: "/name", reason: `the file is not ${resource.name}.json` };
  const names = [
    { pointer: "/route", name: `route ${resource.route}` },
    ...(resource.aliases ?? []).map((alias, index) => ({
      pointer: `/aliases/${index}`,
      name: `route ${alias}`,
    })),
    ...pathsOf(resource).map(({ pointer, path }) => ({
      pointer,
      name: `call ${path}`,
    })),
  ];
  for (const { pointer, path } of pathsOf(resource))
    if (!/^(\/[a-z0-9-]+)+$/.test(path))
      yield { pointer, reason: `"${path}" is no path of a call` };
  for (const { pointer, name } of names) {
    const owner = taken.get(name);
    if (owner) yield { pointer, reason: `${name} is that of ${owner}` };
    else taken.set(name, resource.name);
  }
}
