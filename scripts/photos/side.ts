import type { Paint } from "./palette";
import { tone } from "./palette";
import { outlinePoint } from "./carModel";
import { curvePath, line, wheelMatrix } from "./geometry";
import { drawSideWindows } from "./glass";
import type { Canvas } from "./ink";
import { fill, sideLine, sidePath, stroke } from "./ink";

const plastic = "#34383d";

/** Draws the sheet metal of the near side. */
function drawSidePanel(canvas: Canvas, paint: Paint): string {
  const { model, project } = canvas;
  const first = model.near[0]?.[0];
  const last = model.near.at(-1)?.[2];
  if (!first || !last) return "";
  const whole = `${curvePath(project, [...model.near, line(last, first)])}Z`;
  const edge = `stroke="${tone(paint.body, -0.28)}" stroke-width="1"`;
  return fill(whole, "url(#side)", edge) + drawRoofSide(canvas, paint);
}

/** Draws pillars and roof edge if the roof has a paint of its own. */
function drawRoofSide({ model, project }: Canvas, paint: Paint): string {
  if (paint.roof === paint.body) return "";
  const upper = model.near.slice(3, 6);
  const last = upper.at(-1)?.[2];
  const first = upper[0]?.[0];
  if (!last || !first) return "";
  return fill(
    `${curvePath(project, [...upper, line(last, first)])}Z`,
    paint.roof,
  );
}

function drawCladding(canvas: Canvas): string {
  const { shape } = canvas.model;
  const [chinX = 0, floor = 0] = outlinePoint(shape, 0);
  const [heelX = 0, heelY = 0] = outlinePoint(shape, 9);
  return fill(
    sidePath(canvas, [
      [chinX, floor],
      [chinX - 6, floor + 14],
      [heelX + 6, heelY + 14],
      [heelX, heelY],
    ]),
    plastic,
  );
}

function drawLines(canvas: Canvas, dark: string): string {
  const { shape, beltAt } = canvas.model;
  const [, floor = 0] = outlinePoint(shape, 0);
  const [bumperX = 0] = outlinePoint(shape, 1);
  const [tailX = 0] = outlinePoint(shape, 8);
  const crease = (x: number) => beltAt(x) - 17;
  const ends = [bumperX + 42, tailX - 42] as const;
  const sill = [
    Math.max(shape.wheels.front + 46, bumperX + 10),
    Math.min(shape.wheels.rear - 46, tailX - 10),
  ] as const;
  const gaps = shape.doors.map((x) => {
    const clear = shape.wheels.radius * 1.25;
    const isNear = [shape.wheels.front, shape.wheels.rear].some(
      (wheel) => Math.abs(wheel - x) < clear,
    );
    const bottom = isNear ? shape.wheels.radius * 2.15 : floor + 12;
    return sideLine(canvas, [x, beltAt(x)], [x, bottom]);
  });
  return (
    stroke(
      sideLine(canvas, [ends[0], crease(ends[0])], [ends[1], crease(ends[1])]),
      dark,
      { width: 2, opacity: 0.35 },
    ) +
    stroke(
      sideLine(
        canvas,
        [ends[0], crease(ends[0]) - 3],
        [ends[1], crease(ends[1]) - 3],
      ),
      "#fff",
      { width: 1.5, opacity: 0.3 },
    ) +
    stroke(sideLine(canvas, [sill[0], floor + 9], [sill[1], floor + 9]), dark, {
      width: 2,
      opacity: 0.4,
    }) +
    stroke(gaps.join(""), dark, { width: 1.3, opacity: 0.65 })
  );
}

function drawHandles(canvas: Canvas, colour: string): string {
  const { handles } = canvas.model.shape;
  return handles
    .map((x) => {
      const y = canvas.model.beltAt(x) - 10;
      return fill(
        sidePath(canvas, [
          [x, y],
          [x + 14, y],
          [x + 14, y - 4],
          [x, y - 4],
        ]),
        colour,
        `stroke="${colour}" stroke-width="1.5"`,
      );
    })
    .join("");
}

function drawSlidingRail(canvas: Canvas, dark: string): string {
  const { rail } = canvas.model.shape;
  if (!rail) return "";
  const height = (x: number) => canvas.model.beltAt(x) - 12;
  const [from, to] = rail;
  return stroke(
    sideLine(canvas, [from, height(from)], [to, height(to)]),
    dark,
    { width: 2, opacity: 0.6 },
  );
}

/** Draws a door mirror at the foot of the windscreen. */
export function drawMirror(canvas: Canvas, x: number, colour: string): string {
  const { model, project } = canvas;
  const position = model.positionOnSide(x, model.beltAt(x) + 8);
  const out = [position[0], position[1], position[2] - 14] as const;
  return `<path d="M-1-.5Q-1 .6-.3.65L.7.6Q1 .5.95-.1L.8-.6Z" fill="${colour}" stroke="#15181c" stroke-width=".08" transform="${wheelMatrix(project, out, 11)}"/>`;
}

/** Draws the near side without wheels, lamps and mirror. */
export function drawSide(canvas: Canvas, paint: Paint): string {
  const { shape } = canvas.model;
  const has = (feature: string) =>
    shape.features?.some((own) => own === feature) ?? false;
  const dark = tone(paint.body, -0.55);
  return [
    drawSidePanel(canvas, paint),
    has("cladding") ? drawCladding(canvas) : "",
    has("openTop") ? "" : drawSideWindows(canvas),
    drawLines(canvas, dark),
    drawSlidingRail(canvas, dark),
    drawHandles(canvas, tone(paint.body, -0.32)),
  ].join("");
}
