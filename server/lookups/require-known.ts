import type { Db } from '#db/database.ts';
import { badField } from '../errors.ts';
import { findUnknown } from './lookups.queries.ts';
import type { LookupTable } from './lookups.schema.ts';

/** The error for a choice that the list does not have. */
const errorOf: Record<LookupTable, { field: string; message: string }> = {
  impact_areas: { field: 'impactAreas', message: 'Choose impact areas from the list.' },
  skills: { field: 'skills', message: 'Choose skills from the list.' },
  languages: { field: 'languages', message: 'Choose languages from the list.' },
  organization_types: { field: 'organizationTypes', message: 'Choose organization types from the list.' },
};

/** Rejects ids that the list does not have, by the field that holds them. */
export async function requireKnown(db: Db, list: LookupTable, ids: readonly string[] = []): Promise<void> {
  const unknown = await findUnknown(db, list, ids);
  const { field, message } = errorOf[list];
  if (unknown.length > 0) throw badField(field, message);
}
