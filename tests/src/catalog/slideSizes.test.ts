import { act, renderHook } from "@testing-library/react";
import type { SyntheticEvent } from "react";
import { expect, it } from "vitest";
import { useSlideSizes } from "../../../src/catalog/gallery/Preview";

const images = ["/first.jpg", "/second.jpg"];
const nominal = { width: 1600, height: 1200 };

/** Returns the event of a loaded picture that is twice as wide as high. */
function loadOf(src: string): SyntheticEvent {
  const target = document.createElement("img");
  target.setAttribute("src", src);
  Object.defineProperty(target, "naturalWidth", { value: 2400 });
  Object.defineProperty(target, "naturalHeight", { value: 1200 });
  return { target } as unknown as SyntheticEvent;
}

const open = () => {
  const { result } = renderHook(() => useSlideSizes(images));
  return {
    sizes: () => result.current.sizeOf,
    load: (src: string) => {
      act(() => {
        result.current.onLoadCapture(loadOf(src));
      });
    },
    zoom: (zoom: number) => {
      act(() => {
        result.current.onZoom({ zoom });
      });
    },
  };
};

it("ignores thumbnails, which would give the lightbox new slides", () => {
  const { sizes, load } = open();
  const before = sizes();
  load("/first-small.jpg");
  expect(sizes()).toBe(before);
  load("/first.jpg");
  expect(sizes()("/first.jpg")).toEqual({ width: 2400, height: 1200 });
});

it("keeps the slides of a zoomed lightbox until the zoom ends", () => {
  const { sizes, load, zoom } = open();
  zoom(2);
  const before = sizes();
  load("/second.jpg");
  expect(sizes()).toBe(before);
  expect(before("/second.jpg")).toEqual(nominal);
  zoom(1);
  expect(sizes()("/second.jpg")).toEqual({ width: 2400, height: 1200 });
});
