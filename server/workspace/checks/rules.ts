import type { Filter, Resource, RowSchema } from "../../../domain/resource";
import { escapePointer } from "../../platform/pointer";
import { under, type Fault } from "../../platform/problem";

/** The data about a declaration that rules may look up. */
export type Facts = {
  row: RowSchema;
  /** The declaration; parts that break the meta-schema are left out. */
  resource: Partial<Resource>;
  filters: readonly Filter[];
};

/** A rule of declarations: a path and a check of each value at that path. */
export type Rule = {
  /** Keys and indexes; `*` stands for every entry: `columns/*\/sort`. */
  path: string;
  /**
   * Yields faults with pointers relative to the value. The value has passed the
   * meta-schema, so a check may state its type.
   */
  check(value: unknown, facts: Facts): Iterable<Fault>;
};

/** Returns a rule. */
export const rule = (path: string, check: Rule["check"]): Rule => ({
  path,
  check,
});

/** Yields the values of JSON at a path, each with its pointer. */
export function* valuesAt(
  value: unknown,
  path: string,
): Generator<{ pointer: string; value: unknown }> {
  const [step = "", ...rest] = path === "" ? [] : path.split("/");
  if (step === "") {
    yield { pointer: "", value };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (step !== "*" && step !== name) continue;
    for (const found of valuesAt(part, rest.join("/")))
      yield { ...found, pointer: `/${escapePointer(name)}${found.pointer}` };
  }
}

/**
 * Yields the faults that the rules find in a declaration. Values that overlap a
 * `broken` pointer, where the meta-schema is not met, are skipped. A rule with
 * an empty path gets the declaration without its broken parts.
 */
export function* applyRules(
  rules: readonly Rule[],
  content: unknown,
  { facts, broken }: { facts: Facts; broken: readonly string[] },
): Generator<Fault> {
  for (const each of rules) {
    if (each.path === "") yield* each.check(facts.resource, facts);
    else
      for (const { pointer, value } of valuesAt(content, each.path)) {
        if (broken.some((place) => isOverlapping(place, pointer))) continue;
        for (const found of each.check(value, facts))
          yield under(pointer, found);
      }
  }
}

const isOverlapping = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
