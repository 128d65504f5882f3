import { toKML } from '@placemarkio/tokml';
import type { Feature } from 'geojson';
import type { Trx } from '#db/database.ts';
import type { Deps } from '../context.ts';
import type { Effects } from '../effects.ts';
import type { Ports } from '../ports.ts';
import { circle } from './circle.ts';
import {
  type AreaFileRow,
  findAreaFile,
  findMissingAreaFiles,
  findShownAreas,
  findTypesOfFiles,
  keepAreaFile,
  requestAreaFile,
  type ShownArea,
} from './map-areas.queries.ts';
import type { AreaFileView, MapAreaType } from './map-areas.schema.ts';

/** Has an organization's file of one type made anew: the job reads what the organization serves by then. */
export async function orderAreaFile(
  trx: Trx,
  effects: Effects,
  organizationId: string,
  type: MapAreaType,
): Promise<void> {
  await requestAreaFile(trx, organizationId, type);
  effects.job({ name: 'make-area-file', payload: { organizationId, type } });
}

/** Has all files of an organization made anew, because what it serves has changed. */
export async function orderAreaFiles(trx: Trx, effects: Effects, organizationId: string): Promise<void> {
  for (const type of await findTypesOfFiles(trx, organizationId))
    await orderAreaFile(trx, effects, organizationId, type);
}

/** What making files takes. */
interface FileMaking {
  db: Deps['db'];
  ports: { media: Pick<Ports['media'], 'storeDocument'>; clock: Pick<Ports['clock'], 'now'> };
}

/** Makes the files of organizations that came into the database as they are, so that none was requested. */
export async function makeMissingAreaFiles({ db, ports }: FileMaking): Promise<void> {
  for (const missing of await findMissingAreaFiles(db)) {
    await db.transaction().execute((trx) => requestAreaFile(trx, missing.organizationId, missing.type));
    await makeAreaFile({ db, ports }, missing);
  }
}

/** Writes the KML file of an organization's areas of one type into the media store. */
export async function makeAreaFile(
  { db, ports }: FileMaking,
  { organizationId, type }: { organizationId: string; type: MapAreaType },
): Promise<void> {
  const file = await findAreaFile(db, organizationId, type);
  if (!file || file.made === file.requested) return;
  const kml = kmlOf(await findShownAreas(db, organizationId, type));
  const path = await ports.media.storeDocument(new TextEncoder().encode(kml));
  await keepAreaFile(db, organizationId, type, {
    request: file.requested,
    path,
    now: ports.clock.now(),
  });
}

/** Areas as KML: each a placemark with its outline, or with a circle that is marked as such. */
function kmlOf(areas: readonly ShownArea[]): string {
  const features = areas.map(
    ({ name, latitude, longitude, radius, outline }): Feature => ({
      type: 'Feature',
      properties: {
        name,
        ...(outline === null && { description: 'Approximate: a circle around the middle.' }),
      },
      geometry: outline ?? circle({ latitude, longitude, radius: radius ?? 1 }),
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${toKML({ type: 'FeatureCollection', features })}\n`;
}

/** The address under which an organization's file is served, without the public address. */
const addressOf = (organizationId: string, type: MapAreaType) => `/media/areas/${organizationId}/${type}.kml`;

export const presentAreaFile = (organizationId: string, row: AreaFileRow): AreaFileView => ({
  type: row.type,
  status: row.made < row.requested ? 'pending' : 'ready',
  path: row.path === null ? null : addressOf(organizationId, row.type),
  version: row.made,
});
