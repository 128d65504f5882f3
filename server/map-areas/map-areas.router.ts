import { requireSelf } from '../access.ts';
import { badField, notFound } from '../errors.ts';
import { organizationProcedure, publicProcedure, router } from '../trpc.ts';
import { write } from '../write.ts';
import { orderAreaFile, presentAreaFile } from './area-files.ts';
import { findAreaFile, findAreaFiles, findMapAreas, findServedAreas } from './map-areas.queries.ts';
import {
  areaFilesInput,
  areaFilesOutput,
  areaFileView,
  baseMapView,
  generateFileInput,
  mapAreaPage,
  mapAreasInput,
} from './map-areas.schema.ts';

/** The list changes with a release: an hour late does no harm. */
const cacheSeconds = 3600;

export const mapAreasRouter = router({
  names: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/map-areas/name', operationId: 'listMapAreaNames' },
      summary: 'Areas that an organization can serve, by name',
      description:
        'Names that begin with the text come first, then those that are like it: small mistakes do no harm. At most 1,000 at a time; `cursor` continues.',
      example: { type: 'city', text: 'philadelphai' },
      cacheSeconds,
    })
    .input(mapAreasInput)
    .output(mapAreaPage)
    .query(async ({ ctx, input: { type, cursor, ...input } }) => {
      const page = await findMapAreas(ctx.db, { type, after: cursor || undefined, ...input });
      if (!page) throw badField('cursor', 'This is not a cursor.');
      return page;
    }),

  baseMap: publicProcedure
    .meta({ summary: 'What maps of this installation are drawn with' })
    .output(baseMapView)
    .query(({ ctx }) => ({ styleUrl: ctx.settings.mapStyle?.url ?? null })),

  generateFile: organizationProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/map-areas/generate-file/user/{id}/area-type/{type}',
        operationId: 'generateMapAreaFile',
      },
      summary: 'Have the file of the areas that the caller serves made anew',
      description:
        'The file is made after the response; `GET /map-areas/file/user/{id}` shows when it is ready. Saving service information does this by itself.',
      example: { type: 'city' },
    })
    .input(generateFileInput)
    .output(areaFileView)
    .mutation(async ({ ctx, input: { id, type } }) => {
      requireSelf(ctx.viewer, id);
      return write(ctx, async (trx, effects) => {
        await orderAreaFile(trx, effects, id, type);
        const row = await findAreaFile(trx, id, type);
        if (!row) throw notFound();
        return presentAreaFile(id, row);
      });
    }),

  files: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/map-areas/file/user/{id}', operationId: 'listMapAreaFiles' },
      summary: 'What an organization serves, as names and as files for a map',
    })
    .input(areaFilesInput)
    .output(areaFilesOutput)
    .query(async ({ ctx, input: { id } }) => {
      const areas = await findServedAreas(ctx.db, id);
      if (!areas) throw notFound('No User Found');
      const rows = await findAreaFiles(ctx.db, id);
      return { areas, files: rows.map((row) => presentAreaFile(id, row)) };
    }),
});
