import {
  isNoDocument,
  type Document,
} from "../../domain/declarations/document";
import { isObject } from "../platform/pointer";
import type { Message, Problem } from "../platform/problem";
import { isCreated, problemAt, rowDocument } from "../workspace/overlay";
import type { Sources } from "../workspace/sources";

type ListEdit = {
  resource: string;
  files: Sources;
  sources: Sources;
  document: Document;
};

/**
 * Returns the errors of a list that the files do not have: rows that it does not store
 * itself, under its own name, a name that a schema of the files has, and calls with a
 * path, because no route could be added for it.
 */
export function createdProblems(edit: ListEdit): Problem[] {
  const { files, sources, resource: name, document } = edit;
  if (!isCreated(edit, name) || isNoDocument(document)) return [];
  const { declaration } = document;
  const problem = (pointer: string, id: Message["id"]) =>
    problemAt({
      sources,
      name,
      document,
      change: { pointer },
      message: { id, values: { name } },
    });
  const isTaken = files.schemas.some(
    ({ file, content }) =>
      file === `${rowDocument(name)}.json` ||
      (isObject(content) && content.$id === name),
  );
  const { calls } = declaration;
  return [
    ...(isTaken ? [problem("/name", "createdTaken")] : []),
    ...(declaration.store === "records"
      ? []
      : [problem("/store", "createdStore")]),
    ...(declaration.row === name ? [] : [problem("/row", "createdRow")]),
    ...(declaration.extends === undefined
      ? []
      : [problem("/extends", "createdExtends")]),
    ...Object.entries(isObject(calls) ? calls : {}).flatMap(([call, options]) =>
      hasPath(options) ? [problem(`/calls/${call}`, "createdPath")] : [],
    ),
  ];
}

/** Whether a call, or one of its options, names a path. */
const hasPath = (options: unknown): boolean =>
  isObject(options) &&
  ("path" in options || Object.values(options).some(hasPath));
