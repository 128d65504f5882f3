/** SQL for a UTC instant as JSON carries it. */
export const instant = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for a JSON array of the rows of a query. */
export const list = (query: string) => `array_to_json(array(select row_to_json(row) from (${query}) row))`;
