import { describe, expect, it } from "vitest";
import { bikePhotoKeys } from "../../../scripts/demo/bikes/bikePhotos";
import { models } from "../../../scripts/demo/facts";
import { paintPhoto } from "../../../scripts/demo/paintPhoto";
import {
  photoBodyOf,
  photoFile,
  photoKeys,
} from "../../../scripts/demo/photoNames";

const keys = [...photoKeys(), ...bikePhotoKeys()];
const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z][\w-]*="[^"<&]*")*) ?(\/?)>/y;

/** Whether the text consists of tags only, each closed in order. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  tag.lastIndex = 0;
  while (tag.lastIndex < text.length) {
    const match = tag.exec(text);
    if (!match) return false;
    const [, closing, name = "", attributes = "", isEmpty] = match;
    const names = attributes.match(/[\w-]+(?==")/g) ?? [];
    if (new Set(names).size < names.length) return false;
    if (closing && open.pop() !== name) return false;
    if (!closing && !isEmpty) open.push(name);
  }
  return open.length === 0;
}

describe("a painted photo", () => {
  it("has every part painted and stays below 11,000 characters", () => {
    for (const key of keys) {
      const svg = paintPhoto(key);
      expect(svg, photoFile(key)).not.toMatch(/NaN|undefined|[{}]/);
      expect(svg.length, photoFile(key)).toBeLessThan(11_000);
    }
  });

  it("is well-formed for every body and view", () => {
    const colours = ["two-tone", "black", "silver"];
    for (const key of keys.filter(({ colour }) => colours.includes(colour))) {
      const svg = paintPhoto(key);
      expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 640 480"/);
      expect(isWellFormed(svg), photoFile(key)).toBe(true);
    }
  });

  it("has a file name of its own", () => {
    expect(new Set(keys.map(photoFile)).size).toBe(keys.length);
  });

  it("differs from body to body and from view to view", () => {
    const drawings = keys
      .filter(({ colour }) => ["red", "black", "silver"].includes(colour))
      .filter(({ view }) => view !== "engine" && view !== "interior")
      .map((key) => paintPhoto(key));
    expect(new Set(drawings).size).toBe(drawings.length);
  });

  it("has the paint of its colour, lighter and darker on its sides", () => {
    const colour = (key: string) =>
      paintPhoto({ body: "sedan", colour: key, view: "front" });
    expect(colour("red")).toContain("#b9252b");
    expect(colour("red")).toContain(
      // 32 % of the way from #b9252b to #0c0f14.
      'stop-color="#821e24"',
    );
    expect(colour("two-tone")).toContain("#f6f5f1");
    expect(() => colour("tartan")).toThrow("No colour tartan");
  });

  it("exists for every body in the facts", () => {
    const drawn = new Set(keys.map(({ body }) => body));
    for (const { body } of models) expect(drawn).toContain(photoBodyOf(body));
  });
});
