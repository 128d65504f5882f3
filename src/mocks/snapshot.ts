// Run by Node while the mocked mode is built: writes the snapshot to the file that the command line names.
import { readFile, writeFile } from 'node:fs/promises';
import { type Db, migrateToLatest } from '#db/database.ts';
import { createPgliteDb, dropTemplates, startPglite } from '#db/pglite.ts';
import { seedDemo } from '#db/seeds/demo.ts';
import { loadMapAreas } from '#db/seeds/map-areas.ts';
import { loadPlaces } from '#db/seeds/places.ts';
import { makeMissingAreaFiles } from '#server/map-areas/area-files.ts';
import { areaList } from '#server/node/area-list.ts';
import { placeList } from '#server/node/place-list.ts';
import { createMedia } from '#server/node/ports/media.ts';
import { pictureWidths } from '#server/ports.ts';
import { createMedia as createMockedMedia } from './media.ts';
import { createPasswords } from './ports.ts';
import { prepareSnapshots } from './snapshots.ts';
import { createMockedTables, withMockedTables } from './tables.ts';

/** Enough to try an address with: the cities, and the codes around where the demo community lives. */
const fewPlaces = placeList({
  minimumPopulation: 15_000,
  codesBeginningWith: ['080', '081', '190', '191', 'L', 'M', 'V5', 'V6'],
});

/** The data folder of a Postgres with the demo community and its pictures, as a gzipped tar that PGlite loads. */
async function takeSnapshot(now: Date): Promise<Uint8Array> {
  const pglite = await startPglite({
    // IndexedDB keeps whole files: with small ones a commit writes 1 MB of log there and not 16.
    initDbStartParams: ['--wal-segsize=1'],
    postgresqlconf: ['min_wal_size = 2MB', 'max_wal_size = 4MB'],
  });
  const db = createPgliteDb(pglite);
  await migrateToLatest(db);
  await createMockedTables(db);
  await loadPlaces(db, fewPlaces);
  await loadMapAreas(db, await areaList(fewPlaces));
  await seedDemo(db, {
    now,
    hashPassword: createPasswords().hash,
    storePicture: createPictureStore(db),
  });
  await makeMissingAreaFiles({ db, ports: { media: createMockedMedia(db), clock: { now: () => now } } });
  await withMockedTables(db).insertInto('mocked.fresh_communities').values({ made_at: now }).execute();
  // Every seed is made of this one, in the browser.
  await withMockedTables(db).insertInto('mocked.unfinished_seeds').values({ begun_at: now }).execute();
  await prepareSnapshots(db);
  await dropTemplates(pglite);
  await pglite.exec('vacuum full analyze');
  await pglite.exec('checkpoint');
  const file = await pglite.dumpDataDir('gzip');
  await db.destroy();
  return new Uint8Array(await file.arrayBuffer());
}

/** Stores a picture as the server would, and moves what it made into the database. */
function createPictureStore(db: Db) {
  const made = new Map<string, Uint8Array<ArrayBuffer>>();
  const media = createMedia({
    put: async (key, body) => void made.set(key, new Uint8Array(body)),
    get: async (key) => made.get(key),
    delete: async (key) => void made.delete(key),
    deleteFolder: async () => made.clear(),
  });
  return async (file: URL) => {
    const picture = await media.store(new Uint8Array(await readFile(file)), 'seed');
    for (const width of pictureWidths) {
      const rendition = await media.read(picture.path, width);
      if (!rendition) throw new Error(`A picture has no width ${width}.`);
      await withMockedTables(db)
        .insertInto('mocked.pictures')
        .values({ path: picture.path, width, body: rendition.body })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return picture;
  };
}

const [, , target] = process.argv;
if (target === undefined) throw new Error('Name the file to write.');
await writeFile(target, await takeSnapshot(new Date()));
