import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '#server/node/tools/chromium.ts';
import { newAddress, type Person, password } from '../chaos/people.ts';

/** How often a text or a key is found in the files of a browser's profile, by folder. */
export type Found = Record<string, number>;

/** What is searched for after a sign-out. */
export interface LeftBehind {
  /** A word of the posts, before the sign-out: the search itself works. */
  before: Found;
  /** The same after the sign-out, with the browser closed. */
  after: Found;
  /** The same once the browser was started again on the product, and closed. */
  afterRestart: Found;
  /** The bytes of a key that no script could read, in a database that was deleted. */
  key: Found;
}

/** Signs in and out in a browser with a profile on the disk, and searches its files. */
export async function searchProfile(origin: string, person: Person, word: string): Promise<LeftBehind> {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-profile-'));
  const key = randomBytes(32);
  try {
    let context = await open(folder, origin);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto('/user/sign-in');
    await page.getByLabel(/^Email/).fill(person.user.email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('article').first().waitFor();
    await page.evaluate(storeKey, [...key]);
    // What lies in memory reaches the files a little later.
    await page.waitForTimeout(3_000);
    const before = await search(folder, Buffer.from(word), Buffer.from(word, 'utf16le'));
    await page.goto('/user/sign-out');
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    await page.evaluate(deleteDatabases);
    await page.waitForTimeout(3_000);
    await context.close();
    const after = await search(folder, Buffer.from(word), Buffer.from(word, 'utf16le'));
    const keys = await search(folder, key);
    context = await open(folder, origin);
    await (context.pages()[0] ?? (await context.newPage())).goto('/');
    await context.pages()[0]?.waitForTimeout(5_000);
    await context.close();
    const afterRestart = await search(folder, Buffer.from(word), Buffer.from(word, 'utf16le'));
    return { before, after, afterRestart, key: keys };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const open = (folder: string, origin: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: findChromium(process.env),
    baseURL: origin,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
    ],
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });

/** In the page: keeps a key as an application would that encrypts what it keeps. */
async function storeKey(bytes: number[]): Promise<void> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt']);
  const request = indexedDB.open('gatherwell-key');
  await new Promise((resolve) => {
    request.onupgradeneeded = () => request.result.createObjectStore('keys');
    request.onsuccess = resolve;
  });
  const transaction = request.result.transaction('keys', 'readwrite');
  transaction.objectStore('keys').put(key, 'key');
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  request.result.close();
}

/** In the page: deletes what is left, the database of the key too, and waits until it is gone. */
async function deleteDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith('gatherwell-'))
      await new Promise((resolve) => {
        indexedDB.deleteDatabase(name).onsuccess = resolve;
      });
}

async function search(folder: string, ...needles: Buffer[]): Promise<Found> {
  const found: Found = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const count = needles.reduce((sum, needle) => sum + countOf(bytes, needle), 0);
    const place = relative(folder, path).split(sep).slice(0, 2).join('/');
    if (count > 0) found[place] = (found[place] ?? 0) + count;
  }
  return found;
}

function countOf(bytes: Buffer, needle: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) count += 1;
  return count;
}
