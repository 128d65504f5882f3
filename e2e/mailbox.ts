import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { KeptMail } from '#src/mocks/protocol.ts';
import type { Mode } from './fixtures.ts';
import { serverFolder } from './server-folder.ts';

/** Waits for a mail to an address and resolves to the link in it, as a path. */
export async function linkMailedTo(page: Page, mode: Mode, email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = mode === 'mocked' ? await mailsInBrowser(page) : await mailsInFolder();
      const mail = mails.findLast(({ to }) => to === email);
      link = mail && /https?:\/\/[^/\s]+(\/\S+)/.exec(mail.content)?.[1];
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

interface ReceivedMail {
  to: string;
  content: string;
}

async function mailsInBrowser(page: Page): Promise<ReceivedMail[]> {
  const mails = await page.evaluate(async () => (await (await fetch('/mocked/mails')).json()) as KeptMail[]);
  return mails.map(({ recipient, content }) => ({ to: recipient, content })).reverse();
}

/** This worker's server, without a mail server, keeps mails as files, whose names are in the order of time. */
async function mailsInFolder(): Promise<ReceivedMail[]> {
  const folder = join(serverFolder(test.info().parallelIndex), 'mailbox');
  // A mail that is being written has another ending until it is complete.
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map((text) => ({ to: /^To: (.*)$/m.exec(text)?.[1] ?? '', content: decode(text) }));
}

/** Quoted-printable, as far as links need it. */
const decode = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
