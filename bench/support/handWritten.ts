import fastify from "fastify";
import { Pool } from "pg";

/**
 * The lists of car auctions as somebody would write them by hand for this one
 * table: one call for a page with its total, one for all facets. It has no
 * accounts, no declarations and no checks; it is the floor of the bench.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();

type Query = Readonly<Record<string, string | undefined>>;

const columns: Readonly<Record<string, string>> = {
  auctionDate: "auction_day",
  makerId: "maker_id",
  modelId: "model_id",
  condition: "condition_id",
  color: "color_id",
  status: "status",
};
const sorts: Readonly<Record<string, string>> = {
  auctionDate: "auction_at",
  year: "year",
  mileage: "mileage",
  startPrice: "start_price",
};

function whereOf(query: Query): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts = ["area = 'auction'"];
  for (const [name, column] of Object.entries(columns)) {
    const text = query[name];
    if (text === undefined) continue;
    const type = column === "auction_day" ? "date" : "int";
    values.push(text.split(","));
    parts.push(`${column} = any($${String(values.length)}::${type}[])`);
  }
  const [from, to] = query.year?.split(",") ?? [];
  if (from !== undefined && to !== undefined) {
    values.push(Number(from), Number(to));
    parts.push(`year between $${values.length - 1} and $${values.length}`);
  }
  return { where: parts.join(" and "), values };
}

app.get<{ Querystring: Query }>("/list", async ({ query }) => {
  const { where, values } = whereOf(query);
  const column = sorts[query.sort ?? "auctionDate"] ?? "auction_at";
  const order = `${column} ${query.order === "DESC" ? "desc" : "asc"} nulls last, id`;
  const offset = (Number(query.page ?? 1) - 1) * 20;
  const [rows, counted] = await Promise.all([
    pool.query(
      `select id, lot_no, maker_id, model_id, auction_at, house_id, grade, year,
        chassis_id, engine, gearbox_id, color_id, condition_id, mileage, status,
        start_price, sold_price, images from lots where ${where}
        order by ${order} limit 20 offset ${String(offset)}`,
      values,
    ),
    pool.query<{ total: number }>(
      `select count(*)::int as total from lots where ${where}`,
      values,
    ),
  ]);
  return { rows: rows.rows, total: counted.rows[0]?.total };
});

app.get<{ Querystring: Query }>("/lot", async ({ query }) => {
  const { rows } = await pool.query(
    "select * from lots where area = 'auction' and id = $1",
    [query.id],
  );
  return { rows };
});

app.get<{ Querystring: Query }>("/facets", async ({ query }) => {
  const { where, values } = whereOf(query);
  const counted = [
    "auction_day",
    "maker_id",
    "model_id",
    "condition_id",
    "house_id",
    "status",
    "color_id",
    "chassis_id",
    "gearbox_id",
  ];
  const { rows } = await pool.query(
    `select ${counted.join(", ")}, count(*)::int, min(year), max(year),
      min(mileage), max(mileage), min(engine), max(engine)
     from lots where ${where}
     group by grouping sets ((), ${counted.map((name) => `(${name})`).join(", ")})`,
    values,
  );
  return { rows };
});

const base = await app.listen({
  port: Number(process.env.PORT ?? 0),
  host: "127.0.0.1",
});
process.stdout.write(`READY ${base}\n`);
