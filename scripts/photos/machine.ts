import { cameraFor } from "./camera";
import type { Drawing } from "./drawCar";
import type { Project, Position } from "./geometry";
import { polygonPath, wheelMatrix } from "./geometry";
import { fill, stroke } from "./ink";
import type { Paint } from "./palette";
import { tone } from "./palette";
import type { Prism } from "./prism";
import { box, drawPrism } from "./prism";
import { drawShadow, paintDefinitions } from "./scene";

const extent = { length: 560, width: 210, height: 300 };
const steel = "#3b4046";
const rubber = "#1d2023";
const trackHeight = 62;

type Flip = (x: number) => number;
type Place = readonly [x: number, y: number];

/** Returns a solid. A mirrored outline is reversed, so that it stays clockwise. */
function solid(
  flip: Flip,
  outline: readonly Place[],
  { near, far, colour }: Omit<Prism, "outline">,
): Prism {
  const placed = outline.map(([x, y]): Place => [flip(x), y]);
  const isReversed = flip(1) < flip(0);
  return { outline: isReversed ? placed.reverse() : placed, near, far, colour };
}

function drawTrack(project: Project, flip: Flip, near: number): string {
  const outline: Place[] = [
    [240, 22],
    [250, 56],
    [270, trackHeight],
    [510, trackHeight],
    [532, 50],
    [536, 26],
    [516, 4],
    [262, 4],
  ];
  const body = solid(flip, outline, { near, far: near + 48, colour: rubber });
  const rollers = [270, 318, 366, 414, 462, 508].map((x, index) => {
    const isEnd = index === 0 || index === 5;
    const position: Position = [flip(x), isEnd ? 32 : 20, near];
    const matrix = wheelMatrix(project, position, isEnd ? 23 : 13);
    return `<circle r="1" fill="#4a5057" transform="${matrix}"/><circle r=".4" fill="#767d85" transform="${matrix}"/>`;
  });
  return drawPrism(project, body) + rollers.join("");
}

function houseSolids(flip: Flip, paint: string): Prism[] {
  const deck: Place[] = [
    [262, 84],
    [262, 104],
    [546, 104],
    [552, 84],
    [540, 76],
  ];
  const engine: Place[] = [
    [372, 104],
    [372, 176],
    [520, 182],
    [552, 166],
    [556, 104],
  ];
  return [
    solid(
      flip,
      [
        [330, trackHeight],
        [330, 78],
        [450, 78],
        [450, trackHeight],
      ],
      {
        near: 62,
        far: 150,
        colour: steel,
      },
    ),
    solid(flip, deck, { near: 6, far: 204, colour: tone(paint, -0.12) }),
    solid(flip, engine, { near: 8, far: 202, colour: paint }),
  ];
}

const cabOutline: readonly Place[] = [
  [266, 104],
  [262, 180],
  [286, 262],
  [376, 264],
  [382, 104],
];

function drawCab(project: Project, flip: Flip, paint: string): string {
  const cab = solid(flip, cabOutline, { near: 10, far: 96, colour: paint });
  const glass = (places: readonly Place[]) =>
    fill(
      polygonPath(
        project,
        places.map(([x, y]): Position => [flip(x), y, 10]),
      ),
      "url(#glass)",
      'stroke="#15181c" stroke-width="3"',
    );
  const across = (x0: number, y0: number, x1: number, y1: number) =>
    fill(
      polygonPath(project, [
        [flip(x0), y0, 18],
        [flip(x1), y1, 18],
        [flip(x1), y1, 88],
        [flip(x0), y0, 88],
      ]),
      "url(#screen)",
      'stroke="#15181c" stroke-width="3"',
    );
  const isReversed = flip(1) < flip(0);
  const end = isReversed
    ? across(382, 190, 378, 252)
    : across(263, 122, 262, 180) + across(263, 184, 284, 254);
  return (
    drawPrism(project, cab) +
    end +
    glass([
      [274, 150],
      [272, 182],
      [292, 252],
      [324, 252],
      [324, 150],
    ]) +
    glass([
      [334, 150],
      [334, 252],
      [368, 252],
      [372, 150],
    ])
  );
}

function boomSolids(flip: Flip, paint: string): Prism[] {
  const span = { near: 104, far: 132 };
  const boom: Place[] = [
    [300, 96],
    [268, 150],
    [214, 250],
    [150, 292],
    [86, 252],
    [82, 236],
    [150, 262],
    [196, 228],
    [238, 130],
    [262, 92],
  ];
  const arm: Place[] = [
    [70, 118],
    [70, 250],
    [96, 272],
    [112, 258],
    [90, 118],
  ];
  const bucket: Place[] = [
    [20, 40],
    [12, 84],
    [40, 122],
    [92, 128],
    [98, 104],
    [76, 60],
    [52, 30],
  ];
  return [
    solid(flip, boom, { ...span, colour: paint }),
    solid(flip, arm, { near: 106, far: 130, colour: tone(paint, -0.06) }),
    solid(flip, bucket, { near: 84, far: 152, colour: steel }),
  ];
}

function drawPistons(project: Project, flip: Flip): string {
  const rod = (from: Place, to: Place) =>
    polygonPath(project, [
      [flip(from[0]), from[1], 118],
      [flip(to[0]), to[1], 118],
    ]);
  const rods = rod([296, 112], [206, 222]) + rod([168, 280], [104, 268]);
  return (
    stroke(rods, steel, { width: 8 }) + stroke(rods, "#c4c9cf", { width: 3 })
  );
}

function drawVents(project: Project, flip: Flip, paint: string): string {
  const slats = [0, 1, 2, 3, 4].map((row) => {
    const y = 122 + row * 9;
    return polygonPath(project, [
      [flip(440), y, 8],
      [flip(520), y, 8],
    ]);
  });
  return stroke(slats.join(""), tone(paint, -0.5), { width: 2.5 });
}

function drawBlade(project: Project, flip: Flip, paint: string): string {
  const low = Math.min(flip(222), flip(236));
  return drawPrism(
    project,
    box([low, 6, 14], [low + 14, 56, 196], tone(paint, -0.15)),
  );
}

/** Draws an excavator, which represents all machinery. */
export function drawMachine({
  shot,
  end,
  paint,
}: {
  shot: "corner" | "side";
  end: "front" | "rear";
  paint: Paint;
}): Drawing {
  const project = cameraFor(shot, extent);
  const flip: Flip = end === "front" ? (x) => x : (x) => extent.length - x;
  const [, belt] = project([0, 160, 0]);
  const [, floor] = project([0, 0, 0]);
  const draw = (prism: Prism) => drawPrism(project, prism);
  const [pivot, ...house] = houseSolids(flip, paint.body);
  const boom =
    boomSolids(flip, paint.body).map(draw).join("") +
    drawPistons(project, flip);
  const engine =
    house.map(draw).join("") + drawVents(project, flip, paint.body);
  const cab = drawCab(project, flip, paint.body);
  const isFront = end === "front";
  const svg = [
    `<defs>${paintDefinitions(paint.body, { belt, floor })}</defs>`,
    drawShadow(project, extent),
    isFront ? "" : drawBlade(project, flip, paint.body),
    drawTrack(project, flip, 158),
    drawTrack(project, flip, 6),
    pivot ? draw(pivot) : "",
    isFront ? engine + boom + cab : boom + cab + engine,
    isFront ? drawBlade(project, flip, paint.body) : "",
  ].join("");
  return {
    svg,
    lamp: project([flip(300), 210, 10]),
    wheel: project([flip(400), 30, 6]),
  };
}
