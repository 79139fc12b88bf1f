import { expect, it } from "vitest";
import { runSeed } from "../../support/runSeed";
import { eachDatabase, onDatabase } from "../../support/database";
import { invariants } from "./ledger/invariants";
import { mutants } from "./ledger/mutants";
import { programOf, type Program } from "./ledger/program";
import { workOn, type Sizes } from "./ledger/work";

const whole = { steps: 200, copies: 64, deposits: 500, moves: 400 };
const short = { steps: 24, copies: 6, deposits: 12, moves: 60 };

/** Runs random work and returns the invariants that it breaks, with what was found. */
async function brokenBy(program: Program, sizes: Sizes) {
  const observed = await workOn(program, sizes, runSeed);
  const broken: Record<number, string[]> = {};
  for (const [number, { check }] of Object.entries(invariants)) {
    const found = await check(program, observed);
    if (found.length > 0) broken[Number(number)] = found.slice(0, 3);
  }
  return broken;
}

eachDatabase("the ledger", (open, kind) => {
  it("holds every invariant under random work and many calls at once", async () => {
    // The embedded database runs one transaction after the other.
    const sizes = kind === "server" ? whole : short;
    expect(await brokenBy(programOf(await open()), sizes)).toEqual({});
  });
});

onDatabase("a copy of the ledger", (open) => {
  it.each(mutants)("$name breaks $breaks", async ({ change, breaks }) => {
    const program = programOf(await open());
    const changed = { ...program, ...(await change(program)) };
    const broken = await brokenBy(changed, short);
    expect(Object.keys(broken).map(Number), JSON.stringify(broken)).toEqual(
      breaks,
    );
  });
});
