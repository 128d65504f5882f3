import { z } from 'zod';
import { serviceAreaTypes } from '#db/tables/map-areas.ts';
import { id, pageOf, text } from '../validation.schema.ts';

/** The most areas of a page. */
const mostAreas = 1000;

const type = z.enum(serviceAreaTypes);
export type MapAreaType = z.infer<typeof type>;

/** An area that an organization can choose to serve. */
export const mapAreaView = z.object({
  _id: z.string().describe('A stable word.'),
  type,
  name: z.string().describe('What `serviceAreas` holds. No two areas share a name.'),
  latitude: z.number().describe('Degrees north, of about the middle.'),
  longitude: z.number().describe('Degrees east.'),
  isApproximate: z
    .boolean()
    .describe('No outline is known: on maps, a circle around the middle stands for it.'),
});

export const mapAreasInput = z.strictObject({
  type: type.optional().describe('Only areas of this type.'),
  text: text(100)
    .default('')
    .describe('What was typed of the name, with or without mistakes; without it, the largest areas.'),
  cursor: text(200).nullish().describe('From the page before; absent for the first page.'),
  limit: z.int().min(1).max(mostAreas).default(20).describe('At most how many.'),
});

export const mapAreaPage = pageOf(mapAreaView);

/** Of which areas there is a file, and how far it is. */
export const areaFileView = z.object({
  type,
  status: z
    .enum(['pending', 'ready'])
    .describe('Whether it is still being made, anew where there was one already.'),
  path: z
    .string()
    .nullable()
    .describe('Where it can be fetched, as KML: an absolute path; null until the first was made.'),
  version: z
    .int()
    .describe(
      'Another one each time the file was made anew under the same path; 0 until the first was made.',
    ),
});
export type AreaFileView = z.infer<typeof areaFileView>;

/** What maps are drawn with. */
export const baseMapView = z.object({
  styleUrl: z.string().nullable().describe('A MapLibre style; null where the built-in map is used.'),
});

export const generateFileInput = z.strictObject({
  id: id.describe('The organization: the caller.'),
  type: type.describe('Of which of its service areas.'),
});

export const areaFilesInput = z.strictObject({ id: id.describe('The organization.') });

/** What an organization serves, as names and as files for a map. */
export const areaFilesOutput = z.object({
  areas: z.array(z.string()).describe('The names of all areas that it serves.'),
  files: z.array(areaFileView),
});
