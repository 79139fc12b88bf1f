import type { Document } from "../../../domain/declarations/document";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
} from "../../../domain/declarations/json";

/**
 * Returns a document whose conditions are in the present language. Documents from before
 * version 0.3 have `orEmpty` and `unless` in `where`, and `All` in the `when` of filters.
 */
export function upgradeConditions(document: Document): Document {
  const { declaration, ...rest } = document;
  const { where, filters } = declaration as JsonObject;
  return {
    ...rest,
    declaration: {
      ...declaration,
      ...(where === undefined ? {} : { where: each(where, whereCondition) }),
      ...(isList(filters)
        ? { filters: filters.map((filter) => withWhen(filter)) }
        : {}),
    },
  };
}

const each = (value: Json, change: (condition: JsonObject) => Json): Json => {
  if (isList(value)) return value.map((part) => each(part, change));
  return isObject(value) ? change(value) : value;
};

function whereCondition({ orEmpty, unless, ...test }: JsonObject): Json {
  const { field } = test;
  const parts: Json[] = [
    ...(unless === undefined ? [] : [{ viewer: unless }]),
    test,
    ...(orEmpty === true && field !== undefined
      ? [{ not: { field, filled: true } }]
      : []),
  ];
  return parts.length === 1 ? test : { any: parts };
}

function withWhen(filter: Json): Json {
  if (!isObject(filter) || !isObject(filter.when)) return filter;
  const { filter: other, in: values } = filter.when;
  if (other === undefined || !isList(values) || !values.includes("All"))
    return filter;
  const rest = values.filter((value) => value !== "All");
  const empty = { not: { filter: other, filled: true } };
  return {
    ...filter,
    when:
      rest.length === 0 ? empty : { any: [empty, { filter: other, in: rest }] },
  };
}
