import { CompiledQuery } from "kysely";
import type { Database } from "../../server/platform/database";

/** A node of a plan that ran. */
type PlanNode = {
  depth: number;
  type: string;
  /** The index or table that it reads. */
  of: string | undefined;
  planned: number;
  actual: number;
  spills: boolean;
};

/** A plan that ran, with its time in milliseconds and the pages that it read. */
export type Plan = {
  milliseconds: number;
  pages: number;
  rows: number;
  nodes: PlanNode[];
};

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null;
const numberOf = (value: unknown): number =>
  typeof value === "number" ? value : 0;
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : "";

/**
 * Returns a function that runs a statement and returns its plan. The changes of the
 * statement are rolled back.
 */
export const createExplain =
  ({ kysely }: Pick<Database, "kysely">) =>
  async ({ sql, parameters }: CompiledQuery): Promise<Plan> => {
    const trx = await kysely.startTransaction().execute();
    try {
      const explain = `explain (analyze, buffers, format json) ${sql}`;
      return explainNodes(
        await trx.executeQuery<{ "QUERY PLAN": unknown }>(
          CompiledQuery.raw(explain, [...parameters]),
        ),
      );
    } finally {
      await trx.rollback().execute();
    }
  };

/** Returns the plan of `explain (analyze, buffers, format json)`. */
function explainNodes({
  rows,
}: {
  rows: readonly { "QUERY PLAN": unknown }[];
}): Plan {
  const plans = rows[0]?.["QUERY PLAN"];
  const [plan] = Array.isArray(plans) ? (plans as unknown[]) : [];
  const root = isObject(plan) && isObject(plan.Plan) ? plan.Plan : {};
  return {
    milliseconds: numberOf(isObject(plan) ? plan["Execution Time"] : 0),
    pages:
      numberOf(root["Shared Hit Blocks"]) +
      numberOf(root["Shared Read Blocks"]),
    rows: numberOf(root["Actual Rows"]),
    nodes: nodesOf(root, 0),
  };
}

function nodesOf(node: Json, depth: number): PlanNode[] {
  const loops = numberOf(node["Actual Loops"]);
  const below = Array.isArray(node.Plans) ? (node.Plans as unknown[]) : [];
  if (loops === 0) return [];
  return [
    {
      depth,
      type: textOf(node["Node Type"]),
      of:
        textOf(node["Index Name"]) ||
        textOf(node["Relation Name"]) ||
        undefined,
      planned: numberOf(node["Plan Rows"]),
      actual: numberOf(node["Actual Rows"]),
      spills: node["Sort Space Type"] === "Disk",
    },
    ...below.flatMap((child) =>
      isObject(child) ? nodesOf(child, depth + 1) : [],
    ),
  ];
}

const columns = [44, 9, 8, 9] as const;

export const planHeader = [
  "".padEnd(columns[0]),
  "ms".padStart(columns[1]),
  "x floor".padStart(columns[2]),
  "pages".padStart(columns[3]),
  " rows read by, and remarks",
].join(" ");

/** A plan is wrong about its rows if it is off by this factor. */
const wrongBy = 20;

/** Returns a line with the scans of a plan, and what is bad about them. */
export function planLine(name: string, plan: Plan, floor: Plan): string {
  const { milliseconds, pages, nodes } = plan;
  const scans = nodes
    .filter(({ of }) => of?.includes("auction") || of?.includes("bids"))
    .map(({ type, of, actual }) => `${type} ${shortName(of)} ${actual}`);
  const sorts = nodes
    .filter(({ type }) => type.includes("Sort"))
    .map(({ type, actual }) => `${type} ${actual}`);
  const remarks = [
    nodes.some(({ spills }) => spills) ? "SPILLS" : "",
    nodes.some(({ type }) => type === "Seq Scan") ? "SEQUENTIAL" : "",
    nodes.some(isWrong) ? "WRONG ESTIMATE" : "",
  ].filter((remark) => remark !== "");
  return [
    name.padEnd(columns[0]),
    milliseconds.toFixed(2).padStart(columns[1]),
    (milliseconds / floor.milliseconds).toFixed(2).padStart(columns[2]),
    String(pages).padStart(columns[3]),
    ` ${[...new Set([...scans, ...sorts, ...remarks])].join("; ")}`,
  ].join(" ");
}

const shortName = (name = ""): string =>
  name.replace(/^(auto_|lots_)?auction_?/, "").replace(/_[0-9a-f]{10}$/, "");

const isWrong = ({ planned, actual, of, type }: PlanNode): boolean =>
  of !== undefined &&
  !type.startsWith("Bitmap") &&
  actual > 1_000 &&
  (planned > actual * wrongBy || actual > planned * wrongBy);
