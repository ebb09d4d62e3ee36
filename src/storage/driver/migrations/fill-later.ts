/** Where the numbers of brands are: in `brands` up to step 15, in `brand_heads` from step 16 on. */
const LAST_IDS = {
  brands: 'select id as brand_id, last_id from brands',
  brand_heads: 'select brand_id, last_id from brand_heads',
};

/** The statement by which a step leaves a kept table to be filled with every answer that is stored by then. */
export function fillLater(name: string, numbers: keyof typeof LAST_IDS): string {
  return `insert into fills (brand_id, name, done_to, up_to)
    select brand_id, '${name}', 0, last_id from (${LAST_IDS[numbers]}) as numbers where last_id > 0`;
}
