/**
 * SQL statements by the name of their migration, such as `004_catalog`. The numbers are
 * global: an area takes the next number after the last one of all areas.
 */
export type Migrations = Readonly<Record<string, readonly string[]>>;

const namePattern = /^(\d{3})_[a-z0-9_]+$/;

const numberOf = (name: string): number =>
  Number(namePattern.exec(name)?.[1] ?? Number.NaN);

/**
 * Returns the migrations of all areas in the order of their numbers. Throws if a name
 * is malformed or two migrations have the same number.
 */
export function collectMigrations(areas: readonly Migrations[]): Migrations {
  const all = areas
    .flatMap((migrations) => Object.entries(migrations))
    .sort(([left], [right]) => numberOf(left) - numberOf(right));
  all.forEach(([name], index) => {
    const before = all[index - 1]?.[0];
    if (!namePattern.test(name))
      throw new Error(`Migration ${name} has no name like 004_catalog`);
    if (before !== undefined && numberOf(before) === numberOf(name))
      throw new Error(`Migrations ${before} and ${name} have the same number`);
  });
  return Object.fromEntries(all);
}

/** Returns the names of the tables and views that migrations create. */
export const createdTables = (migrations: Migrations): string[] =>
  Object.values(migrations)
    .flat()
    .flatMap(
      (statement) =>
        /^\s*create (?:table|view) (\w+)/i.exec(statement)?.[1] ?? [],
    );

/**
 * Returns the version of Seriba that ran these migrations: `this`, or one that this
 * version can upgrade; `later`; or `unreleased`, which gave a number to another migration.
 */
export function versionOf(
  applied: readonly string[],
  migrations: Migrations,
): "this" | "later" | "unreleased" {
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length === 0) return "this";
  const numbers = new Set(Object.keys(migrations).map(numberOf));
  const isReused = unknown.some((name) => numbers.has(numberOf(name)));
  return isReused ? "unreleased" : "later";
}
