import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { LogPort, Mail, MailerPort } from '#server/ports.ts';
import type { Settings } from '../settings.ts';
import { writeWholeFile } from './whole-file.ts';

/** Files and addresses that a text may name are never fetched. */
const guards = { disableFileAccess: true, disableUrlAccess: true };

/** A mail server, or a folder of `.eml` files that mail programs open. */
export function createMailer(settings: Settings['mail'], log: LogPort): MailerPort & { close(): void } {
  return settings.kind === 'smtp' ? createSmtpMailer(settings) : createMailbox(settings, log);
}

function createSmtpMailer({ url, from }: Settings['mail'] & { kind: 'smtp' }) {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...guards,
  });
  return {
    async send(mail: Mail) {
      try {
        await transport.sendMail(toMessage(mail, from));
      } catch (error) {
        throw new Error(`The mail server did not take a mail: ${reasonOf(error)}`);
      }
    },
    close: () => transport.close(),
  };
}

function createMailbox({ folder, from }: Settings['mail'] & { kind: 'mailbox' }, log: LogPort) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...guards });
  return {
    async send(mail: Mail) {
      const { message } = await transport.sendMail(toMessage(mail, from));
      const file = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.eml`,
      );
      await writeWholeFile(file, message, { mode: 0o600 });
      log.info({ file }, 'a mail was put into the mailbox folder, since no SMTP_URL is set');
    },
    close: () => transport.close(),
  };
}

/** The receiver is one address, never a list, whatever it looks like. */
function toMessage({ to, subject, text }: Mail, from: string) {
  return { from, to: { name: '', address: to }, subject, text };
}

/** What went wrong, without the text of the server's reply: servers like to repeat the address in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ');
}
