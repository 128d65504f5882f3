import { readFile } from 'node:fs/promises';
import type { Db } from '#db/database.ts';
import { type DemoAccount, seedDemo } from '#db/seeds/demo.ts';
import { seedLookups } from '#db/seeds/lookups.ts';
import { loadMapAreas } from '#db/seeds/map-areas.ts';
import { loadPlaces } from '#db/seeds/places.ts';
import { makeMissingAreaFiles } from '#server/map-areas/area-files.ts';
import type { LogPort, Ports } from '#server/ports.ts';
import { areaList } from './area-list.ts';
import { auditOperator } from './audit-log.ts';
import { onMigratedDatabase } from './database.ts';
import { placeList } from './place-list.ts';
import type { Settings } from './settings.ts';
import { migrateJobs } from './workers.ts';

export interface SetUpOptions {
  connectionString: string;
  seed: Settings['seed'];
  /** Made to store the demo community's pictures and hash its password. */
  ports: Pick<Ports, 'passwords' | 'media' | 'clock'>;
  log: LogPort;
}

/**
 * Brings a database to where the server can work on it: tables, lookup lists, places, and in an empty one the demo
 * community if it is wanted. Returns the accounts to sign in with; none where there is no demo community.
 */
export async function setUpDatabase({ connectionString, seed, ports, log }: SetUpOptions) {
  await migrateJobs(connectionString, log);
  return onMigratedDatabase(connectionString, 'set-up', async (db): Promise<readonly DemoAccount[]> => {
    await seedLookups(db);
    // One works on pictures while the database takes in the others' rows.
    const [demo] = await Promise.all([
      seed === 'demo' ? seedWithPorts(db, ports) : undefined,
      loadAreasAndPlaces(db),
    ]);
    if (demo?.seeded) {
      await auditOperator(db, { action: 'database-seeded' });
      await makeMissingAreaFiles({ db, ports });
    }
    return demo?.accounts ?? [];
  });
}

const seedWithPorts = (db: Db, ports: SetUpOptions['ports']) =>
  seedDemo(db, {
    now: ports.clock.now(),
    hashPassword: (password) => ports.passwords.hash(password),
    storePicture: async (file) => ports.media.store(new Uint8Array(await readFile(file)), file.href),
  });

async function loadAreasAndPlaces(db: Db): Promise<void> {
  const places = placeList();
  await Promise.all([loadPlaces(db, places), areaList(places).then((areas) => loadMapAreas(db, areas))]);
}
