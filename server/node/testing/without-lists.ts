import type { Db } from '#db/database.ts';
import { areaList } from '../area-list.ts';
import { placeList } from '../place-list.ts';

/** Lets servers start on an empty database without loading places and areas, which takes longer than most tests. */
export async function leaveOutLists(db: Db): Promise<void> {
  const places = placeList();
  await db.insertInto('place_list').values({ version: places.version }).execute();
  await db
    .insertInto('map_area_list')
    .values({ version: (await areaList(places)).version })
    .execute();
}
