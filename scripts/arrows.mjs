// Checks the direction of imports by the rules of .dependency-cruiser.cjs. It
// also fails when it read so few modules that the check proves nothing.
import { existsSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import configuration from "../.dependency-cruiser.cjs";

/** With fewer modules than these, the check has missed the sources. */
const fewestModules = { domain: 5, server: 20, src: 20 };

const { options, forbidden } = configuration;

const missingFolders = Object.keys(fewestModules).filter(
  (folder) => !existsSync(folder),
);

const readModules = async () => {
  const { output } = await cruise(
    Object.keys(fewestModules),
    { ...options, ruleSet: { forbidden }, validate: true },
    options.enhancedResolveOptions,
  );
  return output;
};

const countIn = (modules, folder) =>
  modules.filter(
    ({ source, dependencies }) =>
      source.startsWith(`${folder}/`) && dependencies.length > 0,
  ).length;

const blindSpots = (modules) =>
  Object.entries(fewestModules)
    .map(([folder, fewest]) => ({
      folder,
      fewest,
      count: countIn(modules, folder),
    }))
    .filter(({ count, fewest }) => count < fewest)
    .map(
      ({ folder, fewest, count }) =>
        `${folder}/: only ${count} modules with imports were read, expected ${fewest} or more`,
    );

const commentOf = (name) =>
  forbidden.find((rule) => rule.name === name)?.comment ?? "";

const describe = ({ rule, from, to }) =>
  `${rule.name}: ${from} -> ${to}\n    ${commentOf(rule.name)}`;

const check = async () => {
  if (missingFolders.length > 0) {
    return missingFolders.map((folder) => `${folder}/ is missing`);
  }
  const { modules, summary } = await readModules();
  const faults = [...blindSpots(modules), ...summary.violations.map(describe)];
  if (faults.length === 0) {
    console.log(
      `${summary.totalDependenciesCruised} imports of ${modules.length} modules run one way`,
    );
  }
  return faults;
};

const faults = await check();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
