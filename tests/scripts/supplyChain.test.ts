import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Ranges = Record<string, string>;
type LockedPackage = {
  version?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dependencies?: Ranges;
  devDependencies?: Ranges;
};

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

const manifest = read("package.json") as Required<
  Pick<LockedPackage, "dependencies" | "devDependencies">
> & { overrides: Ranges };
const { packages } = read("package-lock.json") as {
  packages: Record<string, LockedPackage>;
};
const { "": root, ...installed } = packages;

/** The packages that may have an install script, with the reason. */
const explained: Record<string, string> = {
  "core-js-pure":
    "Its script only prints a message; it comes with react-imask, and Seriba installs without it.",
  esbuild:
    "Its script only replaces a JavaScript launcher by the binary; Seriba installs without it.",
};

/** The version in a pin, which may name another package: `npm:typescript@7.0.2`. */
const versionOf = (pin: string) => pin.replace(/^npm:[^@]+@/, "");

const nameOf = (place: string) => place.replace(/^.*node_modules\//, "");

describe("the packages that Seriba uses", () => {
  it("are pinned to exact versions", () => {
    const { dependencies, devDependencies, overrides } = manifest;
    const loose = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...overrides,
    }).filter(([, pin]) => !/^\d+\.\d+\.\d+$/.test(versionOf(pin)));
    expect(loose).toEqual([]);
  });

  it("are locked at the pinned versions", () => {
    const { dependencies, devDependencies } = manifest;
    expect(root).toMatchObject({ dependencies, devDependencies });
    for (const [name, pin] of Object.entries({
      ...dependencies,
      ...devDependencies,
    }))
      expect({
        name,
        version: installed[`node_modules/${name}`]?.version,
      }).toEqual({ name, version: versionOf(pin) });
  });

  it("all have a checksum in the lockfile", () => {
    const places = Object.keys(installed);
    expect(places.length).toBeGreaterThan(100);
    const unlocked = places.filter(
      (place) => !installed[place]?.integrity?.startsWith("sha512-"),
    );
    expect(unlocked).toEqual([]);
  });

  it("have no install script without an explanation", () => {
    const scripted = Object.keys(installed)
      .filter((place) => installed[place]?.hasInstallScript)
      .map(nameOf);
    expect(scripted.filter((name) => !(name in explained))).toEqual([]);
  });
});
