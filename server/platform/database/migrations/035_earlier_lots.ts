/** Earlier lots of the same car: by chassis number, or by what it is like. */
export const earlierLots = [
  `create index lots_serial on lots (chassis_id, (extra->>'serial'))
    where extra->>'serial' is not null`,
  `create index lots_alike on lots (chassis_id, year, color_id, mileage)`,
];
