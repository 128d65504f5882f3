import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ApiDocument, breakingChanges } from '../../rest/compare-documents.ts';
import { createOpenApiDocument } from '../../rest/openapi.ts';
import { appRouter } from '../../router.ts';
import { command, Problem } from '../problem.ts';
import { root } from './tools.ts';

/** The API document that was released last. */
const releasedFile = join(root, 'server/rest/released-api.json');

interface Release {
  /** Where the document that was released last is. */
  file?: string;
  isBreakingAllowed: boolean;
}

/**
 * Releases the API as it is: writes its document, which tests compare with that of today from then on. Throws `Problem`
 * with what breaks programs, unless that is wanted.
 */
export async function releaseApi({ file = releasedFile, isBreakingAllowed }: Release): Promise<void> {
  const document = createOpenApiDocument(appRouter, {
    publicUrl: 'https://gatherwell.example',
  }) as ApiDocument;
  const released = await readFile(file, 'utf8').catch(() => undefined);
  const changes = released ? breakingChanges(JSON.parse(released) as ApiDocument, document) : [];
  if (changes.length > 0 && !isBreakingAllowed)
    throw new Problem(
      `These changes break programs. Release them with -- --breaking:\n${changes.map((change) => `  ${change}`).join('\n')}`,
    );
  await writeFile(file, `${JSON.stringify(document, null, 1)}\n`);
  console.log(`Released ${Object.keys(document.paths).length} paths.`);
  for (const change of changes) console.log(`  breaking: ${change}`);
}

if (import.meta.main)
  await command(async () => {
    const { breaking } = parseArgs({ options: { breaking: { type: 'boolean', default: false } } }).values;
    await releaseApi({ isBreakingAllowed: breaking });
  });
