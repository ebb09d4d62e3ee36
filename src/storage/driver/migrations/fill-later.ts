/** The statement by which a step leaves a kept table to be filled with every answer that is stored by then. */
export function fillLater(name: string): string {
  return `insert into fills (brand_id, name, done_to, up_to)
    select id, '${name}', 0, last_id from brands where last_id > 0`;
}
