import type { Db } from '../database.ts';
import { impactAreas } from './data/impact-areas.ts';
import { languages } from './data/languages.ts';
import { organizationTypes } from './data/organization-types.ts';
import { skills } from './data/skills.ts';

/**
 * Brings the lookup lists (impact areas, skills, languages, organization types) in line with `data/`: adds what is
 * missing and takes over reworded names. Run at every start. Rows that are no longer listed stay, because posts and
 * profiles may name them.
 */
export async function seedLookups(db: Db): Promise<void> {
  for (const [table, rows] of [
    ['impact_areas', impactAreas],
    ['skills', skills],
    ['languages', languages],
    ['organization_types', organizationTypes],
  ] as const) {
    await db
      .insertInto(table)
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') }))
          // What is as it should be is not written anew, and costs no commit.
          .where(`${table}.name`, 'is distinct from', (eb) => eb.ref('excluded.name')),
      )
      .execute();
  }
}
