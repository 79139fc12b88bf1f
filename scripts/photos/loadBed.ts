import type { BodyShape } from "./bodies/bodyShape";
import type { Canvas } from "./ink";
import { fill, stroke } from "./ink";
import type { Project, Position } from "./geometry";
import { curvePath, line, polygonPath } from "./geometry";
import type { Paint } from "./palette";
import { tone } from "./palette";
import { box, drawPrism } from "./prism";

const boxColour = "#eceef0";
const frameColour = "#2a2e33";
const tailRed = "#a5161d";

type Bed = NonNullable<BodyShape["bed"]>;

function railHeights({ wheels }: BodyShape): { low: number; high: number } {
  return { low: wheels.radius + 6, high: wheels.radius * 2 + 8 };
}

function ribs(project: Project, bed: Bed, low: number): string {
  const count = Math.round((bed.to - bed.from) / 55);
  return Array.from({ length: count - 1 }, (_, index) => {
    const x = bed.from + ((bed.to - bed.from) * (index + 1)) / count;
    return curvePath(project, [line([x, low + 5, 0], [x, bed.top - 5, 0])]);
  }).join("");
}

function drawCargoBox({ model, project }: Canvas, bed: Bed): string {
  const { high } = railHeights(model.shape);
  const { width } = model.shape;
  return (
    drawPrism(
      project,
      box([bed.from, high, 0], [bed.to, bed.top, width], boxColour),
    ) + stroke(ribs(project, bed, high), "#b4b9be", { width: 1.2 })
  );
}

/** Draws an open load bed with low sides. */
function drawFlatBed(
  { model, project }: Canvas,
  bed: Bed,
  paint: Paint,
): string {
  const { high } = railHeights(model.shape);
  const { width } = model.shape;
  const inside: Position[] = [
    [bed.from + 4, bed.top, 4],
    [bed.to - 4, bed.top, 4],
    [bed.to - 4, bed.top, width - 4],
    [bed.from + 4, bed.top, width - 4],
  ];
  const body = tone(paint.body, -0.04);
  return (
    drawPrism(
      project,
      box([bed.from, high, 0], [bed.to, bed.top, width], body),
    ) +
    fill(polygonPath(project, inside), "#6d7379") +
    stroke(ribs(project, bed, high), tone(paint.body, -0.35), { width: 1.2 })
  );
}

/** Draws the bars that protect the rear window of the cab. */
function drawGuard({ model, project, end }: Canvas, bed: Bed): string {
  const x = end === "front" ? bed.from + 3 : bed.to - 3;
  const { width } = model.shape;
  const post = (z: number) => line([x, bed.top, z], [x, 172, z]);
  const bars = [
    post(8),
    post(width - 8),
    line([x, 172, 8], [x, 172, width - 8]),
  ];
  return stroke(
    bars.map((bar) => curvePath(project, [bar])).join(""),
    frameColour,
    { width: 4 },
  );
}

function drawTailBar({ model, project }: Canvas, bed: Bed): string {
  const { low, high } = railHeights(model.shape);
  const { width } = model.shape;
  const panel = (from: number, to: number, colour: string) =>
    fill(
      polygonPath(project, [
        [bed.from, low - 2, from],
        [bed.from, high - 4, from],
        [bed.from, high - 4, to],
        [bed.from, low - 2, to],
      ]),
      colour,
    );
  return [
    panel(4, width - 4, frameColour),
    panel(8, width * 0.2, tailRed),
    panel(width * 0.8, width - 8, tailRed),
    panel(width * 0.4, width * 0.6, "#f4f4ef"),
  ].join("");
}

/** Draws the frame and the load bed behind the cab. */
export function drawLoadBed(canvas: Canvas, paint: Paint): string {
  const { shape } = canvas.model;
  const { bed } = shape;
  if (!bed) return "";
  const { low, high } = railHeights(shape);
  const reach =
    canvas.end === "front" ? ([-60, 0] as const) : ([0, 60] as const);
  const frame = box(
    [bed.from + reach[0], low, 22],
    [bed.to + reach[1], high, shape.width - 22],
    frameColour,
  );
  const load =
    bed.kind === "box"
      ? drawCargoBox(canvas, bed)
      : drawGuard(canvas, bed) + drawFlatBed(canvas, bed, paint);
  const tail = canvas.end === "rear" ? drawTailBar(canvas, bed) : "";
  return drawPrism(canvas.project, frame) + load + tail;
}
